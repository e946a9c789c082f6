import { FileChanged } from '../../writing/guarded-path.ts';
import { markOf, writeInside } from '../../writing/write-inside.ts';
import type { ParsedIndexFile } from '../model/registry-index-file.ts';
import type { RegistryLocation } from '../model/registry-snapshot.ts';
import { type ReadFiles, readIndexFile } from './load-registry.ts';

/** How often index.json is read again because someone else wrote it meanwhile. */
const ATTEMPTS = 5;

/**
 * Replaces index.json by what `change` makes of it; where someone edits it meanwhile, by what `change` makes of their
 * text. Rejects with `WriteRefused` where it is a link or no regular file, or is edited again and again.
 *
 * @param change the new text; undefined leaves the file as it is. Called again for another text.
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
