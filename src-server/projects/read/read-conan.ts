import { groupBy } from '../../contract/words.ts';
import { dirname, inFolder } from './file-paths.ts';
import type { NamedPackage, PackageRows } from './package-rows.ts';
import { type ProjectSources, parseJson } from './project-sources.ts';
import { isTable, tableAt, textAt, textsOf, valueAt } from './values.ts';

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
