import { repositoryOf } from '../repository-address.ts';
import { basename, dirname } from './file-paths.ts';
import type { PackageRows } from './package-rows.ts';
import { type ProjectSources, parseJson } from './project-sources.ts';
import { listAt, tableAt, textAt, valueAt } from './values.ts';

const VERSIONS = ['version', 'version-semver', 'version-date', 'version-string'];

/** Versions are mostly in `vcpkg_installed/<triplet>/share/<port>/vcpkg.spdx.json`. */
export async function readVcpkg(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const found = await sources.parseNamed(/^vcpkg\.spdx\.json$/, (text, file) =>
    installedPort(file, parseJson(text)),
  );
  const installed = [...found.values()].filter(({ version }) => version !== '');
  const declared = new Map<string, boolean>();
  for (const [file, document] of await sources.parseNamed(/^vcpkg\.json$/, parseJson)) {
    const overrides = new Map(
      listAt(document, 'overrides').map((override) => [
        textAt(override, 'name'),
        withoutPortVersion(VERSIONS.flatMap((field) => textAt(override, field) ?? [])[0] ?? ''),
      ]),
    );
    for (const { name, dev } of portsOf(document)) {
      declared.set(name, dev && (declared.get(name) ?? true));
      const versions = installed.filter((port) => port.name === name).map(({ version }) => version);
      for (const version of versions.length > 0 ? versions : [overrides.get(name) || null])
        rows.add({ ecosystem: 'vcpkg', name, version, direct: true, dev, file });
    }
  }
  for (const port of installed) {
    const dev = declared.get(port.name) ?? false;
    rows.add({ ...port, ecosystem: 'vcpkg', direct: declared.has(port.name), dev });
  }
}

/** `dev`: only for the build. */
function portsOf(document: unknown) {
  const holders = [document, ...Object.values(tableAt(document, 'features'))];
  return holders.flatMap((holder) =>
    listAt(holder, 'dependencies').flatMap((port) => {
      const name = typeof port === 'string' ? port : textAt(port, 'name');
      const isOwn = name === undefined || name === textAt(document, 'name');
      return isOwn ? [] : [{ name, dev: valueAt(port, 'host') === true }];
    }),
  );
}

function installedPort(file: string, document: unknown) {
  const entry = (id: string) =>
    listAt(document, 'packages').find((each) => textAt(each, 'SPDXID')?.startsWith(id));
  const port = entry('SPDXRef-port');
  return {
    file,
    name: textAt(port, 'name') ?? basename(dirname(file)),
    version: withoutPortVersion(textAt(port, 'versionInfo') ?? ''),
    repository: repositoryOf(textAt(entry('SPDXRef-resource'), 'downloadLocation') ?? ''),
  };
}

/** `9.1.0#1`: recipe revision 1 of version 9.1.0. */
const withoutPortVersion = (version: string) => version.replace(/#\d+$/, '');
