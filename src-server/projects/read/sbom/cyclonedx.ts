import { repositoryOf } from '../repository-of.ts';
import { isTable, listAt, type Table, textAt, textsOf, valueAt } from '../values.ts';
import type { SbomPackage } from './sbom-package.ts';

/** Components that are software packages; the others are files, machines, data. */
const PACKAGES = new Set(['library', 'framework', 'application', 'platform']);

/** The packages of a CycloneDX document (https://cyclonedx.org/docs/1.6/json). */
export function* cycloneDxPackages(document: Table): Generator<SbomPackage> {
  const direct = directReferences(document);
  // A list that grows while it is read: components nest to any depth.
  const components = listAt(document, 'components').filter(isTable);
  for (const component of components) {
    for (const nested of listAt(component, 'components')) if (isTable(nested)) components.push(nested);
    if (!PACKAGES.has(textAt(component, 'type') ?? 'library')) continue;
    yield {
      purl: textAt(component, 'purl'),
      direct: direct?.has(textAt(component, 'bom-ref') ?? '') ?? true,
      // "excluded": not part of what is delivered.
      dev: textAt(component, 'scope') === 'excluded',
      repository: repositoryReference(component),
    };
  }
}

/** References of the root's dependencies. Undefined if the document doesn't say: then every package counts as direct. */
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
