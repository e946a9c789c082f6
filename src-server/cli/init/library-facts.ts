import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import type { Language } from '../../contract/api/api.ts';
import type { PackageNamespace } from '../../contract/api/skill-extensions.ts';
import { runGit } from '../../platform/run-git.ts';
import { parseIni } from '../../projects/read/python/python-manifests.ts';
import { goRepository } from '../../projects/read/read-go.ts';
import { tableAt, textAt } from '../../projects/read/values.ts';
import { findRepository, isKnownHost } from '../../projects/repository-address.ts';
import { disk } from '../../registry/worker/disk.ts';

interface LibraryManifest {
  readonly name?: string | undefined;
  /** In the ecosystem; default: `name`. */
  readonly packageName?: string | undefined;
  readonly version?: string | undefined;
  readonly addresses: readonly (string | undefined)[];
}

type Reader = (text: string) => LibraryManifest;

/** By precedence. */
const READERS: ReadonlyMap<string, readonly [Language, PackageNamespace | undefined, Reader]> = new Map([
  ['Cargo.toml', ['rust', 'crates_io', readCargoToml]],
  ['pyproject.toml', ['python', 'pypi', readPyproject]],
  ['setup.cfg', ['python', 'pypi', readSetupCfg]],
  ['go.mod', ['go', 'go_mod', readGoMod]],
  ['package.json', ['js', 'npm', readPackageJson]],
  ['CMakeLists.txt', ['cpp', undefined, readCmakeLists]],
]);

export const PACKAGE_FILES: readonly string[] = [...READERS.keys()];
const MAX_FILE_BYTES = 1024 * 1024;

/** @param folder absolute, links resolved */
export async function readLibrary(folder: string, wanted: Language | undefined) {
  const unread: string[] = [];
  const packages: Record<string, string> = {};
  for (const name of PACKAGE_FILES) {
    const read = disk.read({ path: join(folder, name), inside: folder, maxSize: MAX_FILE_BYTES });
    if (read.ok) packages[name] = read.bytes.toString('utf8');
    else if (read.cause !== 'gone') unread.push(`${name} can’t be read, or is too large, so it was not.`);
  }
  const { facts, notes } = libraryFacts(packages, await gitRemote(folder), wanted);
  return { facts, notes: [...unread, ...notes] };
}

/** Of `upstream` (a fork's library), else of `origin`. */
async function gitRemote(folder: string): Promise<string | undefined> {
  let root = folder;
  while (!existsSync(join(root, '.git')) && dirname(root) !== root) root = dirname(root);
  for (const remote of ['upstream', 'origin']) {
    const limits = { env: process.env, cwd: root, maxMs: 5_000, maxBytes: 10_000 };
    const run = await runGit(['config', '--get', `remote.${remote}.url`], limits);
    if (run.ok) return run.out.toString('utf8').trim();
  }
  return undefined;
}

/**
 * `repo` is `author/name` on its host.
 *
 * @param texts of package files
 * @param wanted default: the language of the first file
 */
export function libraryFacts(texts: Readonly<Record<string, string>>, remote?: string, wanted?: Language) {
  const notes: string[] = [];
  const found = [...READERS].flatMap(([file, [language, namespace, read]]) => {
    const text = texts[file];
    if (text === undefined) return [];
    try {
      return [{ file, language, namespace, ...read(text.replace(/^\uFEFF/, '')) }];
    } catch {
      notes.push(`${file} can’t be parsed, so nothing in it was used.`);
      return [{ file, language, namespace, addresses: [] }];
    }
  });
  const language = wanted ?? found[0]?.language;
  const own = found.filter((each) => each.language === language);
  const others = found.filter((each) => each.language !== language).map(({ file }) => file);
  if (wanted === undefined && others.length > 0)
    notes.push(`Used ${found[0]?.file} for the language, not ${others.join(', ')}. To change: --language.`);
  const named = [...own, { file: 'git’s remote', addresses: [remote] }].flatMap(({ file, addresses }) =>
    addresses.map((address = '') => ({ file, found: findRepository(address) })),
  );
  const first = named.find((each) => each.found !== undefined);
  const name = own.map((each) => shown(each.name)).find(Boolean);
  const version = own.map((each) => shown(each.version)).find(Boolean);
  const packages = own.flatMap((each) => {
    const packageName = each.packageName ?? each.name ?? '';
    const isFit = /^@?\w[\w@./~+-]{0,199}$/.test(packageName) && each.namespace !== undefined;
    return isFit ? [[each.namespace, packageName] as const] : [];
  });
  return {
    facts: {
      ...(language && { language }),
      ...(name && { name }),
      ...(version && { version }),
      ...(first?.found && { repo: `${first.found.author}/${first.found.name}`, repoFrom: first.file }),
      packages: Object.fromEntries(packages.reverse()) as Partial<Record<PackageNamespace, string>>,
    },
    notes,
  };
}

