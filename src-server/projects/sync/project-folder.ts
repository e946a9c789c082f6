import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import {
  ABSENT,
  type FileMark,
  guardPath,
  inspect,
  markOf,
  READ_PLAIN,
  removeInside,
  WriteRefused,
  writeInside,
} from '../../platform/files.ts';

export type FoundFile =
  | { readonly kind: 'absent' }
  /** `hash` as of `textHash`. */
  | { readonly kind: 'file'; readonly text: string; readonly hash: string; readonly mark: FileMark }
  /** Never written. Reason follows the path. */
  | { readonly kind: 'other'; readonly reason: string };

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_LINK_BYTES = 4096;

/** Hexadecimal. Git for Windows changes line ends at checkout, so they don't count. */
export function textHash(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

export function findFile(root: string, path: string): Promise<FoundFile> {
  const behindLink = {
    kind: 'other',
    reason: 'lies behind a link; nothing is written through links',
  } as const;
  return lookAt<FoundFile>({ kind: 'absent' }, behindLink, async () => {
    const place = await guardPath(root, path);
    const stats = await inspect(place.path);
    const other = (reason: string) => ({ kind: 'other', reason }) as const;
    if (stats === undefined) return { kind: 'absent' };
    if (stats.isSymbolicLink()) return other('is a link; nothing is written through links');
    if (!stats.isFile()) return other('is no file');
    if (stats.size > MAX_BYTES) return other('is too large');
    const mark = await markOf(root, path);
    const handle = await fs.open(place.path, READ_PLAIN);
    const bytes = await handle.readFile().finally(() => handle.close());
    if (!isUtf8(bytes)) return other('is not UTF-8 text; save it as UTF-8 in an editor');
    const text = bytes.toString('utf8');
    return { kind: 'file', text, hash: textHash(text), mark };
  });
}

/** Rejects with `WriteRefused` if the file changed since. */
export async function writeFound(root: string, path: string, text: string, found: FoundFile): Promise<void> {
  if (found.kind === 'other') throw new WriteRefused(`${path} ${found.reason}.`);
  await writeInside(root, path, text, { expected: found.kind === 'file' ? found.mark : ABSENT });
}

/** Also removes emptied folders, except `.agents` and `.claude`. */
export async function removeFound(root: string, path: string, found: FoundFile): Promise<void> {
  if (found.kind !== 'file') return;
  if ((await markOf(root, path)) !== found.mark) throw new WriteRefused(`${path} was changed meanwhile.`);
  await removeInside(root, path);
  for (let each = posix.dirname(path); each.split('/').length > 2; each = posix.dirname(each)) {
    const folder = await guardPath(root, each);
    if ((await fs.readdir(folder.path)).length > 0) return;
    await fs.rmdir(folder.path);
  }
}

/** `ours` leads to `target`; `text` is such a link that Git wrote as a file, because `core.symlinks` is off. */
export function findLink(root: string, path: string, target: string) {
  return lookAt<'absent' | 'ours' | 'text' | 'other'>('absent', 'other', async () => {
    const place = await guardPath(root, path);
    const stats = await inspect(place.path);
    if (stats === undefined) return 'absent';
    const isText = stats.isFile() && stats.size < MAX_LINK_BYTES;
    if (!stats.isSymbolicLink() && !isText) return 'other';
    const leads = isText ? await fs.readFile(place.path, 'utf8') : await fs.readlink(place.path);
    if (resolve(place.folder, leads) !== join(await fs.realpath(root), ...target.split('/'))) return 'other';
    return isText ? 'text' : 'ours';
  });
}

export async function leadsTo(root: string, path: string, target: string): Promise<boolean> {
  return ['ours', 'text'].includes(await findLink(root, path, target));
}

/** Relative link, or a junction on Windows. */
export async function makeLink(root: string, path: string, target: string): Promise<void> {
  const place = await guardPath(root, path, 0o777);
  const home = join(await fs.realpath(root), ...target.split('/'));
  const isWindows = process.platform === 'win32';
  const link = isWindows ? home : relative(dirname(place.path), home);
  await fs.symlink(link, place.path, isWindows ? 'junction' : undefined).catch((error: Error) => {
    throw new WriteRefused(
      `${path} can’t be a link on this disk: copy ${target} there, or Claude Code won’t find the skill.`,
      { cause: error },
    );
  });
}

export async function removeLink(root: string, path: string, target: string): Promise<void> {
  if (await leadsTo(root, path, target)) await fs.unlink((await guardPath(root, path)).path);
}

async function lookAt<T>(missing: T, refused: T, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return missing;
    if (error instanceof WriteRefused) return refused;
    throw error;
  }
}
