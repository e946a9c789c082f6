/** Reads bills of materials. */

import { countWords } from '../contract/words.ts';
import type { PackageRows } from './package-rows.ts';
import { parsePackageUrl } from './package-url.ts';
import {
  isTable,
  listAt,
  type ProjectSources,
  parseJson,
  type Table,
  tableOf,
  textAt,
  textsOf,
  valueAt,
} from './project-sources.ts';
import { repositoryOf } from './repository-address.ts';

const BOM_NAME = /^(?:bom|sbom)\.json$|\.(?:cdx|cyclonedx)\.json$/i;
const READ_ECOSYSTEMS = new Set(['npm', 'cargo', 'pypi', 'golang', 'conan', 'vcpkg', 'github', 'generic']);
const PACKAGE_TYPES = new Set(['library', 'framework', 'application', 'platform']);

/** Reads CycloneDX 1.x as JSON: https://cyclonedx.org/docs/1.6/json */
export async function readCycloneDx(sources: ProjectSources, rows: PackageRows): Promise<void> {
  for (const [file, document] of await sources.parseNamed(BOM_NAME, (text) => tableOf(parseJson(text))))
    if (textAt(document, 'bomFormat') === 'CycloneDX') addComponents(sources, rows, file, document);
    else sources.unread(file, 'is not CycloneDX, the only bill of materials that is read');
}

function addComponents(sources: ProjectSources, rows: PackageRows, file: string, document: Table): void {
  let leftOut = 0;
  const direct = directReferences(document);
  // The list grows during iteration, since components nest.
  const components = listAt(document, 'components').filter(isTable);
  for (const component of components) {
    for (const nested of listAt(component, 'components')) if (isTable(nested)) components.push(nested);
    if (!PACKAGE_TYPES.has(textAt(component, 'type') ?? 'library')) continue;
    const url = parsePackageUrl(textAt(component, 'purl') ?? '');
    if (url === undefined || !READ_ECOSYSTEMS.has(url.type)) leftOut += 1;
    else {
      const { type: ecosystem, name, version } = url;
      rows.add({
        ecosystem,
        name,
        version,
        file,
        repository: repositoryReference(component),
        direct: direct?.has(textAt(component, 'bom-ref') ?? '') ?? true,
        // "excluded": not delivered.
        dev: textAt(component, 'scope') === 'excluded',
      });
    }
  }
  if (leftOut > 0)
    sources.unread(
      file,
      `has ${countWords(leftOut, 'package')} without a package URL of a known ecosystem, left out`,
    );
}

/** Returns what the project itself depends on. It is undefined if nobody says so: then all are direct. */
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
