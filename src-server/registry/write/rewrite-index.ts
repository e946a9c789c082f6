import { join } from 'node:path';
import { withWriteLock } from '../../platform/folder-lock.ts';
import { FileChanged } from '../../platform/guarded-path.ts';
import { markOf, writeInside } from '../../platform/write-file.ts';
import { type ParsedIndexFile, parseIndexFile, unusableIndexFile } from '../model/registry-index-file.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { RegistryLocation } from '../registry-patch.ts';
import { disk } from '../worker/disk.ts';
import { INDEX_FILE, MAX_INDEX_BYTES } from '../worker/scan-registry.ts';

const ATTEMPTS = 5;

/** Hidden: skills in transit, and the lock. */
export const WAITING_FOLDER = '.submissions';

/** One writer of a registry at a time. */
export function inTurn<T>({ root, skillsFolder }: RegistryLocation, work: () => Promise<T>): Promise<T> {
  return withWriteLock(root, joinRelative(skillsFolder, WAITING_FOLDER), work);
}

/**
 * Starts over after a concurrent edit. Rejects with `WriteRefused` if irregular, a link, or edited too often.
 *
 * @param change repeatable; undefined leaves the file
 */
export async function rewriteIndex(
  { root }: RegistryLocation,
  change: (indexFile: ParsedIndexFile) => string | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const expected = await markOf(root, INDEX_FILE);
    const text = change(readIndexFile(root));
    if (text === undefined) return;
    try {
      return await writeInside(root, INDEX_FILE, text, { expected });
    } catch (error) {
      if (!(error instanceof FileChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}

export function readIndexFile(root: string): ParsedIndexFile {
  const reading = disk.read({ path: join(root, INDEX_FILE), inside: root, maxSize: MAX_INDEX_BYTES });
  if (reading.ok) return parseIndexFile(reading.bytes.toString('utf8'));
  return reading.cause === 'gone' ? parseIndexFile(undefined) : unusableIndexFile(reading.code);
}
