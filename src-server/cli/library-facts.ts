/** Reads what the files of a library say of it, for `init`. */

import { existsSync } from 'node:fs';
import { dirname, join, parse as parsePath, relative, resolve, sep } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import type { Language } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import type { PackageNamespace } from '../contract/skill-format.ts';
import { isAtOrBelow } from '../platform/files.ts';
import { runGit } from '../platform/git.ts';
import { findRepository, isKnownHost, repoOf } from '../projects/package-address.ts';
import {
  isTable,
  listAt,
  type Table,
  tableAt,
  tableOf,
  textAt,
  textsOf,
  valueAt,
} from '../projects/project-sources.ts';
import { goRepository } from '../projects/read-go.ts';
import { parseLockYaml } from '../projects/read-npm.ts';
import { disk } from '../registry/worker/disk.ts';

interface LibraryManifest {
  readonly name?: string | undefined;
  /** The name of the package in its ecosystem; by default `name`. */
  readonly packageName?: string | undefined;
  readonly version?: string | undefined;
  readonly addresses: readonly (string | undefined)[];
  /** Why there is no version, as a sentence for people that lacks the file’s name. */
  readonly lacksVersion?: string | undefined;
}

/** Reads a manifest. `workspace` is that of the workspace that lists the package, or ''. */
type Reader = (text: string, workspace: string) => LibraryManifest;

/** The readers by file, in the order of precedence. */
const MANIFEST_READERS: ReadonlyMap<string, readonly [Language, PackageNamespace | undefined, Reader]> =
  new Map([
    ['Cargo.toml', ['rust', 'crates_io', readCargoToml]],
    ['pyproject.toml', ['python', 'pypi', readPyproject]],
    ['go.mod', ['go', 'go_mod', readGoMod]],
    ['package.json', ['js', 'npm', readPackageJson]],
    ['CMakeLists.txt', ['cpp', undefined, readCmakeLists]],
  ]);

export const PACKAGE_FILES: readonly string[] = [...MANIFEST_READERS.keys()];

/** What the files of a library say of it. What they don’t say is absent. */
export interface LibraryFacts {
  readonly language?: Language;
  readonly name?: string;
  readonly version?: string;
  /** The repository, as skill.json's `repo` names it. */
  readonly repo?: string;
  /** The names of packages by namespace of their ecosystem, such as `crates_io`. */
  readonly packages: Partial<Record<PackageNamespace, string>>;
}

interface ReadLibrary {
  readonly facts: LibraryFacts;
  /** Sentences about what could not be used. */
  readonly notes: readonly string[];
  /** Why the repository isn’t that of git’s `origin`, as a sentence. */
  readonly choice: string | undefined;
}

/** Reads what the files of a library say. `folder` is absolute, with links resolved. */
export async function readLibrary(folder: string, wanted: Language | undefined): Promise<ReadLibrary> {
  const unread: string[] = [];
  const texts: Record<string, string> = {};
  const workspaces: Record<string, string> = {};
  const repository = gitRootOf(folder);
  const root = repository ?? folder;
  const top = repository ?? parsePath(folder).root;
  for (const name of PACKAGE_FILES) {
    const read = disk.read({
      path: join(folder, name),
      inside: folder,
      maxSize: LIMITS.libraryManifestBytes,
    });
    if (read.ok) {
      const text = read.bytes.toString('utf8');
      texts[name] = text;
      workspaces[name] = WORKSPACE_FINDERS[name]?.({ folder, top, text }) ?? '';
    } else if (read.cause !== 'gone') unread.push(`${name} can’t be read, or is too large, so it was not.`);
  }
  const limits = { env: process.env, cwd: root, maxMs: 5_000, maxBytes: 10_000 };
  const runs = REMOTES.map((remote) => runGit(['config', '--get', `remote.${remote}.url`], limits));
  const remotes = (await Promise.all(runs)).map((run) => (run.ok ? run.out.toString('utf8').trim() : ''));
  const { notes, ...found } = libraryFacts(texts, remotes, wanted, workspaces);
  return { ...found, notes: [...unread, ...notes] };
}

