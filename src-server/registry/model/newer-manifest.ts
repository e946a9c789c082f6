import { isoTime } from '../../contract/words/iso-time.ts';
import type { RegistryIndexFile } from './registry-index-file.ts';
import type { ReadableFolder } from './skill-folder.ts';

/** Tolerance: a checkout writes files in any order. */
export const EDITED_AFTER_MS = 60_000;

export function isWrittenLater(
  { manifest, manifestMtimeMs }: Pick<ReadableFolder, 'manifest' | 'manifestMtimeMs'>,
  index: Pick<RegistryIndexFile, 'updatedAt' | 'mtimeMs'> | undefined,
): boolean {
  const { updatedAt, mtimeMs } = index ?? {};
  const declared = manifest['updated_at'];
  if (updatedAt !== undefined && (isoTime(declared) ?? Number.NaN) > Date.parse(updatedAt)) return true;
  return mtimeMs !== undefined && manifestMtimeMs > mtimeMs + EDITED_AFTER_MS;
}
