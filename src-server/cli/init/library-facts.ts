import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import type { Language } from '../../contract/api/api.ts';
import type { PackageNamespace } from '../../contract/api/skill-extensions.ts';
import { runGit } from '../../platform/run-git.ts';
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
  ['go.mod', ['go', 'go_mod', readGoMod]],
  ['package.json', ['js', 'npm', readPackageJson]],
  ['CMakeLists.txt', ['cpp', undefined, readCmakeLists]],
]);

export const PACKAGE_FILES: readonly string[] = [...READERS.keys()];
const MAX_FILE_BYTES = 1024 * 1024;

/** @param folder absolute, links resolved */
export async function readLibrary(folder: string, wanted: Language | undefined) {
  const unread: string[] = [];
  const texts: Record<string, string> = {};
  for (const name of PACKAGE_FILES) {
    const read = disk.read({ path: join(folder, name), inside: folder, maxSize: MAX_FILE_BYTES });
    if (read.ok) texts[name] = read.bytes.toString('utf8');
    else if (read.cause !== 'gone') unread.push(`${name} can’t be read, or is too large, so it was not.`);
  }
  let root = folder;
  while (!existsSync(join(root, '.git')) && dirname(root) !== root) root = dirname(root);
  const limits = { env: process.env, cwd: root, maxMs: 5_000, maxBytes: 10_000 };
  // A fork's library is upstream.
  const runs = ['upstream', 'origin'].map((remote) =>
    runGit(['config', '--get', `remote.${remote}.url`], limits),
  );
  const remotes = (await Promise.all(runs)).map((run) => (run.ok ? run.out.toString('utf8').trim() : ''));
  const { facts, notes } = libraryFacts(texts, remotes, wanted);
  return { facts, notes: [...unread, ...notes] };
}

/**
 * `repo` is `author/name` on its host.
 *
 * @param texts of package files
 * @param remotes of git, if the package names no repository
 * @param wanted default: the language of the first file
 */
export function libraryFacts(
  texts: Readonly<Record<string, string>>,
  remotes: readonly string[] = [],
  wanted?: Language,
) {
  const notes: string[] = [];
  const found = [...READERS].flatMap(([file, [language, namespace, read]]) => {
    const text = texts[file];
    if (text === undefined) return [];
    try {
      return [{ language, namespace, ...read(text.replace(/^\uFEFF/, '')) }];
    } catch {
      notes.push(`${file} can’t be parsed, so nothing in it was used.`);
      return [{ language, namespace, addresses: [] }];
    }
  });
  const language = wanted ?? found[0]?.language;
  const own = found.filter((each) => each.language === language);
  const addresses = [...own.flatMap((each) => each.addresses), ...remotes];
  const repository = addresses.map((address = '') => findRepository(address)).find(Boolean);
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
      ...(repository && { repo: `${repository.author}/${repository.name}` }),
      packages: Object.fromEntries(packages) as Partial<Record<PackageNamespace, string>>,
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

const SOURCES = /^(?:home ?page|source ?(?:code)?|repository|repo|code|git(?:hub|lab)?)$/i;

function readPyproject(text: string): LibraryManifest {
  const document = parse(text);
  const poetry = tableAt(document, 'tool', 'poetry');
  const project = { ...poetry, ...tableAt(document, 'project') };
  const urls = Object.entries({ ...poetry, ...tableAt(project, 'urls') });
  const addresses = urls.flatMap(([label, url]) =>
    SOURCES.test(label) && typeof url === 'string' ? page(url) : [],
  );
  return { name: textAt(project, 'name'), version: textAt(project, 'version'), addresses };
}

function readGoMod(text: string): LibraryManifest {
  const module = /^[ \t]*module[ \t]+"?([^\s"]{1,1000})"?/m.exec(text)?.[1] ?? '';
  const path = module.replace(/\/v\d+$/, '');
  const name = /^[^/]*?(?=(?:\.v\d+)?$)/.exec(path.slice(path.lastIndexOf('/') + 1))?.[0];
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
