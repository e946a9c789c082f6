/** The manifest of a workspace that lists a package: the package inherits from it. */
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parse } from 'smol-toml';
import { parseLockYaml } from '../../projects/read/npm/lock-yaml.ts';
import {
  listAt,
  type Table,
  tableAt,
  tableOf,
  textAt,
  textsOf,
  valueAt,
} from '../../projects/read/values.ts';
import { isInside } from '../../registry/paths.ts';
import { disk } from '../../registry/worker/disk.ts';

export const MAX_MANIFEST_BYTES = 1024 * 1024;

interface Package {
  /** Absolute path of the folder, with links resolved. */
  readonly folder: string;
  /** Topmost folder whose manifest may be read. */
  readonly top: string;
  /** Text of the package's own manifest. */
  readonly text: string;
}

/** Manifests that can't be read or parsed are no workspace. By the rules of Cargo, npm and pnpm. */
export const WORKSPACE_FINDERS: Readonly<Record<string, (of: Package) => string | undefined>> = {
  'Cargo.toml': findCargoWorkspace,
  'package.json': findNpmWorkspace,
};

function findCargoWorkspace(of: Package): string | undefined {
  const named = textAt(attempt(parse, of.text), 'package', 'workspace');
  const folders = named === undefined ? foldersAbove(of) : [resolve(of.folder, named)];
  for (const folder of folders) {
    const text = readBelow(of.top, join(folder, 'Cargo.toml'));
    const document = attempt(parse, text);
    if (valueAt(document, 'workspace') === undefined) continue;
    const path = pathFrom(folder, of.folder);
    const isListed = matchesAny(textsAt(document, 'workspace', 'members'), path);
    const isExcluded = textsAt(document, 'workspace', 'exclude').some((each) => isAtOrBelow(each, path));
    // Cargo looks further above a workspace that excludes the package.
    if (isExcluded && !isListed) continue;
    return isListed || pathDependencies(document).some((each) => samePath(each, path)) ? text : undefined;
  }
  return undefined;
}

/** These are members without being listed. */
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
  if (!isInside(top, path)) return undefined;
  const read = disk.read({ path, inside: top, maxSize: MAX_MANIFEST_BYTES });
  return read.ok ? read.bytes.toString('utf8') : undefined;
}

/** Returns the folders above a package, the nearest first. */
function foldersAbove({ folder, top }: Package): readonly string[] {
  const above: string[] = [];
  for (let at = dirname(folder); isInside(top, at) && at !== above.at(-1); at = dirname(at)) above.push(at);
  return above;
}

/** Returns a relative path, always with `/`. */
function pathFrom(folder: string, below: string): string {
  return relative(folder, below).split(sep).join('/');
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '' && part !== '.');
const samePath = (a: string, b: string) => partsOf(a).join('/') === partsOf(b).join('/');
const isAtOrBelow = (folder: string, path: string) =>
  partsOf(folder).every((part, at) => part === partsOf(path)[at]);

function matchesAny(globs: readonly string[], path: string): boolean {
  const parts = partsOf(path);
  return globs.some((glob) => matchesList(partsOf(glob), parts, '**', matchesPart));
}

/** `*` and `?` within a part of a path. */
function matchesPart(glob: string, part: string): boolean {
  return matchesList([...glob], [...part], '*', (sign, character) => sign === '?' || sign === character);
}

/** Goes back to the last `wild` only, so that the steps are at most the product of both lengths. */
function matchesList(
  pattern: readonly string[],
  items: readonly string[],
  wild: string,
  matches: (sign: string, item: string) => boolean,
): boolean {
  let [at, last, resumed] = [0, -1, 0];
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
