import { groupBy } from '../contract/words.ts';
import type { NamedPackage, PackageRows } from './package-rows.ts';
import {
  basename,
  dirname,
  inFolder,
  isTable,
  listAt,
  type ProjectSources,
  parseJson,
  tableAt,
  textAt,
  textsOf,
  valueAt,
} from './project-sources.ts';
import { repositoryOf } from './repository-address.ts';

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

interface ConanPackage extends NamedPackage {
  readonly dev: boolean;
  /** Undefined in lock files of format 2, without graph. */
  readonly direct?: boolean | undefined;
}

/** conanfile.txt, literals of conanfile.py, conan.lock of Conan 1 and 2. */
export async function readConan(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const locks = await sources.parseNamed(/^conan\.lock$/, (text) => conanLock(parseJson(text)));
  const manifests = await sources.parseNamed(/^conanfile\.(?:txt|py)$/, (text, file) =>
    file.endsWith('.py') ? scriptRequirements(text) : textRequirements(text),
  );
  const declared = new Set<string>();
  for (const [file, requirements] of manifests) {
    if (file.endsWith('.py'))
      sources.unread(file, 'is read in part: a script, of which only literal requirements are read');
    const key = ({ name, dev }: ConanPackage) => `${dev} ${name}`;
    const locked = groupBy(locks.get(inFolder(dirname(file), 'conan.lock')) ?? [], key);
    for (const [each, required] of groupBy(requirements, key))
      for (const found of locked.get(each) ?? required) {
        declared.add(`${dirname(file)}/${found.name}`);
        rows.add({ ...found, ecosystem: 'conan', direct: true, file });
      }
  }
  const folders = new Set([...manifests.keys()].map(dirname));
  for (const [file, packages] of locks)
    for (const { direct, ...found } of packages) {
      // Without graph, the conanfile in the same folder decides.
      const isDeclared = !folders.has(dirname(file)) || declared.has(`${dirname(file)}/${found.name}`);
      rows.add({ ...found, ecosystem: 'conan', direct: direct ?? isDeclared, file });
    }
}

/** Conan 1 (`graph_lock`) or 2 (`requires`). */
function conanLock(document: unknown): readonly ConanPackage[] {
  const required = valueAt(document, 'requires');
  if (!isTable(valueAt(document, 'graph_lock'))) {
    if (!Array.isArray(required)) throw new Error('it is neither of Conan 1 nor of Conan 2');
    const tools = ['build_requires', 'python_requires', 'config_requires'].flatMap((field) =>
      textsOf(valueAt(document, field)),
    );
    return [...references(textsOf(required), false), ...references(tools, true)];
  }
  const nodes = tableAt(document, 'graph_lock', 'nodes');
  const [needed, tools] = ['requires', 'build_requires'].map(
    (field) => new Set(textsOf(valueAt(nodes, '0', field))),
  );
  return Object.entries(nodes).flatMap(([id, node]) => {
    // A root with a path is the project's own recipe.
    if (id === '0' && textAt(node, 'path') !== undefined) return [];
    const isTool = tools?.has(id) ?? false;
    const found = references(textsOf(valueAt(node, 'ref')), isTool || textAt(node, 'context') === 'build');
    return found.map((each) => ({ ...each, direct: isTool || needed?.has(id) }));
  });
}

const TOOLS = new Set(['build_requires', 'tool_requires', 'test_requires']);

function textRequirements(text: string): readonly ConanPackage[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    const plain = line.replace(/(?:^|\s)#.*/s, '').trim();
    const heading = /^\[(\w+)\]$/.exec(plain)?.[1];
    section = heading ?? section;
    return section === 'requires' || TOOLS.has(section) ? references([plain], TOOLS.has(section)) : [];
  });
}

/** `requires = "fmt/9.1.0", "zlib/1.3.1"`, `self.requires("fmt/9.1.0")` */
const LITERALS = /\b((?:build_|tool_|test_)?requires)\s*[=(][\s[(]*((?:["'][^"'\n]*["'][\s,]*)+)/g;

function scriptRequirements(text: string): readonly ConanPackage[] {
  return [...text.replace(/^[ \t]*#.*$/gm, '').matchAll(LITERALS)].flatMap(([, kind = '', values = '']) =>
    references(values.split(/["']/), TOOLS.has(kind)),
  );
}

/** `fmt/9.1.0@user/channel#revision%time`, from `@` on optional. Null version for ranges: `fmt/[>9]`. */
function references(texts: readonly string[], dev: boolean): readonly ConanPackage[] {
  return texts.flatMap((text) => {
    const [, name, version = ''] = /^([\w.+-]+)\/(\[[^\]]*\]|[^@#%\s]+)(?:[@#%].*)?$/.exec(text.trim()) ?? [];
    if (name === undefined || /[{}]/.test(text)) return [];
    return [{ name, version: version.startsWith('[') ? null : version, dev }];
  });
}
