import { lstat } from 'node:fs/promises';
import { isJsonObject } from '../contract/api/json-object.ts';
import type { SettingsText } from './read-settings.ts';

/**
 * Null to remove a file that says nothing else. Keeps links, and files that are as they were.
 *
 * @param after text without our entry
 */
export async function textOrRemoval(
  file: string,
  before: SettingsText,
  after: string,
): Promise<string | null> {
  if (after === before.text || !saysNothing(after)) return after;
  const stats = await lstat(file).catch(() => undefined);
  return stats?.isSymbolicLink() === false ? null : after;
}

/** Blank, or JSON of nothing but empty members. */
function saysNothing(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && Object.values(value).every(isEmptyObject);
  } catch {
    return false;
  }
}

function isEmptyObject(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
