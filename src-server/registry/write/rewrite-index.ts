import { join } from 'node:path';
import { withWriteLock } from '../../platform/folder-lock.ts';
import { FileChanged } from '../../platform/guarded-path.ts';
import { markOf, writeInside } from '../../platform/write-file.ts';
import { parseIndexFile } from '../model/registry-index-file.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { RegistryLocation } from '../registry-patch.ts';
import { disk } from '../worker/disk.ts';
import { INDEX_FILE, MAX_INDEX_BYTES } from '../worker/scan-registry.ts';
import { changeEntries } from './build-index.ts';

const ATTEMPTS = 5;

/** Hidden: skills in transit, and the lock. */
export const WAITING_FOLDER = '.submissions';

/** One writer of a registry at a time. */
export function inTurn<T>({ root, skillsFolder }: RegistryLocation, work: () => Promise<T>): Promise<T> {
  return withWriteLock(root, joinRelative(skillsFolder, WAITING_FOLDER), work);
}

/** Starts over after a concurrent edit. Rejects with `WriteRefused` if irregular, a link, or edited too often. */
export async function rewriteIndex(
  { root }: RegistryLocation,
  change: Parameters<typeof changeEntries>[1],
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const expected = await markOf(root, INDEX_FILE);
    const read = disk.read({ path: join(root, INDEX_FILE), inside: root, maxSize: MAX_INDEX_BYTES });
    const text = read.ok ? changeEntries(parseIndexFile(read.bytes.toString('utf8')), change) : undefined;
    if (text === undefined) return;
    try {
      return await writeInside(root, INDEX_FILE, text, { expected });
    } catch (error) {
      if (!(error instanceof FileChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}
