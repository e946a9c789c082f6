import { promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { CREATE_NEW, guardPath, lookAt, WriteRefused } from './guarded-path.ts';
import { syncFolder } from './write-inside.ts';

const NEW_FOLDER = 0o777;

/**
 * Puts a folder of files where none is, or an empty one: written elsewhere, flushed, renamed. A reader sees all of it or
 * nothing, whenever the machine stops; what exists is never overwritten, and no link is followed.
 *
 * @param root trusted
 * @param path where it goes, relative to `root`, `/` between segments; missing folders are made
 * @param draft where it is put together, relative to `root` and on the same disk; a name that isn't taken
 * @param files texts by path, written in this order
 * @returns the folder's absolute path. Rejects with `WriteRefused` where the path is taken or leads through a link.
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
    const isFree = (await lookAt(target.path)) === undefined || (await isEmptyFolder(target.path));
    if (!isFree) throw taken(target.path);
    await Promise.all([waiting.checkAgain(), target.checkAgain()]);
    await fs.rename(waiting.path, target.path).catch(async (error: unknown) => {
      // Every system has its own way to say that something is there.
      throw (await lookAt(target.path)) === undefined ? error : taken(target.path);
    });
    await syncFolder(target.folder);
    return target.path;
  } catch (error) {
    // Not behind a link that was put there since; what stays is swept away another time.
    const isSame = await waiting.checkAgain().then(
      () => true,
      () => false,
    );
    if (isSame) await fs.rm(waiting.path, { recursive: true, force: true });
    throw error;
  }
}

/** Something is in the way of a folder. */
export class FolderTaken extends WriteRefused {}

function taken(path: string): FolderTaken {
  return new FolderTaken(`${path} exists already; nothing was written.`);
}

async function isEmptyFolder(path: string): Promise<boolean> {
  if (!(await lookAt(path))?.isDirectory()) return false;
  return (await fs.readdir(path)).length === 0;
}

async function writeFiles(
  draft: string,
  files: ReadonlyArray<readonly [path: string, text: string]>,
): Promise<void> {
  const folders = new Set([draft]);
  for (const [path, text] of files) {
    const file = join(draft, ...path.split('/'));
    await fs.mkdir(dirname(file), { recursive: true });
    for (let folder = dirname(file); folder.length > draft.length; folder = dirname(folder))
      folders.add(folder);
    const handle = await fs.open(file, CREATE_NEW, 0o666);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  for (const folder of folders) await syncFolder(folder);
}