/** The remotes of git that may name the library. In a fork, `upstream` is the library. */
const REMOTES = ['upstream', 'origin'] as const;

function gitRootOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/**
 * Collects what the package files and the remotes say.
 *
 * @param texts of package files
 * @param remotes of git, as in `REMOTES`, if no package names a repository
 * @param wanted default: the language of the first file
 * @param workspaces by package file, see `Reader`
 */
export function libraryFacts(
  texts: Readonly<Record<string, string>>,
  remotes: readonly string[] = [],
  wanted?: Language,
  workspaces: Readonly<Record<string, string>> = {},
): ReadLibrary {
  const notes: string[] = [];
  const found = [...MANIFEST_READERS].flatMap(([file, [language, namespace, read]]) => {
    const text = texts[file];
    if (text === undefined) return [];
    try {
      const manifest = read(text.replace(/^\uFEFF/, ''), (workspaces[file] ?? '').replace(/^\uFEFF/, ''));
      return [{ file, language, namespace, ...manifest }];
    } catch {
      notes.push(`${file} can’t be parsed, so nothing in it was used.`);
      return [{ file, language, namespace, addresses: [] }];
    }
  });
  const language = wanted ?? found[0]?.language;
  const own = found.filter((each) => each.language === language);
  // A package of another language in the same folder knows the repository better than a fork's origin.
  const manifests = [...own, ...found.filter((each) => each.language !== language)];
  const sources = [
    ...manifests.flatMap(({ file, addresses }) => addresses.map((address) => [file, address] as const)),
    ...remotes.map((address, at) => [`git’s remote ${REMOTES[at]}`, address] as const),
  ];
  const named = sources.flatMap(([source, address = '']) => {
    const repository = findRepository(address);
    return repository === undefined ? [] : [{ source, repo: repoOf(repository) }];
  });
  const repository = named[0];
  const origin = named.find(({ source }) => source === ORIGIN_REMOTE)?.repo;
  const isOther = repository !== undefined && origin?.toLowerCase() !== repository.repo.toLowerCase();
  const choice =
    origin !== undefined && isOther
      ? `The repository is ${repository.repo}, as ${repository.source} says; ${ORIGIN_REMOTE} is ${origin}.`
      : undefined;
  const name = own.map((each) => shown(each.name)).find(Boolean);
  const version = own.map((each) => shown(each.version)).find(Boolean);
  if (version === undefined)
    for (const { file, lacksVersion } of own)
      if (lacksVersion !== undefined)
        notes.push(`${file} ${lacksVersion}, so the version isn’t known: write it into skill.json.`);
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
      ...(repository && { repo: repository.repo }),
      packages: Object.fromEntries(packages) as Partial<Record<PackageNamespace, string>>,
    },
    notes,
    choice,
  };
}

const ORIGIN_REMOTE = 'git’s remote origin';

/** Returns the text as one line, if it has no invisible characters. */
function shown(text = ''): string | undefined {
  const line = text.slice(0, 100).replace(/\s+/g, ' ').trim();
  return line === '' || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(line) ? undefined : line;
}

/** Returns an address if it may be a page of a repository. */
function page(address = ''): string | undefined {
  return isKnownHost(findRepository(address)?.host ?? '') ? address : undefined;
}

/** Reads a package, or the facts that members of a virtual workspace inherit. */
function readCargoToml(text: string, workspace: string): LibraryManifest {
  const document = parseToml(text);
  // A package at the root of a workspace inherits from its own manifest.
  const holder = isTable(valueAt(document, 'workspace')) ? document : parseToml(workspace);
  const inherited = tableAt(holder, 'workspace', 'package');
  const own = tableAt(document, 'package');
  const isVirtual = !isTable(valueAt(document, 'package'));
  const isInherited = (field: string) => isVirtual || valueAt(own, field, 'workspace') === true;
  const fact = (field: string) => textAt(isInherited(field) ? inherited : own, field);
  const version = fact('version');
  return {
    name: textAt(own, 'name'),
    version,
    // A workspace's repository is that of its members, too.
    addresses: [fact('repository'), page(fact('homepage')), textAt(inherited, 'repository')],
    lacksVersion:
      version === undefined && !isVirtual && isInherited('version')
        ? 'inherits its version from a workspace, and none above lists the package with a version'
        : undefined,
  };
}

