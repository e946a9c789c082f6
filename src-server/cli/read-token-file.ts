import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { CliError, EXIT_CODES } from './cli-io.ts';

/** Against guessing. */
const MIN_LENGTH = 16;
const MAX_BYTES = 4_096;

/** Of a private file. Throws `CliError`, never with file content. */
export function readTokenFile(path: string): string {
  const fail = (why: string) => new CliError(EXIT_CODES.usage, why);
  let file: number;
  try {
    // Never blocks on named pipes.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw fail(`${path} can't be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw fail(`${path} is no file.`);
    if (stats.size > MAX_BYTES) throw fail(`${path} is too large for a token.`);
    if (process.platform !== 'win32' && !isPrivate(stats, process.getuid?.()))
      throw fail(`Other users can read ${path}. Run: chmod 600 '${path}'`);
    const text = readFileSync(file, 'utf8').trim();
    if (text.length < MIN_LENGTH)
      throw fail(`The token in ${path} is too short. The minimum is ${MIN_LENGTH} characters.`);
    if (!/^[\x21-\x7e]+$/.test(text))
      throw fail(`The token in ${path} must be one word of ASCII letters, digits and signs.`);
    return text;
  } finally {
    closeSync(file);
  }
}

/**
 * Readable by its owner only; a file of root also by a group, the form of secrets in Kubernetes and systemd (PostgreSQL
 * has the same rule for keys).
 */
export function isPrivate({ mode, uid }: Pick<Stats, 'mode' | 'uid'>, user: number | undefined): boolean {
  const isGiven = uid === 0 && user !== 0;
  return (mode & (isGiven ? 0o037 : 0o077)) === 0;
}
