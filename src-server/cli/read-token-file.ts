import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { CliError } from './cli-io.ts';
import { EXIT_CODES } from './exit-codes.ts';

/** Against guessing. */
const MIN_LENGTH = 16;
const MAX_BYTES = 4_096;

/**
 * Requires a private file. Throws `CliError`, never with file content.
 *
 * @param path a link is followed
 */
export function readTokenFile(path: string): string {
  const text = readPrivateFile(path).trim();
  if (text.length < MIN_LENGTH) {
    throw new CliError(
      EXIT_CODES.usage,
      `The token in ${path} is too short. The minimum is ${MIN_LENGTH} characters.`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new CliError(
      EXIT_CODES.usage,
      `The token in ${path} must be one word of ASCII letters, digits and signs.`,
    );
  }
  return text;
}

function readPrivateFile(path: string): string {
  const file = open(path);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new CliError(EXIT_CODES.usage, `${path} is no file.`);
    if (stats.size > MAX_BYTES) throw new CliError(EXIT_CODES.usage, `${path} is too large for a token.`);
    if (process.platform !== 'win32' && !isPrivate(stats, process.getuid?.())) {
      throw new CliError(EXIT_CODES.usage, `Other users can read ${path}. Run: chmod 600 '${path}'`);
    }
    return readFileSync(file, 'utf8');
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

/** Never blocks on named pipes. */
function open(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw new CliError(EXIT_CODES.usage, `${path} can't be read: ${(error as NodeJS.ErrnoException).code}.`, {
      cause: error,
    });
  }
}