const SOURCE_LABEL = /^(?:home ?page|source ?(?:code)?|repository|repo|code|git(?:hub|lab)?)$/i;

function readPyproject(text: string): LibraryManifest {
  const document = parseToml(text);
  const poetry = tableAt(document, 'tool', 'poetry');
  const project = { ...poetry, ...tableAt(document, 'project') };
  const urls = Object.entries({ ...poetry, ...tableAt(project, 'urls') });
  const addresses = urls.flatMap(([label, url]) =>
    SOURCE_LABEL.test(label) && typeof url === 'string' ? page(url) : [],
  );
  // The plugin's version in the file is a placeholder.
  const isReplaced = valueAt(document, 'tool', 'poetry-dynamic-versioning', 'enable') === true;
  const version = isReplaced ? undefined : textAt(project, 'version');
  const isDynamic = isReplaced || textsOf(valueAt(project, 'dynamic')).includes('version');
  const lacksVersion = isDynamic ? 'has a dynamic version, made by the build' : undefined;
  return { name: textAt(project, 'name'), version, addresses, lacksVersion };
}

function readGoMod(text: string): LibraryManifest {
  const module = /^[ \t]*module[ \t]+"?([^\s"]{1,1000})"?/m.exec(text)?.[1] ?? '';
  const path = module.replace(/\/v\d+$/, '');
  const name = /^[^/]*?(?=(?:\.v\d+)?$)/.exec(path.slice(path.lastIndexOf('/') + 1))?.[0];
  return { name, packageName: module, addresses: [page(path), page(goRepository(path))] };
}

