/** Reads regular files alone: links lead elsewhere, and whoever reads a pipe waits for its writer. */

import { constants, promises as fs, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Flags that open a file for reading; links fail, and pipes aren't waited for. */
export const READ_PLAIN = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Something that is there and isn't read. Its message is the end of a sentence, such as `it is a link`. */
export class NotPlain extends Error {
  override readonly name = 'NotPlain';
}

/**
 * Reads a regular file. Rejects with a `NotPlain` if it is something else or longer than `mostBytes`, else with the
 * error of the system. The file is read by its path, because Electron copies a file of an archive to open it.
 */
export async function readPlain(path: string, mostBytes: number): Promise<Buffer> {
  const stats = await fs.lstat(path);
  if (stats.isSymbolicLink()) throw new NotPlain('it is a link');
  if (stats.isDirectory()) throw new NotPlain('it is a folder');
  if (!stats.isFile()) throw new NotPlain('it is no regular file');
  if (stats.size > mostBytes) throw new NotPlain(`it has more than ${mostBytes} bytes`);
  return fs.readFile(path, { flag: READ_PLAIN });
}

/**
 * Reads a file of settings as text at once, also through a link, as users have them. Throws a `NotPlain` where it leads to
 * no regular file, or to one that is longer than `mostBytes`, else the error of the system.
 */
export function readSettingsText(path: string, mostBytes: number): string {
  const stats = statSync(path);
  if (!stats.isFile()) throw new NotPlain('it is no regular file');
  if (stats.size > mostBytes) throw new NotPlain(`it has more than ${mostBytes} bytes`);
  return readFileSync(path, 'utf8');
}

/** Reads a small file of ours as text. Undefined if there is none that is plain and at most `mostBytes` long. */
export async function readPlainText(path: string, mostBytes: number): Promise<string | undefined> {
  const bytes = await readPlain(path, mostBytes).catch(() => undefined);
  return bytes?.toString('utf8');
}

/**
 * Reads a file below a folder, which may be a link itself. Undefined if there is none, or if the file, or a folder on
 * the way, is not plain: a path never leads out of the folder.
 *
 * @param path with `/` between names, such as `assets/index.js`
 */
export async function readPlainBelow(
  folder: string,
  path: string,
  mostBytes: number,
): Promise<Buffer | undefined> {
  const names = path.split('/');
  if (names.some((name) => /^\.{0,2}$|[\0\\:]/.test(name))) return undefined;
  for (let at = 1; at < names.length; at += 1) {
    const stats = await fs.lstat(join(folder, ...names.slice(0, at))).catch(() => undefined);
    if (stats?.isDirectory() !== true) return undefined;
  }
  return readPlain(join(folder, ...names), mostBytes).catch(() => undefined);
}
