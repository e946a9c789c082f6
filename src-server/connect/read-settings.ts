import { promises as fs } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isAtOrBelow, isOurs, READ_PLAIN } from '../platform/guarded-path.ts';

export interface SettingsText {
  /** Links resolved: dotfiles often lead into a repository. */
  readonly target: string;
  /** '' if there is no file. */
  readonly text: string;
  readonly exists: boolean;
}

const MAX_LINKS = 16;
/** Agents' JSON settings may contain their history. */
const MAX_BYTES = { toml: 1024 * 1024, other: 16 * 1024 * 1024 };

/** A missing file is empty. Rejects if unreadable or not regular; `OtherEncoding` unless UTF-8. */
export async function readSettingsText(file: string): Promise<SettingsText> {
  const target = await resolveLinks(file);
  const handle = await fs.open(target, READ_PLAIN).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return { target, text: '', exists: false };
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error('it is not a regular file');
    const most = target.endsWith('.toml') ? MAX_BYTES.toml : MAX_BYTES.other;
    if (stats.size > most) throw new Error(`it has more than ${most / 1024 / 1024} MiB`);
    return { target, text: decode(await handle.readFile()), exists: true };
  } finally {
    await handle.close();
  }
}

export class OtherEncoding extends Error {}

/** Throws `OtherEncoding`. Zero bytes hint at UTF-16 without byte order mark. */
export function decode(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new OtherEncoding('it is UTF-16 text');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    throw new OtherEncoding('it is not UTF-8 text');
  }
  throw new OtherEncoding('it has zero bytes in it, as UTF-16 text has');
}

export interface SettingsHome {
  readonly folder: string;
  readonly isProject: boolean;
}

/**
 * Reason against writing through a link. Allows links of the user to own files in the home folder. Refuses
 * links of a project: they may lead to `.git/hooks`.
 *
 * @param target resolved path
 */
export async function linkObstacle(
  file: string,
  target: string,
  { folder: home, isProject }: SettingsHome,
): Promise<string | undefined> {
  // The user's environment may name a folder outside of the home folder. A link in its place is not trusted.
  const base = isInside(home, file) ? home : dirname(file);
  const plain = join(await realPathOfNearest(base), relative(base, file));
  if (target === plain) return undefined;
  if (isProject) return `${file} is a link to ${target}, and links of a project are not followed.`;
  const own = await fs.realpath(home);
  if (!isInside(own, target)) return `${file} is a link that leads out of your home folder, to ${target}.`;
  const stats = await fs.lstat(target).catch(() => undefined);
  if (stats !== undefined && !isOurs(stats))
    return `${file} is a link to ${target}, which belongs to another user.`;
  return undefined;
}

function isInside(folder: string, path: string): boolean {
  return path !== folder && isAtOrBelow(path, folder);
}

/** Also for missing files. */
async function resolveLinks(file: string): Promise<string> {
  let path = file;
  for (let links = 0; links < MAX_LINKS; links += 1) {
    path = join(await realPathOfNearest(dirname(path)), basename(path));
    const link = await fs.readlink(path).catch(() => undefined);
    if (link === undefined) return path;
    path = resolve(dirname(path), link);
  }
  throw new Error(`${file} is a link that leads in circles.`);
}

/** Last segments may be missing. */
async function realPathOfNearest(folder: string): Promise<string> {
  const real = await fs.realpath(folder).catch(() => undefined);
  if (real !== undefined || folder === dirname(folder)) return real ?? folder;
  return join(await realPathOfNearest(dirname(folder)), basename(folder));
}
