import { constants, promises as fs } from 'node:fs';

/** How many backups of one file there may be before we stop looking for a free name. */
const MAX_BACKUPS = 1_000;

/** Copies a file to `<file>.bak`, or `.bak1`, `.bak2` … where that is taken: no backup ever replaces another. */
export async function backupFile(file: string): Promise<string> {
  for (let number = 0; number < MAX_BACKUPS; number += 1) {
    const copy = `${file}.bak${number === 0 ? '' : number}`;
    try {
      await fs.copyFile(file, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw new Error(`${file} has ${MAX_BACKUPS} backups already; remove some.`);
}
