import { repositoryOf, withoutRevision } from '../../repository-address.ts';
import { basename, dirname } from '../file-paths.ts';
import type { PackageRows } from '../package-rows.ts';
import { type ProjectSources, parseJson } from '../project-sources.ts';
import { isTable, listAt, type Table, tableAt, tableOf, textAt, valueAt } from '../values.ts';

interface InstalledPort {
  readonly file: string;
  readonly name: string;
  readonly version: string;
  readonly repository: string | undefined;
}

interface Manifest {
  readonly file: string;
  /** By port: only for the build. */
  readonly ports: ReadonlyMap<string, boolean>;
  readonly overrides: ReadonlyMap<string, string>;
}

/** Versions are mostly in `vcpkg_installed/<triplet>/share/<port>/vcpkg.spdx.json`. */
export async function readVcpkg(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const installed = await readInstalled(sources);
  const declared = new Map<string, boolean>();
  for (const manifest of await readManifests(sources)) {
    for (const [name, dev] of manifest.ports) {
      declared.set(name, dev && (declared.get(name) ?? true));
      const versions = installed.filter((port) => port.name === name).map(({ version }) => version);
      const fixed = manifest.overrides.get(name);
      const known = versions.length > 0 ? [...new Set(versions)] : [fixed ?? null];
      for (const version of known)
        rows.add({ ecosystem: 'vcpkg', name, version, direct: true, dev, file: manifest.file });
    }
  }
  for (const { file, name, version, repository } of installed) {
    const dev = declared.get(name) ?? false;
    rows.add({ ecosystem: 'vcpkg', name, version, direct: declared.has(name), dev, file, repository });
  }
}

async function readManifests(sources: ProjectSources): Promise<readonly Manifest[]> {
  const manifests: Manifest[] = [];
  for (const [file, parsed] of await sources.parseNamed(/^vcpkg\.json$/, parseJson)) {
    const document = tableOf(parsed);
    const features = Object.values(tableAt(document, 'features'));
    const ports = new Map<string, boolean>();
    for (const dependency of [document, ...features].flatMap((holder) => listAt(holder, 'dependencies'))) {
      const name = typeof dependency === 'string' ? dependency : textAt(dependency, 'name');
      const dev = valueAt(dependency, 'host') === true;
      if (name !== undefined) ports.set(name, dev && (ports.get(name) ?? true));
    }
    ports.delete(textAt(document, 'name') ?? '');
    manifests.push({ file, ports, overrides: overridesOf(document) });
  }
  return manifests;
}

const VERSION_FIELDS = ['version', 'version-semver', 'version-date', 'version-string'];

function overridesOf(document: Table): ReadonlyMap<string, string> {
  const overrides = new Map<string, string>();
  for (const override of listAt(document, 'overrides')) {
    const name = textAt(override, 'name');
    const version = VERSION_FIELDS.map((field) => textAt(override, field)).find((text) => text !== undefined);
    if (name !== undefined && version !== undefined) overrides.set(name, withoutPortVersion(version));
  }
  return overrides;
}

async function readInstalled(sources: ProjectSources): Promise<readonly InstalledPort[]> {
  const ports: InstalledPort[] = [];
  for (const [file, document] of await sources.parseNamed(/^vcpkg\.spdx\.json$/, parseJson)) {
    const entries = listAt(document, 'packages').filter(isTable);
    const port = entries.find((entry) => textAt(entry, 'SPDXID') === 'SPDXRef-port');
    const version = textAt(port, 'versionInfo');
    if (version === undefined) continue;
    const name = textAt(port, 'name') ?? basename(dirname(file));
    const source = entries.find((entry) => textAt(entry, 'SPDXID')?.startsWith('SPDXRef-resource'));
    const repository = repositoryOf(withoutRevision(textAt(source, 'downloadLocation') ?? ''));
    ports.push({ file, name, version: withoutPortVersion(version), repository });
  }
  return ports;
}

/** `9.1.0#1`: recipe revision 1 of version 9.1.0. */
const withoutPortVersion = (version: string) => version.replace(/#\d+$/, '');
