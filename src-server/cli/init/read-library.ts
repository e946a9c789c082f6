import { basename, dirname, join, resolve } from 'node:path';
import { createDiskReader, type DiskReader } from '../../registry/disk/disk-reader.ts';
import { type LibraryTexts, PACKAGE_FILES } from './library-facts.ts';

const MAX_FILE_BYTES = 1024 * 1024;
/** `.git` files and `commondir` have one line. */
const MAX_LINE_BYTES = 4 * 1024;
/** To git's settings. */
const MAX_LEVELS = 64;
/** From members to the workspace. */
const MAX_WORKSPACE_LEVELS = 8;

export interface ReadLibrary {
  readonly texts: LibraryTexts;
  /** Sentences about skipped files. */
  readonly notes: readonly string[];
}

/**
 * Package files and git's settings. Regular files up to a size limit; runs nothing.
 *
 * @param folder absolute, links resolved
 */
export function readLibrary(folder: string, reader: DiskReader = createDiskReader()): ReadLibrary {
  const packages: Record<string, string> = {};
  const notes: string[] = [];
  for (const name of PACKAGE_FILES) {
    const read = reader.read({ path: join(folder, name), inside: folder, maxSize: MAX_FILE_BYTES });
    if (read.ok) packages[name] = read.bytes.toString('utf8');
    else if (read.cause === 'too-large') notes.push(`${name} is larger than 1 MiB, so it was not read.`);
    else if (read.cause !== 'gone') notes.push(`${name} is no plain file that can be read, so it was not.`);
  }
  const git = findGit(folder, reader);
  return {
    texts: {
      packages,
      ...(packages['Cargo.toml'] === undefined ? {} : { cargoAbove: readAbove(folder, git?.root, reader) }),
      ...(git?.config === undefined ? {} : { git: { config: git.config } }),
    },
    notes,
  };
}

/** Up to the repository, nearest first. */
function readAbove(folder: string, root: string | undefined, reader: DiskReader): string[] {
  const texts: string[] = [];
  let here = folder;
  for (let level = 0; level < MAX_WORKSPACE_LEVELS && here !== root && dirname(here) !== here; level += 1) {
    here = dirname(here);
    const text = readText(join(here, 'Cargo.toml'), MAX_FILE_BYTES, reader);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

interface FoundGit {
  readonly root: string;
  readonly config: string | undefined;
}

/** Repositories, worktrees, submodules. */
function findGit(folder: string, reader: DiskReader): FoundGit | undefined {
  let root = folder;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const kind = kindOf(join(root, '.git'), reader);
    if (kind !== undefined) return { root, config: readConfig(root, kind, reader) };
    if (dirname(root) === root) return undefined;
    root = dirname(root);
  }
  return undefined;
}

function kindOf(path: string, reader: DiskReader): 'file' | 'folder' | undefined {
  try {
    const kind = reader.stat(path)?.kind;
    return kind === 'other' ? undefined : kind;
  } catch {
    return undefined;
  }
}

/** In worktrees and submodules, `.git` is a file with a path. Worktrees share settings by `commondir`. */
function readConfig(root: string, kind: 'file' | 'folder', reader: DiskReader): string | undefined {
  const own =
    kind === 'folder' ? join(root, '.git') : namedFolder(root, /^gitdir:(.*)/, join(root, '.git'), reader);
  if (own === undefined) return undefined;
  const shared = namedFolder(own, /^(.*)/, join(own, 'commondir'), reader) ?? own;
  return readText(join(shared, 'config'), MAX_FILE_BYTES, reader);
}

/** Refuses network paths: would contact another computer. */
function namedFolder(base: string, form: RegExp, file: string, reader: DiskReader): string | undefined {
  const named = form.exec(readText(file, MAX_LINE_BYTES, reader) ?? '')?.[1]?.trim();
  return named === undefined || named === '' || /^[\\/]{2}/.test(named) ? undefined : resolve(base, named);
}

/** Undefined if missing, link, too large or unreadable. */
function readText(path: string, maxSize: number, reader: DiskReader): string | undefined {
  let inside: string | undefined;
  try {
    inside = reader.realPath(dirname(path));
  } catch {
    return undefined;
  }
  if (inside === undefined) return undefined;
  const read = reader.read({ path: join(inside, basename(path)), inside, maxSize });
  return read.ok ? read.bytes.toString('utf8') : undefined;
}
