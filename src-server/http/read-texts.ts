import { constants, promises as fs } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../registry/disk/inside.ts';
import { READ_WITHOUT_WAITING } from '../registry/disk/quiet-fs.ts';

/** Texts of files of a registry, by path relative to its root; without those that can't be read or are too large. */
export type ReadTexts = (files: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Longer files are not read: parsing one takes too long for finding a line. */
const MAX_BYTES = 1024 * 1024;

/** Reads small regular files inside of a folder, no link followed at the last step. */
export function readTextsIn(root: string): ReadTexts {
  return async (files) => {
    const texts = await Promise.all(files.map((file) => readSmallFile(root, join(root, file))));
    return new Map(
      files.flatMap((file, place) => (texts[place] === undefined ? [] : [[file, texts[place]]])),
    );
  };
}

async function readSmallFile(root: string, path: string): Promise<string | undefined> {
  let handle: fs.FileHandle | undefined;
  try {
    if (!isInside(root, await fs.realpath(path))) return undefined;
    handle = await fs.open(path, READ_WITHOUT_WAITING | (constants.O_NOFOLLOW ?? 0));
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
    return (await handle.readFile('utf8')).replace(/^\uFEFF/, '');
  } catch {
    return undefined; // gone, or out of reach: then there is no line to tell
  } finally {
    await handle?.close();
  }
}
