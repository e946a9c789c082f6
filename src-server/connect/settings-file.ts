/**
 * Reads, compares and writes a client’s settings or rules file, through links and with one backup beside it.
 */
import { createHash } from 'node:crypto';
import { constants, promises as fs } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isJsonObject } from '../contract/api.ts';
import type { ChangePreview, ConnectResult } from '../contract/clients/clients.ts';
import { messageOf } from '../contract/errors.ts';
import { lineDiff } from '../platform/changed-lines.ts';
import {
  isAtOrBelow,
  isOurs,
  refusalOf,
  removeInside,
  WriteRefused,
  writeInside,
} from '../platform/files.ts';
import { READ_PLAIN } from '../platform/plain-file.ts';

/** A settings or rules file as it was read, such as `~/.cursor/mcp.json`. Paths are absolute. */
export interface SettingsText {
  readonly file: string;
  /** The path with links resolved: dotfiles often lead into a repository. */
  readonly target: string;
  /** The text is '' if there is no file. */
  readonly text: string;
  readonly exists: boolean;
}

/** A change of a file that was planned and not made, or a sentence that says why there is none. */
export type PlannedChange =
  | {
      readonly ok: true;
      readonly before: SettingsText;
      /** The new text; null removes the file. */
      readonly after: string | null;
      /** The hash of the changed lines. Edits of other lines leave it as it is. */
      readonly token: string;
    }
  /** Why the file can’t be used, as a sentence for people. */
  | { readonly ok: false; readonly reason: string };

const MAX_LINKS = 16;
/** Larger files are refused. Some clients keep their history in their settings. */
const MAX_MIB = 16;
/** New files are readable by the user alone, because settings may contain secrets. */
const PRIVATE_FILE = 0o600;

/** Reads a file. A missing one has an empty text. */
export async function readSettings(
  file: string,
): Promise<
  { readonly ok: true; readonly text: SettingsText } | { readonly ok: false; readonly reason: string }
> {
  try {
    return { ok: true, text: await readText(file) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { ok: false, reason: `${file} can't be read: ${code ?? message}.` };
  }
}

async function readText(file: string): Promise<SettingsText> {
  const target = await resolveLinks(file);
  const handle = await fs.open(target, READ_PLAIN).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return { file, target, text: '', exists: false };
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > MAX_MIB * 1024 * 1024) throw new Error(`it has more than ${MAX_MIB} MiB`);
    return { file, target, text: decode(await handle.readFile()), exists: true };
  } finally {
    await handle.close();
  }
}

/** Decodes UTF-8. Zero bytes hint at UTF-16 without byte order mark, which is refused. */
function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8, as said below.
  }
  throw new Error('it is not UTF-8 text. Save it as UTF-8 in an editor, then try again');
}

/** Follows links, also where the file is missing. */
async function resolveLinks(file: string): Promise<string> {
  let path = file;
  for (let links = 0; links < MAX_LINKS; links += 1) {
    path = join(await realPathOfNearest(dirname(path)), basename(path));
    const link = await fs.readlink(path).catch(() => undefined);
    if (link === undefined) return path;
    path = resolve(dirname(path), link);
  }
  throw new Error('it is a link that leads in circles');
}

/** Resolves links of a folder whose last segments may be missing. */
async function realPathOfNearest(folder: string): Promise<string> {
  const real = await fs.realpath(folder).catch(() => undefined);
  if (real !== undefined || folder === dirname(folder)) return real ?? folder;
  return join(await realPathOfNearest(dirname(folder)), basename(folder));
}

/**
 * Returns a reason against writing through a link. Links of the user to own files in the home folder are
 * allowed; links of a project are refused, because they may lead to `.git/hooks`.
 */
