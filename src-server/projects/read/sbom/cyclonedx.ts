import { repositoryOf } from '../repository-of.ts';
import { isTable, listAt, type Table, textAt, textsOf, valueAt } from '../values.ts';
import type { SbomPackage } from './sbom-package.ts';

const PACKAGES = new Set(['library', 'framework', 'application', 'platform']);

/** See https://cyclonedx.org/docs/1.6/json. */
export function* cycloneDxPackages(document: Table): Generator<SbomPackage> {
  const direct = directReferences(document);
  // The list grows during iteration, since components nest.
  const components = listAt(document, 'components').filter(isTable);
  for (const component of components) {
    for (const nested of listAt(component, 'components')) if (isTable(nested)) components.push(nested);
    if (!PACKAGES.has(textAt(component, 'type') ?? 'library')) continue;
    yield {
      purl: textAt(component, 'purl'),
      direct: direct?.has(textAt(component, 'bom-ref') ?? '') ?? true,
      // "excluded": not delivered.
      dev: textAt(component, 'scope') === 'excluded',
      repository: repositoryReference(component),
    };
  }
}

/** Undefined if unknown: all are direct. */
function directReferences(document: Table): ReadonlySet<string> | undefined {
  const root = textAt(document, 'metadata', 'component', 'bom-ref');
  const entry = listAt(document, 'dependencies').find(
    (dependency) => root !== undefined && textAt(dependency, 'ref') === root,
  );
  return entry === undefined ? undefined : new Set(textsOf(valueAt(entry, 'dependsOn')));
}

function repositoryReference(component: Table): string | undefined {
  const reference = listAt(component, 'externalReferences').find((other) => textAt(other, 'type') === 'vcs');
  return repositoryOf(textAt(reference, 'url') ?? '');
}