/** One line without invisible characters. */
function shown(text = ''): string | undefined {
  const line = text.slice(0, 100).replace(/\s+/g, ' ').trim();
  return line === '' || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(line) ? undefined : line;
}

/** A page of the repository, perhaps. */
function page(address = ''): string | undefined {
  return isKnownHost(findRepository(address)?.host ?? '') ? address : undefined;
}

function readCargoToml(text: string): LibraryManifest {
  const document = parse(text);
  const own = { ...tableAt(document, 'workspace', 'package'), ...tableAt(document, 'package') };
  const addresses = [textAt(own, 'repository'), page(textAt(own, 'homepage'))];
  return { name: textAt(document, 'package', 'name'), version: textAt(own, 'version'), addresses };
}

const SOURCES = /^(?:source ?(?:code)?|repository|repo|code|git(?:hub|lab)?)$/i;

function readPyproject(text: string): LibraryManifest {
  const document = parse(text);
  const poetry = tableAt(document, 'tool', 'poetry');
  const project = { ...poetry, ...tableAt(document, 'project') };
  const urls = Object.entries({ ...poetry, ...tableAt(project, 'urls') });
  const labelled = (labels: RegExp) =>
    urls.flatMap(([label, url]) => (labels.test(label) && typeof url === 'string' ? url : []));
  const addresses = [...labelled(SOURCES), ...labelled(/^(?:home ?page|issues|tracker)$/i).map(page)];
  return { name: textAt(project, 'name'), version: textAt(project, 'version'), addresses };
}

function readSetupCfg(text: string): LibraryManifest {
  const metadata = parseIni(text).get('metadata');
  const [name, version, url] = ['name', 'version', 'url'].map((field) => metadata?.get(field)?.trim());
  return { name, version: version?.includes(':') ? undefined : version, addresses: [page(url)] };
}

function readGoMod(text: string): LibraryManifest {
  const module = /^[ \t]*module[ \t]+"?([^\s"]{1,1000})"?/m.exec(text)?.[1] ?? '';
  const path = module.replace(/\/v\d+$/, '');
  const name = path
    .split('/')
    .at(-1)
    ?.replace(/\.v\d+$/, '');
  return { name, packageName: module, addresses: [page(path), page(goRepository(path))] };
}

function readPackageJson(text: string): LibraryManifest {
  const document: unknown = JSON.parse(text);
  const packageName = textAt(document, 'name');
  const repository = textAt(document, 'repository', 'url') ?? textAt(document, 'repository');
  const addresses = [repository, page(textAt(document, 'homepage'))];
  // The scope is an owner, not part of the library's name.
  const name = packageName?.replace(/^@[^/]*\//, '');
  return { name, packageName, version: textAt(document, 'version'), addresses };
}

function readCmakeLists(text: string): LibraryManifest {
  const [, name, more = ''] =
    /^[ \t]*project[ \t]*\(\s*"?([\w.+-]{1,100})(?![\w$])([^)]{0,5000})/im.exec(text) ?? [];
  return { name, version: /\bVERSION\s+"?([\d.]+)/.exec(more)?.[1], addresses: [] };
}
