/** Reads packages of C and C++, from vcpkg and Conan. */

import { groupBy } from '../contract/words.ts';
import { repositoryOf } from './package-address.ts';
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

const VCPKG_VERSION_FIELDS = ['version', 'version-semver', 'version-date', 'version-string'];

/** Reads vcpkg.json, and the versions of `vcpkg_installed/<triplet>/share/<port>/vcpkg.spdx.json`. */
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
        withoutPortVersion(VCPKG_VERSION_FIELDS.flatMap((field) => textAt(override, field) ?? [])[0] ?? ''),
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

/** Returns the ports of a manifest. Those that only the build needs are `dev`. */
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

/** Takes the revision of the recipe off: `9.1.0#1` is version 9.1.0. */
const withoutPortVersion = (version: string) => version.replace(/#\d+$/, '');

interface ConanPackage extends NamedPackage {
  readonly dev: boolean;
  /** It is undefined in lock files of format 2, which have no graph. */
  readonly direct?: boolean | undefined;
}

/** Reads conanfile.txt, the literals of conanfile.py, and conan.lock of Conan 1 and 2. */
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

/** Reads a lock file of Conan 1 (`graph_lock`) or 2 (`requires`). */
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

const CONAN_TOOL_SECTIONS = new Set(['build_requires', 'tool_requires', 'test_requires']);

function textRequirements(text: string): readonly ConanPackage[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    const plain = line.replace(/(?:^|\s)#.*/s, '').trim();
    const heading = /^\[(\w+)\]$/.exec(plain)?.[1];
    section = heading ?? section;
    return section === 'requires' || CONAN_TOOL_SECTIONS.has(section)
      ? references([plain], CONAN_TOOL_SECTIONS.has(section))
      : [];
  });
}

/** Finds `requires = "fmt/9.1.0", "zlib/1.3.1"` and `self.requires("fmt/9.1.0")`. */
const CONAN_LITERALS = /\b((?:build_|tool_|test_)?requires)\s*[=(][\s[(]*((?:["'][^"'\n]*["'][\s,]*)+)/g;

function scriptRequirements(text: string): readonly ConanPackage[] {
  return [...text.replace(/^[ \t]*#.*$/gm, '').matchAll(CONAN_LITERALS)].flatMap(
    ([, kind = '', values = '']) => references(values.split(/["']/), CONAN_TOOL_SECTIONS.has(kind)),
  );
}

/**
 * Parses `fmt/9.1.0@user/channel#revision%time`, in which everything from `@` on is optional. The version of
 * a range, `fmt/[>9]`, is null.
 */
function references(texts: readonly string[], dev: boolean): readonly ConanPackage[] {
  return texts.flatMap((text) => {
    const [, name, version = ''] = /^([\w.+-]+)\/(\[[^\]]*\]|[^@#%\s]+)(?:[@#%].*)?$/.exec(text.trim()) ?? [];
    if (name === undefined || /[{}]/.test(text)) return [];
    return [{ name, version: version.startsWith('[') ? null : version, dev }];
  });
}
