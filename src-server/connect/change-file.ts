import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeFileAtomic } from '../write-file-atomic.ts';

/** What a settings file holds now. */
export interface FileText {
  /** The file itself, links resolved: dotfiles are often links into a repository. */
  readonly target: string;
  /** '' where there is no file. */
  readonly text: string;
  readonly exists: boolean;
}

/** A change that was made, and how to take it back. */
export interface ChangeRecord {
  readonly file: string;
  readonly target: string;
  /** Null where there was no file. */
  readonly before: string | null;
  readonly after: string;
  /** ISO 8601. */
  readonly at: string;
}

export type ChangeResult =
  | { readonly ok: true; readonly backup: string }
  | { readonly ok: false; readonly reason: string };

/** Stages of writing, in their order; for tests that end the process at each of them. */
export type ChangeStage = 'checked' | 'backed-up' | 'written';

const MAX_LINKS = 16;

/** Reads a settings file; one that isn't there is empty. Rejects where it can't be read or is no UTF-8. */
export async function readText(file: string): Promise<FileText> {
  const target = await resolveLinks(file);
  try {
    const bytes = await fs.readFile(target);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { target, text, exists: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { target, text: '', exists: false };
    throw error;
  }
}

/** Where a path leads, a link to a file that isn't there yet included. */
async function resolveLinks(file: string): Promise<string> {
  let path = file;
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const link = await fs.readlink(path).catch(() => undefined);
    if (link === undefined) return path;
    path = resolve(dirname(path), link);
  }
  throw new Error(`${file} is a link that leads in circles.`);
}

/**
 * Replaces the text of a settings file: only if it still says what the change was made from, and only after what it says
 * was put aside. At every moment the file holds the old text or the new one.
 *
 * @param record where the old text is put aside
 * @param onStage called after each stage
 */
export async function changeFile(
  file: string,
  change: { readonly before: FileText; readonly after: string },
  record: string,
  onStage: (stage: ChangeStage) => void = () => {},
): Promise<ChangeResult> {
  const { before, after } = change;
  const now = await readText(file);
  if (now.text !== before.text || now.exists !== before.exists) {
    return { ok: false, reason: `${file} was changed meanwhile. Look at the difference again.` };
  }
  const mode = await writableMode(now);
  if (mode === undefined) {
    return { ok: false, reason: `${now.target} is read-only. Allow writing, or paste the snippet yourself.` };
  }
  onStage('checked');
  const saved: ChangeRecord = {
    file,
    target: now.target,
    before: now.exists ? now.text : null,
    after,
    at: new Date().toISOString(),
  };
  await writeFileAtomic(record, `${JSON.stringify(saved, undefined, 2)}\n`, 0o600);
  onStage('backed-up');
  try {
    await writeFileAtomic(now.target, after, mode);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const why = ['EACCES', 'EPERM', 'EROFS'].includes(code)
      ? 'the folder is read-only'
      : String(code || error);
    return { ok: false, reason: `${now.target} could not be written: ${why}. Paste the snippet yourself.` };
  }
  onStage('written');
  return { ok: true, backup: record };
}

/** Permissions to keep; undefined where the file may not be written. A new one is for its user alone. */
async function writableMode({ target, exists }: FileText): Promise<number | undefined> {
  if (!exists) return 0o600;
  const { mode } = await fs.stat(target);
  const isWritable = await fs.access(target, fs.constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable && (mode & 0o200) !== 0 ? mode & 0o777 : undefined;
}

/** The last change of a settings file that was put aside, or undefined. */
export async function readRecord(record: string): Promise<ChangeRecord | undefined> {
  try {
    const value: unknown = JSON.parse(await fs.readFile(record, 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    const { file, target, before, after, at } = value as Readonly<Record<string, unknown>>;
    const isRecord =
      [file, target, after, at].every((field) => typeof field === 'string') &&
      (before === null || typeof before === 'string');
    return isRecord ? (value as ChangeRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** A new name for a record, so that no backup replaces another: `<client>-<time>-<random>.json`. */
export function recordName(folder: string, id: string, now: Date): string {
  return join(folder, `${id}-${now.toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.json`);
}

/** Where the text before an undo is put aside; not a record that could be taken back again. */
export function undoRecordName(record: string): string {
  return record.replace(/\.json$/, '.before-undo');
}

/** A record that was taken back is kept, under a name that isn't looked for. */
export async function retireRecord(record: string): Promise<void> {
  await fs.rename(record, record.replace(/\.json$/, '.undone'));
}

/** The newest record of a client that was not taken back. */
export async function newestRecord(folder: string, id: string): Promise<string | undefined> {
  const names = await fs.readdir(folder).catch(() => []);
  const own = names.filter((name) => name.startsWith(`${id}-2`) && name.endsWith('.json'));
  const newest = own.sort().at(-1);
  return newest === undefined ? undefined : join(folder, newest);
}
