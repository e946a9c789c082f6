/** Rescues text written by others during a replacement. */
import { closeSync, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { FileChanged, READ_PLAIN } from '../writing/guarded-path.ts';
import { decode, type SettingsText } from './read-settings.ts';

const LOOK = { everyMs: 20, times: 100 } as const;

/**
 * Throws `FileChanged` if the file or its text differs. Synchronous: nothing runs before the caller's next
 * step.
 *
 * @returns descriptor of the old file; undefined if missing, and on Windows, where open files can't be
 * replaced
 */
export function compareAndOpen({ target, text, exists }: SettingsText): number | undefined {
  const stats = statOf(target);
  if (!exists && stats === undefined) return undefined;
  if (!exists || stats === undefined) throw changed(target);
  const file = openSync(target, READ_PLAIN);
  try {
    const isSame = readOpen(file) === text && isSameFile(fstatSync(file), lstatSync(target));
    if (!isSame) throw changed(target);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  if (process.platform !== 'win32') return file;
  closeSync(file);
  return undefined;
}

/** Text written by an editor through an old handle, read after the writing ends. Undefined if unchanged. */
export async function textThatCameLate(file: number, before: string): Promise<string | undefined> {
  let text = readOpen(file);
  if (text === before) return undefined;
  for (let look = 0; look < LOOK.times; look += 1) {
    await setTimeout(LOOK.everyMs);
    const now = readOpen(file);
    // Editors that truncate before writing leave an empty file for a moment.
    if (now === text && now !== undefined && now !== '') break;
    text = now;
  }
  return text === '' ? undefined : text;
}

function changed(target: string): FileChanged {
  return new FileChanged(`${target} was changed meanwhile.`);
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** Undefined for non-text, as amid a write. */
function readOpen(file: number): string | undefined {
  const { size } = fstatSync(file);
  const bytes = Buffer.alloc(size);
  let read = 0;
  while (read < size) {
    const count = readSync(file, bytes, read, size - read, read);
    if (count === 0) break;
    read += count;
  }
  try {
    return decode(bytes.subarray(0, read));
  } catch {
    return undefined;
  }
}
