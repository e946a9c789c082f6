import { FileChanged } from '../../platform/guarded-path.ts';
import { markOf, writeInside } from '../../platform/write-file.ts';
import type { ParsedIndexFile } from '../model/registry-index-file.ts';
import type { RegistryLocation } from '../model/registry-snapshot.ts';
import { type ReadFiles, readIndexFile } from './load-registry.ts';

const ATTEMPTS = 5;

/**
 * Starts over after a concurrent edit. Rejects with `WriteRefused` if irregular, a link, or edited too often.
 *
 * @param change repeatable; undefined leaves the file
 */
export async function rewriteIndex(
  { root }: RegistryLocation,
  change: (indexFile: ParsedIndexFile) => Promise<string | undefined>,
  read?: ReadFiles,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const expected = await markOf(root, 'index.json');
    const text = await change(await readIndexFile(root, read));
    if (text === undefined) return;
    try {
      await writeInside(root, 'index.json', text, { expected });
      return;
    } catch (error) {
      if (!(error instanceof FileChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}
