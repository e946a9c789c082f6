import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentTexts, ReadTexts, SearchDocument, SearchFile } from '../../search/search-document.ts';
import { MAX_CONTENT_BYTES } from '../model/skill.ts';

/** Files that are open at once: the system's threads for files are few. */
const AT_ONCE = 4;
// Neither a link nor a pipe that never answers; Windows knows neither flag.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

interface ReadFile {
  readonly bytes: Uint8Array | undefined;
  readonly settled: boolean;
}

/** Reads the first `most` bytes of documents' files, of plain files only, and only where they are as they were listed. */
export function createReadTexts(most: number): ReadTexts {
  return async (documents) => {
    const wanted = documents.flatMap((document) => document.files.map((file) => ({ document, file })));
    const read: ReadFile[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let i = next++; i < wanted.length; i = next++) {
          const { document, file } = wanted[i] as (typeof wanted)[number];
          read[i] = await readFile(document, file, most);
        }
      }),
    );
    let place = 0;
    return documents.map(({ files }): DocumentTexts => {
      const own = read.slice(place, place + files.length);
      place += files.length;
      return { texts: own.map(({ bytes }) => bytes), settled: own.every(({ settled }) => settled) };
    });
  };
}

async function readFile({ directory }: SearchDocument, file: SearchFile, most: number): Promise<ReadFile> {
  let handle: FileHandle | undefined;
  try {
    const path = file.target ?? join(directory, file.path);
    // A folder on the way that has become a link leads elsewhere.
    if ((await realpath(path)) !== path) return { bytes: undefined, settled: false };
    handle = await open(path, FLAGS);
    const stat = await handle.stat();
    const settled = stat.size === file.size && stat.mtimeMs === file.mtimeMs;
    if (!stat.isFile()) return { bytes: undefined, settled: false };
    if (stat.size > MAX_CONTENT_BYTES) return { bytes: undefined, settled };
    // A buffer of its own, since it may be transferred.
    const bytes = Buffer.alloc(Math.min(stat.size, most));
    const length = await fill(handle, bytes);
    return { bytes: new Uint8Array(bytes.buffer, 0, length), settled: settled && length === bytes.length };
  } catch {
    // Gone or unreadable since it was listed: whoever lists the files says so.
    return { bytes: undefined, settled: false };
  } finally {
    await handle?.close();
  }
}

async function fill(handle: FileHandle, bytes: Buffer): Promise<number> {
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}
