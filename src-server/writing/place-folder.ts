import { promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { CREATE_NEW, guardPath, inspect, WriteRefused } from './guarded-path.ts';

const NEW_FOLDER = 0o777;

/**
 * Atomic: writes elsewhere, flushes, renames. Never overwrites or follows links; an existing folder must be
 * empty.
 *
 * @param path as in `guardPath`; creates missing folders
 * @param draft temporary folder in `root`, same disk, free name
 * @param files in order of writing
 * @returns absolute path; rejects with `WriteRefused` if taken or through a link
 */
export async function placeFolder(
  root: string,
  path: string,
  draft: string,
  files: ReadonlyArray<readonly [path: string, text: string]>,
): Promise<string> {
  const waiting = await guardPath(root, draft, NEW_FOLDER);
  await fs.mkdir(waiting.path);
  try {
    await writeFiles(waiting.path, files);
    const target = await guardPath(root, path, NEW_FOLDER);
    const isFree = (await inspect(target.path)) === undefined || (await isEmptyFolder(target.path));
    if (!isFree) throw taken(target.path);
    await Promise.all([waiting.checkAgain(), target.checkAgain()]);
    await fs.rename(waiting.path, target.path).catch(async (error: unknown) => {
      // The error code for an existing target depends on the system.
      throw (await inspect(target.path)) === undefined ? error : taken(target.path);
    });
    return target.path;
  } catch (error) {
    // Never through a new link.
    const isSame = await waiting.checkAgain().then(
      () => true,
      () => false,
    );
    if (isSame) await fs.rm(waiting.path, { recursive: true, force: true });
    throw error;
  }
}

export class FolderTaken extends WriteRefused {}

function taken(path: string): FolderTaken {
  return new FolderTaken(`${path} exists already; nothing was written.`);
}

async function isEmptyFolder(path: string): Promise<boolean> {
  if (!(await inspect(path))?.isDirectory()) return false;
  return (await fs.readdir(path)).length === 0;
}

async function writeFiles(
  draft: string,
  files: ReadonlyArray<readonly [path: string, text: string]>,
): Promise<void> {
  for (const [path, text] of files) {
    const file = join(draft, ...path.split('/'));
    await fs.mkdir(dirname(file), { recursive: true });
    const handle = await fs.open(file, CREATE_NEW, 0o666);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
