import { dirname, join } from 'node:path';
import { type Disk, disk as ownDisk } from '../../registry/worker/disk.ts';
import { findGitFolders, readText } from './git-folders.ts';
import { type LibraryTexts, PACKAGE_FILES } from './library-facts.ts';

const MAX_FILE_BYTES = 1024 * 1024;
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
export function readLibrary(folder: string, disk: Disk = ownDisk): ReadLibrary {
  const packages: Record<string, string> = {};
  const notes: string[] = [];
  for (const name of PACKAGE_FILES) {
    const read = disk.read({ path: join(folder, name), inside: folder, maxSize: MAX_FILE_BYTES });
    if (read.ok) packages[name] = read.bytes.toString('utf8');
    else if (read.cause === 'too-large') notes.push(`${name} is larger than 1 MiB, so it was not read.`);
    else if (read.cause !== 'gone') notes.push(`${name} is no plain file that can be read, so it was not.`);
  }
  const git = findGit(folder, disk);
  return {
    texts: {
      packages,
      ...(packages['Cargo.toml'] === undefined ? {} : { cargoAbove: readAbove(folder, git?.root, disk) }),
      ...(git?.config === undefined ? {} : { git: { config: git.config } }),
    },
    notes,
  };
}

/** Up to the repository, nearest first. */
function readAbove(folder: string, root: string | undefined, disk: Disk): string[] {
  const texts: string[] = [];
  let here = folder;
  for (let level = 0; level < MAX_WORKSPACE_LEVELS && here !== root && dirname(here) !== here; level += 1) {
    here = dirname(here);
    const text = readText(join(here, 'Cargo.toml'), MAX_FILE_BYTES, disk);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

interface FoundGit {
  readonly root: string;
  readonly config: string | undefined;
}

/** Repositories, worktrees, submodules. */
function findGit(folder: string, disk: Disk): FoundGit | undefined {
  let root = folder;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const kind = kindOf(join(root, '.git'), disk);
    if (kind !== undefined) return { root, config: readConfig(root, disk) };
    if (dirname(root) === root) return undefined;
    root = dirname(root);
  }
  return undefined;
}

function kindOf(path: string, disk: Disk): 'file' | 'folder' | undefined {
  try {
    const kind = disk.stat(path)?.kind;
    return kind === 'other' ? undefined : kind;
  } catch {
    return undefined;
  }
}

function readConfig(root: string, disk: Disk): string | undefined {
  try {
    const shared = findGitFolders(root, disk)?.shared;
    return shared && readText(join(shared, 'config'), MAX_FILE_BYTES, disk);
  } catch {
    return undefined;
  }
}
