/** A settings file is replaced while other programs may write to it; what they write must not be lost. */
import { closeSync, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { FileChanged, READ_PLAIN } from '../writing/guarded-path.ts';
import { decode, type FileText } from './read-settings.ts';

/** How often, and how many times, we look whether an editor is done with its writing. */
const LOOK = { everyMs: 20, times: 100 } as const;

/**
 * Compares a file with what it said, in one go: nothing else of this process runs before what its caller does next.
 * Throws `FileChanged` where it is another one or says something else.
 *
 * @returns the open file, by which it can be read after another one took its place; undefined where there is none, or
 *   the system (Windows) lets no open file be replaced
 */
export function lookAtOld({ target, text, exists }: FileText): number | undefined {
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

/**
 * What an editor wrote into a file that isn't in its place any more: it had opened it before. Waits until it is done.
 *
 * @param file open
 * @returns undefined where the file says what it said
 */
export async function textThatCameLate(file: number, before: string): Promise<string | undefined> {
  let text = readOpen(file);
  if (text === before) return undefined;
  for (let look = 0; look < LOOK.times; look += 1) {
    await setTimeout(LOOK.everyMs);
    const now = readOpen(file);
    // An editor that truncates first and writes then leaves nothing for a moment.
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

/** From its start; undefined where it is no text (in the middle of being written, say). */
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
