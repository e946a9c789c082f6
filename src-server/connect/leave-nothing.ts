import { lstat } from 'node:fs/promises';
import { isOurMaking, recordOf } from './change-records.ts';
import type { FileText } from './read-settings.ts';

/**
 * What a file is to say once what is ours was taken out of it; null where it is to go. A file goes that we made, that
 * nobody has written to since, and that would say nothing more; a link stays, since we made none.
 *
 * @param before what it says now
 * @param after without what is ours
 * @param records the folder where changes are put aside
 */
export async function leaveNothing(
  file: string,
  before: FileText,
  after: string,
  records: string,
): Promise<string | null> {
  if (after === before.text || !saysNothing(after)) return after;
  if (await isLink(file)) return after;
  const last = await recordOf(records, file);
  return last !== undefined && isOurMaking(last, before.text) ? null : after;
}

/** Rejects where the system doesn't say: what may be a link is not removed. */
async function isLink(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isSymbolicLink();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

/** Nothing but blanks, or objects without anything in them. */
function saysNothing(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    return isVoid(JSON.parse(text));
  } catch {
    return false;
  }
}

function isVoid(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isVoid)
  );
}
