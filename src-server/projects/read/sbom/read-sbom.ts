import { parsePackageUrl } from '../../package-url.ts';
import { basename } from '../file-paths.ts';
import { isKnownEcosystem } from '../package-names.ts';
import { countPackages, type PackageRows } from '../package-rows.ts';
import type { ProjectSources } from '../project-sources.ts';
import { tableOf, textAt } from '../values.ts';
import { cycloneDxPackages } from './cyclonedx.ts';
import type { SbomPackage } from './sbom-package.ts';
import { spdxPackages } from './spdx.ts';

const NAME = /^(?:bom|sbom)\.json$|\.(?:cdx|spdx|cyclonedx)\.json$/i;

/** CycloneDX 1.x and SPDX 2.x as JSON, except vcpkg's. */
export async function readSbom(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const files = sources.paths.filter(
    (path) => NAME.test(basename(path)) && basename(path) !== 'vcpkg.spdx.json',
  );
  for (const file of files) {
    const document = tableOf(await sources.parse(file, (text): unknown => JSON.parse(text)));
    const format = textAt(document, 'bomFormat') ?? textAt(document, 'spdxVersion');
    if (format === 'CycloneDX') addPackages(sources, rows, file, cycloneDxPackages(document));
    else if (format?.startsWith('SPDX-2.')) addPackages(sources, rows, file, spdxPackages(document));
    else if (Object.keys(document).length > 0) sources.unread(file, 'is neither CycloneDX nor SPDX 2');
  }
}

function addPackages(
  sources: ProjectSources,
  rows: PackageRows,
  file: string,
  packages: Iterable<SbomPackage>,
): void {
  let [unnamed, foreign] = [0, 0];
  for (const { purl, direct, dev, repository } of packages) {
    const url = purl === undefined ? undefined : parsePackageUrl(purl);
    if (url === undefined) unnamed += 1;
    else if (!isKnownEcosystem(url.type)) foreign += 1;
    else {
      const { type: ecosystem, name, version, qualifiers } = url;
      rows.add({ ecosystem, name, version, qualifiers, direct, dev, file, repository });
    }
  }
  if (unnamed > 0)
    sources.unread(
      file,
      `has ${unnamed === 1 ? '1 entry' : `${unnamed} entries`} without a package URL, left out`,
    );
  if (foreign > 0) sources.unread(file, `has ${countPackages(foreign)} of other ecosystems, left out`);
}
