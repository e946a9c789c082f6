import { promises as fs } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** How long a folder's disk has to answer. */
const LIMIT_MS = 1_000;

/** Whether a folder is there: false only where the system says that there is none. */
export type FolderLook = (folder: string) => Promise<boolean>;

/**
 * Looks from the app's main process, which must not wait for a disk that hangs. Of such a disk it says nothing (true), and
 * asks no other until that one answers: each question that hangs takes one of the four threads that read files for the
 * whole process, of which `folder-looks.ts` may lose two.
 *
 * @param stat rejects where it finds nothing
 */
export function createFolderLook(
  stat: (path: string) => Promise<{ isDirectory(): boolean }> = (path) => fs.stat(path),
  limitMs = LIMIT_MS,
): FolderLook {
  let isHanging = false;
  let last: Promise<unknown> = Promise.resolve();
  const look = async (folder: string) => {
    if (isHanging) return true;
    isHanging = true;
    const asked = stat(folder).then((found) => found.isDirectory(), isOtherThanMissing);
    void asked.then(() => {
      isHanging = false;
    });
    return Promise.race([asked, setTimeout(limitMs, true)]);
  };
  return (folder) => {
    const answer = last.then(() => look(folder));
    last = answer;
    return answer;
  };
}

function isOtherThanMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code !== 'ENOENT' && code !== 'ENOTDIR';
}
