/** Reads packages of Python, with their lock files and files of requirements. */

import { parse } from 'smol-toml';
import { groupBy } from '../contract/words.ts';
import { gitSource, pypiName } from './package-address.ts';
import {
  addDeclared,
  addLockFile,
  type DirectUse,
  lockFolders,
  type NamedPackage,
  type PackageRows,
} from './package-rows.ts';
import {
  basename,
  dirname,
  inFolder,
  isTable,
  listAt,
  type ProjectSources,
  resolvePath,
  type Table,
  tableAt,
  textAt,
  valueAt,
} from './project-sources.ts';
import {
  type PythonManifest,
  parsePythonRequirement,
  pythonArchive,
  readPyproject,
  readSetupCfg,
  requirementAt,
} from './python-manifests.ts';

/** A package in a lock file. Without a version, all versions are meant. */
type LockReference = { readonly name: string; readonly version?: string | undefined };

/** Adds poetry.lock, uv.lock or pdm.lock (`[[package]]`), or pylock.toml (`[[packages]]`, PEP 751). */
function addPythonLock(
  rows: PackageRows,
  file: string,
  document: Table,
  manifests: ReadonlyMap<string, PythonManifest>,
): void {
  const entries = readEntries(document);
  const own = new Set([...manifests.values()].map(({ name }) => name));
  const byName = groupBy(entries, ({ locked }) => locked.name);
  const find = ({ name, version }: LockReference): readonly NamedPackage[] => {
    // A hostile lock file repeats a name.
    const named = (byName.get(name) ?? []).slice(0, 100).map(({ locked }) => locked);
    const exact = named.filter((locked) => locked.version === version);
    return exact.length > 0 ? exact : named;
  };
  const dependencies = new Map(entries.map((entry) => [entry.locked, entry.dependencies]));
  // Local packages without a manifest in the project. Otherwise, the manifest says what is direct.
  const local = entries.filter(({ locked }) => locked.isLocal && !own.has(locked.name));
  const isDeclared = manifests.size > 0 || local.some((entry) => entry.dependencies.length > 0);
  // Without a manifest, what no other package needs.
  const needed = new Set(entries.flatMap((entry) => entry.dependencies.map(({ name }) => name)));
  const roots = isDeclared ? [] : entries.filter(({ locked }) => !needed.has(locked.name));
  const usesOf = (references: readonly LockReference[], dev: boolean, from?: string) =>
    references.flatMap(find).map((target): DirectUse => ({ target, dev, file: from }));
  const uses = [
    ...roots.map(({ locked }): DirectUse => ({ target: locked, dev: false })),
    ...[...manifests].flatMap(([manifest, { dependencies }]) =>
      dependencies.flatMap(({ name, dev }) => usesOf([{ name }], dev, manifest)),
    ),
    ...local.flatMap((each) => [...usesOf(each.dependencies, false), ...usesOf(each.devDependencies, true)]),
  ];
  addLockFile(rows, {
    file,
    ecosystem: 'pypi',
    packages: entries.map(({ locked }) => locked).filter(({ name }) => !own.has(name)),
    uses: uses.filter(({ target }) => !own.has(target.name)),
    dependenciesOf: (locked) => (dependencies.get(locked) ?? []).flatMap(find),
  });
}

function readEntries(document: Table) {
  return [...listAt(document, 'package'), ...listAt(document, 'packages')].flatMap((entry) => {
    const name = textAt(entry, 'name');
    if (name === undefined) return [];
    const version = textAt(entry, 'version') ?? null;
    const locked: NamedPackage = { name: pypiName(name), version, ...sourceOf(entry) };
    const dependencies = ['dependencies', 'optional-dependencies'].flatMap((field) =>
      references(entry, field),
    );
    // Only of local packages in uv.lock.
    return [{ locked, dependencies, devDependencies: references(entry, 'dev-dependencies') }];
  });
}

function sourceOf(entry: unknown) {
  const source = tableAt(entry, 'source');
  // uv: `git = address`. Poetry: `type = "git"`, `url = address`. PDM: `git = address` in the package itself.
  // pylock.toml: `vcs = { type = "git", url = address }`.
  const git = [source, entry, tableAt(entry, 'vcs')].flatMap(
    (holder) =>
      textAt(holder, 'git') ?? (textAt(holder, 'type') === 'git' ? textAt(holder, 'url') : []) ?? [],
  )[0];
  // An archive in the project is a library as any other; a folder is a part of the project.
  const path = textAt(source, 'path') ?? textAt(entry, 'path');
  const isLocal =
    isTable(valueAt(entry, 'directory')) ||
    ['editable', 'virtual', 'directory'].some((kind) => textAt(source, kind) !== undefined) ||
    textAt(source, 'type') === 'directory' ||
    (path !== undefined && pythonArchive(path) === undefined);
  return { isLocal, ...gitSource(git) };
}

