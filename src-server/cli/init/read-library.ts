import { basename, dirname, join, resolve } from 'node:path';
import { createDiskDoor, type DiskDoor } from '../../registry/disk/disk-door.ts';
import { type LibraryTexts, PACKAGE_FILES } from './library-facts.ts';

/** A package's own description has a few thousand; what is larger, a link or no plain file isn't read. */
const MAX_FILE_BYTES = 1024 * 1024;
/** The file in place of `.git`, and the one in it, are one line. */
const MAX_LINE_BYTES = 4 * 1024;
/** Folders above that are looked into for git's settings. */
const MAX_LEVELS = 64;
/** A workspace is a few folders above its members. */
const MAX_WORKSPACE_LEVELS = 8;

/** What was read of a library's folder. */
export interface ReadLibrary {
  readonly texts: LibraryTexts;
  /** Sentences about files that are there and were not read. */
  readonly notes: readonly string[];
}

/**
 * Reads what tells about the library in a folder: its package files, and git's settings of the repository around it. Only
 * plain files up to a size are read, and nothing is run.
 *
 * @param folder absolute, links resolved
 */
export function readLibrary(folder: string, door: DiskDoor = createDiskDoor()): ReadLibrary {
  const packages: Record<string, string> = {};
  const notes: string[] = [];
  for (const name of PACKAGE_FILES) {
    const read = door.read({ path: join(folder, name), inside: folder, maxSize: MAX_FILE_BYTES });
    if (read.ok) packages[name] = read.bytes.toString('utf8');
    else if (read.cause === 'too-large') notes.push(`${name} is larger than 1 MiB, so it was not read.`);
    else if (read.cause !== 'gone') notes.push(`${name} is no plain file that can be read, so it was not.`);
  }
  const git = findGit(folder, door);
  return {
    texts: {
      packages,
      ...(packages['Cargo.toml'] === undefined ? {} : { cargoAbove: readAbove(folder, git?.root, door) }),
      ...(git?.config === undefined ? {} : { git: { config: git.config } }),
    },
    notes,
  };
}

/** Cargo.toml of the folders above, the nearest first, up to the repository's. */
function readAbove(folder: string, root: string | undefined, door: DiskDoor): string[] {
  const texts: string[] = [];
  let here = folder;
  for (let level = 0; level < MAX_WORKSPACE_LEVELS && here !== root && dirname(here) !== here; level += 1) {
    here = dirname(here);
    const text = readText(join(here, 'Cargo.toml'), MAX_FILE_BYTES, door);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

interface FoundGit {
  /** The folder that `.git` is in. */
  readonly root: string;
  readonly config: string | undefined;
}

/** Git's settings for a folder: of the repository, worktree or submodule that it is in. */
function findGit(folder: string, door: DiskDoor): FoundGit | undefined {
  let root = folder;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const kind = kindOf(join(root, '.git'), door);
    if (kind !== undefined) return { root, config: readConfig(root, kind, door) };
    if (dirname(root) === root) return undefined;
    root = dirname(root);
  }
  return undefined;
}

function kindOf(path: string, door: DiskDoor): 'file' | 'folder' | undefined {
  try {
    const kind = door.stat(path)?.kind;
    return kind === 'other' ? undefined : kind;
  } catch {
    return undefined;
  }
}

/** Worktrees and submodules have a file that names the folder, and worktrees share the settings of another one. */
function readConfig(root: string, kind: 'file' | 'folder', door: DiskDoor): string | undefined {
  const own =
    kind === 'folder' ? join(root, '.git') : namedFolder(root, /^gitdir:(.*)/, join(root, '.git'), door);
  if (own === undefined) return undefined;
  const shared = namedFolder(own, /^(.*)/, join(own, 'commondir'), door) ?? own;
  return readText(join(shared, 'config'), MAX_FILE_BYTES, door);
}

/** The folder that a file names, from where it is; never one of another computer, which would be told who asks. */
function namedFolder(base: string, form: RegExp, file: string, door: DiskDoor): string | undefined {
  const named = form.exec(readText(file, MAX_LINE_BYTES, door) ?? '')?.[1]?.trim();
  return named === undefined || named === '' || /^[\\/]{2}/.test(named) ? undefined : resolve(base, named);
}

/** A plain file's text; undefined where it isn't there, is a link or too large, or can't be read. */
function readText(path: string, maxSize: number, door: DiskDoor): string | undefined {
  let inside: string | undefined;
  try {
    inside = door.realPath(dirname(path));
  } catch {
    return undefined;
  }
  if (inside === undefined) return undefined;
  const read = door.read({ path: join(inside, basename(path)), inside, maxSize });
  return read.ok ? read.bytes.toString('utf8') : undefined;
}
