import { lstat } from 'node:fs/promises';
import { isOurMaking, recordOf } from './change-records.ts';
import type { SettingsText } from './read-settings.ts';

/**
 * Null to remove the file: created by us, unchanged since, then empty. Keeps links: we create only files.
 *
 * @param after text without our entry
 * @param records folder of the change records
 */
export async function textOrRemoval(
  file: string,
  before: SettingsText,
  after: string,
  records: string,
): Promise<string | null> {
  if (after === before.text || !saysNothing(after)) return after;
  if (await isLink(file)) return after;
  const last = await recordOf(records, file);
  return last !== undefined && isOurMaking(last, before.text) ? null : after;
}

/** Rejects if unknown: a possible link is not removed. */
async function isLink(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isSymbolicLink();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

/** Blank, or JSON of empty objects. */
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