/** Reads references, which are a list, a table of lists by group, or Poetry’s table by name. */
function references(entry: unknown, field: string): readonly LockReference[] {
  const value = valueAt(entry, field);
  if (Array.isArray(value)) return value.flatMap(reference);
  const table = tableAt(entry, field);
  if (field === 'dependencies') return Object.keys(table).map((name) => ({ name: pypiName(name) }));
  return Object.values(table).flatMap((group) => (Array.isArray(group) ? group.flatMap(reference) : []));
}

function reference(value: unknown): readonly LockReference[] {
  const name = typeof value === 'string' ? parsePythonRequirement(value)?.name : textAt(value, 'name');
  return name === undefined ? [] : [{ name: pypiName(name), version: textAt(value, 'version') }];
}

/**
 * Says whether a file is one of requirements, such as `requirements.txt`, `requirements-dev.in` and
 * `requirements/dev.txt`.
 */
export function isRequirementsFile(path: string): boolean {
  return /(?:^|\/)(?:(?:dev-|test-)?requirements[\w.-]*|requirements\/[\w.-]+)\.(?:txt|in)$/i.test(path);
}

const DEVELOPMENT_FILE = /(?:^|[-_./])(?:dev|develop|development|tests?|testing|docs?|lint|ci)(?:[-_.]|$)/i;

/**
 * Reads the files of requirements that their names tell, those that manifests name, and their includes, with
 * the versions of constraints.
 */
async function readRequirements(
  sources: ProjectSources,
  rows: PackageRows,
  manifests: ReadonlyMap<string, PythonManifest>,
): Promise<void> {
  const own = new Set([...manifests.values()].flatMap(({ name }) => name ?? []));
  const constraints = new Set<string>();
  const found: (NamedPackage & { readonly direct: boolean; readonly file: string })[] = [];
  // The iterator of a set also visits items added meanwhile, and ends with circular includes.
  const files = new Set(
    sources.paths.filter((path) => isRequirementsFile(path) && !/constraints/i.test(basename(path))),
  );
  const addPath = (paths: Set<string>, from: string, path: string) => {
    const resolved = resolvePath(dirname(from), path);
    if (resolved !== undefined && sources.has(resolved)) paths.add(resolved);
    else sources.unread(from, `includes ${path.slice(0, 200)}, which is not in the project`);
  };
  for (const [file, manifest] of manifests) for (const path of manifest.files) addPath(files, file, path);
  for (const file of files) {
    const parsed = await sources.parse(file, (text) => parseRequirementsFile(text, own));
    if (parsed === undefined) continue;
    for (const include of parsed.includes) addPath(files, file, include);
    for (const constraint of parsed.constraints) addPath(constraints, file, constraint);
    for (const line of parsed.requirements) found.push({ ...line, file });
    if (parsed.unnamed > 0) sources.unread(file, unnamedLines(parsed.unnamed));
  }
  const fixed = new Map<string, string>();
  for (const file of constraints) {
    const parsed = await sources.parse(file, (text) => parseRequirementsFile(text, own));
    for (const { name, version } of parsed?.requirements ?? [])
      if (version !== null) fixed.set(name, version);
  }
  for (const line of found) {
    if (line.isLocal || own.has(line.name)) continue;
    const version = line.version ?? (line.isGit ? null : (fixed.get(line.name) ?? null));
    rows.add({ ...line, version, ecosystem: 'pypi', dev: DEVELOPMENT_FILE.test(line.file) });
  }
}

function unnamedLines(count: number): string {
  return `is read in part: ${count === 1 ? '1 requirement names' : `${count} requirements name`} no package`;
}

/** Parses a file of requirements, see https://pip.pypa.io/en/stable/reference/requirements-file-format. */
function parseRequirementsFile(text: string, own: ReadonlySet<string>) {
  const found: { readonly requirement: NamedPackage; readonly users: readonly string[] }[] = [];
  const [includes, constraints]: [string[], string[]] = [[], []];
  let unnamed = 0;
  for (const { line, users } of logicalLines(text)) {
    const [, option, value = ''] = /^(-r|-c|--requirement|--constraint)[ =]?\s*(\S.*)$/s.exec(line) ?? [];
    if (option !== undefined) (/^--?r/.test(option) ? includes : constraints).push(value);
    else {
      const requirement = parseRequirementLine(line);
      if (requirement === 'unnamed') unnamed += 1;
      else if (requirement !== undefined) found.push({ requirement, users });
    }
  }
  const names = new Set(found.map(({ requirement }) => requirement.name));
  const isGenerated = /^# This file (?:is|was) autogenerated by/im.test(text);
  const requirements = found.map(({ requirement, users }) => {
    // Without the head, "via" may be anybody's word.
    const isNoted = users.length > 0 && (isGenerated || users.every((user) => names.has(userName(user))));
    return { ...requirement, direct: !isNoted || users.some((user) => isProject(user, own)) };
  });
  return { requirements, includes, constraints, unnamed };
}