export async function linkObstacle(
  { file, target }: SettingsText,
  home: string,
  project: string | undefined,
): Promise<string | undefined> {
  const folder = project ?? home;
  // The user's environment may name a folder outside of the home folder. A link in its place is not trusted.
  const base = isBelow(file, folder) ? folder : dirname(file);
  const plain = join(await realPathOfNearest(base), relative(base, file));
  if (target === plain) return undefined;
  if (project !== undefined)
    return `${file} is a link to ${target}, and links of a project are not followed.`;
  if (!isBelow(target, await fs.realpath(home)))
    return `${file} is a link that leads out of your home folder, to ${target}.`;
  const stats = await fs.lstat(target).catch(() => undefined);
  return stats === undefined || isOurs(stats)
    ? undefined
    : `${file} is a link to ${target}, which belongs to another user.`;
}

function isBelow(path: string, folder: string): boolean {
  return path !== folder && isAtOrBelow(path, folder);
}

export function plannedChange(before: SettingsText, after: string | null): PlannedChange {
  const lines = lineDiff(before.text, after ?? '').filter(({ kind }) => kind !== 'same');
  const whole = JSON.stringify([before.target, before.exists, lines, ...(after === null ? [after] : [])]);
  const token = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  return { ok: true, before, after, token };
}

/**
 * Plans to remove a file in which nothing would be left: it is blank, or JSON of nothing but empty members.
 * Links stay.
 */
export async function plannedRemoval(before: SettingsText, after: string): Promise<PlannedChange> {
  if (after === before.text || !saysNothing(after)) return plannedChange(before, after);
  const stats = await fs.lstat(before.file).catch(() => undefined);
  return plannedChange(before, stats?.isSymbolicLink() === false ? null : after);
}

function saysNothing(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    return isEmpty(JSON.parse(text));
  } catch {
    return false;
  }
}

function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every(isEmpty);
}

export function previewOf(planned: PlannedChange): ChangePreview {
  if (!planned.ok) return planned;
  const { before, after, token } = planned;
  return {
    ok: true,
    file: before.target,
    exists: before.exists,
    ...(after === null && { isRemoved: true }),
    diff: lineDiff(before.text, after ?? ''),
    token,
  };
}

/**
 * Makes a change only as previewed: `token` identifies the shown lines.
 *
 * @param whenDone follows the file name if nothing changes
 * @param mode of a new file
 */
export async function changeFile(
  planned: PlannedChange,
  token: string,
  whenDone: string,
  mode = PRIVATE_FILE,
): Promise<ConnectResult> {
  if (!planned.ok) return { ok: false, message: planned.reason };
  const { before, after } = planned;
  const { file, target, exists, text } = before;
  const meanwhile = { ok: false, message: `${file} was changed meanwhile. Look at the difference again.` };
  if (planned.token !== token) return meanwhile;
  if (after === text) return { ok: true, message: `${file} ${whenDone}.` };
  const [folder, name] = [dirname(target), basename(target)];
  const backup = `${name}.skills-registry.bak`;
  try {
    // Root may write anything: checks mode bits.
    if (exists && ((await fs.stat(target)).mode & 0o200) === 0)
      return { ok: false, message: `${target} is read-only. Allow writing, or make the change by hand.` };
    if (exists) await fs.access(target, constants.W_OK);
    if (exists && after !== null) await writeInside(folder, backup, text, { mode: PRIVATE_FILE });
    const now = await readText(file);
    if (now.target !== target || now.text !== text || now.exists !== exists) return meanwhile;
    if (after === null) await removeInside(folder, name);
    else await writeInside(folder, name, after, { mode });
  } catch (error) {
    const refused = error instanceof WriteRefused ? error : refusalOf(error, target);
    const why = refused?.message ?? `${target} could not be written: ${messageOf(error)}.`;
    return { ok: false, message: `${why} Make the change by hand.` };
  }
  if (after === null) return { ok: true, message: `Removed ${target}, which says nothing else.` };
  const kept = exists ? ` What it said before is kept beside it, in ${backup}.` : '';
  return { ok: true, message: `Written to ${target}.${kept}` };
}