function readPackageJson(text: string, workspace: string): LibraryManifest {
  const document: unknown = JSON.parse(text);
  const packageName = textAt(document, 'name');
  const repositoryIn = (manifest: unknown) =>
    textAt(manifest, 'repository', 'url') ?? textAt(manifest, 'repository');
  const around = repositoryIn(workspace === '' ? {} : JSON.parse(workspace));
  const addresses = [repositoryIn(document), page(textAt(document, 'homepage')), around];
  // The scope is an owner, not part of the library's name.
  const name = packageName?.replace(/^@[^/]*\//, '');
  return { name, packageName, version: textAt(document, 'version'), addresses };
}

function readCmakeLists(text: string): LibraryManifest {
  const [, name, more = ''] =
    /^[ \t]*project[ \t]*\(\s*"?([\w.+-]{1,100})(?![\w$])([^)]{0,5000})/im.exec(text) ?? [];
  return { name, version: /\bVERSION\s+"?([\d.]+)/.exec(more)?.[1], addresses: [] };
}

interface Package {
  /** The absolute path of the folder, with links resolved. */
  readonly folder: string;
  /** The topmost folder whose manifest may be read. */
  readonly top: string;
  /** The text of the package’s own manifest. */
  readonly text: string;
}

/**
 * Find the manifest of the workspace that lists a package, from which the package inherits, by the rules of Cargo, npm and
 * pnpm. Manifests that can't be read or parsed are no workspace.
 */
export const WORKSPACE_FINDERS: Readonly<Record<string, (of: Package) => string | undefined>> = {
  'Cargo.toml': findCargoWorkspace,
  'package.json': findNpmWorkspace,
};

function findCargoWorkspace(of: Package): string | undefined {
  const named = textAt(attempt(parseToml, of.text), 'package', 'workspace');
  const folders = named === undefined ? foldersAbove(of) : [resolve(of.folder, named)];
  for (const folder of folders) {
    const text = readBelow(of.top, join(folder, 'Cargo.toml'));
    const document = attempt(parseToml, text);
    if (valueAt(document, 'workspace') === undefined) continue;
    const path = pathFrom(folder, of.folder);
    const isListed = matchesAny(textsAt(document, 'workspace', 'members'), path);
    const isExcluded = textsAt(document, 'workspace', 'exclude').some((each) => coversPath(each, path));
    // Cargo looks further above a workspace that excludes the package.
    if (isExcluded && !isListed) continue;
    return isListed || pathDependencies(document).some((each) => samePath(each, path)) ? text : undefined;
  }
  return undefined;
}

/** Returns the paths of dependencies, which are members without being listed. */
function pathDependencies(document: unknown): readonly string[] {
  const holders = [document, valueAt(document, 'workspace'), ...Object.values(tableAt(document, 'target'))];
  return holders.flatMap((holder) =>
    ['dependencies', 'dev-dependencies', 'build-dependencies'].flatMap((section) =>
      Object.values(tableAt(holder, section)).flatMap((value) => textAt(value, 'path') ?? []),
    ),
  );
}

function findNpmWorkspace(of: Package): string | undefined {
  for (const folder of foldersAbove(of)) {
    const text = readBelow(of.top, join(folder, 'package.json'));
    const document = attempt(JSON.parse, text);
    const listed = valueAt(document, 'workspaces');
    const pnpm = attempt(parseLockYaml, readBelow(of.top, join(folder, 'pnpm-workspace.yaml')));
    const globs = [...textsOf(listed), ...textsAt(listed, 'packages'), ...textsAt(pnpm, 'packages')];
    const path = pathFrom(folder, of.folder);
    const [kept, left] = [
      globs.filter((glob) => !glob.startsWith('!')),
      globs.filter((glob) => glob.startsWith('!')),
    ];
    const isLeft = matchesAny(
      left.map((glob) => glob.slice(1)),
      path,
    );
    if (matchesAny(kept, path) && !isLeft) return text;
  }
  return undefined;
}

function attempt(read: (text: string) => unknown, text: string | undefined): Table {
  if (text === undefined) return {};
  try {
    return tableOf(read(text.replace(/^\uFEFF/, '')));
  } catch {
    return {};
  }
}

function textsAt(value: unknown, ...keys: readonly string[]): readonly string[] {
  return listAt(value, ...keys).filter((each) => typeof each === 'string');
}

function readBelow(top: string, path: string): string | undefined {
  if (!isAtOrBelow(path, top)) return undefined;
  const read = disk.read({ path, inside: top, maxSize: LIMITS.libraryManifestBytes });
  return read.ok ? read.bytes.toString('utf8') : undefined;
}

/** Returns the folders above a package, the nearest first. */
function foldersAbove({ folder, top }: Package): readonly string[] {
  const above: string[] = [];
  for (let at = dirname(folder); isAtOrBelow(at, top) && at !== above.at(-1); at = dirname(at))
    above.push(at);
  return above;
}

/** Returns a relative path, always with `/`. */
function pathFrom(folder: string, below: string): string {
  return relative(folder, below).split(sep).join('/');
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '' && part !== '.');
const samePath = (a: string, b: string) => partsOf(a).join('/') === partsOf(b).join('/');
const coversPath = (folder: string, path: string) =>
  partsOf(folder).every((part, at) => part === partsOf(path)[at]);

function matchesAny(globs: readonly string[], path: string): boolean {
  const parts = partsOf(path);
  return globs.some((glob) => matchesList(partsOf(glob), parts, '**', matchesPart));
}

/** Matches a part of a path, in which `*` and `?` are wild. */
function matchesPart(glob: string, part: string): boolean {
  return matchesList([...glob], [...part], '*', (sign, character) => sign === '?' || sign === character);
}

/**
 * Matches lists. It goes back to the last `wild` only, so that the steps are at most the product of both
 * lengths.
 */
function matchesList(
  pattern: readonly string[],
  items: readonly string[],
  wild: string,
  matches: (sign: string, item: string) => boolean,
): boolean {
  let at = 0;
  let last = -1;
  let resumed = 0;
  for (let index = 0; index < items.length; ) {
    const sign = pattern[at];
    if (sign === wild) {
      last = at;
      resumed = index;
      at += 1;
    } else if (sign !== undefined && matches(sign, items[index] ?? '')) {
      at += 1;
      index += 1;
    } else if (last >= 0) {
      resumed += 1;
      index = resumed;
      at = last + 1;
    } else return false;
  }
  return pattern.slice(at).every((sign) => sign === wild);
}
