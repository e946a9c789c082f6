import { join } from 'node:path';
import { INDEXED_BYTES, type ReadTexts, type SearchDocument } from '../../search/search-document.ts';
import { MAX_CONTENT_BYTES } from '../model/skill.ts';
import type { FileReading, ReadRequest } from './disk-reader.ts';
import type { ReadFiles } from './load-registry.ts';

// Drops a byte order mark and replaces invalid bytes.
const decoder = new TextDecoder('utf-8');

/** Undefined for files that differ from the listing. */
export function readIndexedTexts(disk: { readonly read: ReadFiles }): ReadTexts {
  return async (documents) => {
    const readings = await disk.read(documents.flatMap(requestsOf));
    let place = 0;
    return documents.map(({ files }) => {
      const own = readings.slice(place, place + files.length);
      place += files.length;
      return {
        texts: own.map((reading) => (reading.ok ? decoder.decode(reading.bytes) : undefined)),
        settled: own.every(isSettled),
      };
    });
  };
}

function requestsOf({ directory, files }: SearchDocument): readonly ReadRequest[] {
  return files.map(({ path, target, size, mtimeMs, ctimeMs, ino }) => ({
    path: target ?? join(directory, path),
    inside: directory,
    stamp: { size, mtimeMs, ctimeMs, ino },
    maxSize: MAX_CONTENT_BYTES,
    length: INDEXED_BYTES,
  }));
}

/** Too large counts as settled until the file changes. */
function isSettled(reading: FileReading): boolean {
  return reading.ok || reading.cause === 'too-large';
}