/** Parses a requirement. Options and folders are undefined. */
function parseRequirementLine(line: string): NamedPackage | 'unnamed' | undefined {
  const editable = /^(?:-e|--editable)[ =]?\s*(\S.*)$/s.exec(line)?.[1];
  const target = (editable ?? line)
    .replace(/\s+/g, ' ')
    .replace(/ --(?:hash|config-settings|global-option)[ =]\S+/g, '');
  if (target.startsWith('-')) return undefined;
  if (/^(?:[\w+]+:\/\/|git@)/.test(target)) {
    const egg = /[#&]egg=([\w.-]+)/.exec(target)?.[1];
    return egg === undefined ? 'unnamed' : requirementAt(egg, target.replace(/#.*/s, ''));
  }
  const archive = editable === undefined && !/ @ /.test(target) ? pythonArchive(target) : undefined;
  if (archive !== undefined)
    return archive.name === undefined ? 'unnamed' : requirementAt(archive.name, target.replace(/ ;.*/s, ''));
  if (editable !== undefined || /^\.{0,2}\/|^\.{1,2}(?:\[|$)|\\/.test(target)) return undefined;
  return parsePythonRequirement(target) ?? 'unnamed';
}

/**
 * Joins lines at `\`. The users of a requirement stand behind it in `# via a, b`, or below it with one on a
 * line.
 */
function logicalLines(text: string) {
  const lines: { readonly line: string; readonly users: string[] }[] = [];
  let isListing = false;
  for (const raw of text.replace(/\\\n/g, ' ').split('\n')) {
    const mark = raw.search(/(?:^|\s)#/);
    const code = (mark < 0 ? raw : raw.slice(0, mark)).trim();
    const comment = mark < 0 ? '' : raw.slice(mark).trim().slice(1).trim();
    if (code !== '') lines.push({ line: code, users: [] });
    const isVia = /^via(?:\s|$)/.test(comment);
    isListing = comment !== '' && (isVia || (isListing && code === '' && /^\s/.test(raw)));
    if (!isListing) continue;
    const users = (isVia ? comment.slice('via'.length) : comment).split(',').map((user) => user.trim());
    for (const user of users) if (user !== '') lines.at(-1)?.users.push(user);
  }
  return lines;
}

/** Returns the name of a user: that of `app (pyproject.toml)` and of `app:dev` is `app`. */
const userName = (user: string) => pypiName(user.replace(/[ (:[].*/s, ''));

function isProject(user: string, own: ReadonlySet<string>): boolean {
  const isDeclared = /^-r |\((?:[^()]*\/)?(?:pyproject\.toml|setup\.(?:py|cfg))\b/.test(user);
  return isDeclared || own.has(userName(user));
}

const PYTHON_LOCK = /^(?:(?:poetry|uv|pdm)\.lock|pylock(?:\.[^.]+)?\.toml)$/;

/** Reads pyproject.toml, setup.cfg, poetry.lock, uv.lock, pdm.lock, pylock.toml and files of requirements. */
export async function readPython(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const manifests = await sources.parseNamed(/^(?:pyproject\.toml|setup\.cfg)$/, (text, file) =>
    file.endsWith('.toml') ? readPyproject(parse(text)) : readSetupCfg(text),
  );
  await reportUnknown(sources, manifests);
  const locks = await sources.parseNamed(PYTHON_LOCK, (text) => parse(text));
  const lockFolder = lockFolders(locks);
  for (const [file, document] of locks) {
    sources.checkFormat(file, textAt(document, 'lock-version'), 1);
    const covered = new Map([...manifests].filter(([manifest]) => lockFolder(manifest) === dirname(file)));
    addPythonLock(rows, file, document, covered);
  }
  // PDM locks only the groups chosen by the user, so a missing package means nothing.
  const isOfPdm = (file: string) => locks.has(inFolder(lockFolder(file) ?? '', 'pdm.lock'));
  const declaring = new Map([...manifests].filter(([file]) => !isOfPdm(file)));
  addDeclared(rows, 'pypi', declaring, (file) => lockFolder(file) !== undefined);
  await readRequirements(sources, rows, manifests);
}

/** Reports dependencies that only running the build would tell. */
async function reportUnknown(
  sources: ProjectSources,
  manifests: ReadonlyMap<string, PythonManifest>,
): Promise<void> {
  const declares = ({ dependencies, files }: PythonManifest) => dependencies.length + files.length > 0;
  const declaring = new Set([...manifests].flatMap(([file, each]) => (declares(each) ? dirname(file) : [])));
  for (const [file, { unclear, isDynamic }] of manifests) {
    if (unclear > 0) sources.unread(file, unnamedLines(unclear));
    if (isDynamic && !declaring.has(dirname(file)))
      sources.unread(file, 'is read in part: its dependencies are dynamic, made up by the build');
  }
  const scripts = await sources.parseNamed(/^setup\.py$/, (text) =>
    /\b(?:install|extras)_requires?\b/.test(text),
  );
  for (const [file, isDeclaring] of scripts)
    if (isDeclaring)
      sources.unread(file, 'is a script, which is not run: packages that only it requires are left out');
}
