import { randomUUID } from 'node:crypto';
import { closeSync, constants, promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FileChanged, WriteRefused } from '../writing/guarded-path.ts';
import { writeInside } from '../writing/write-inside.ts';
import { type FileText, readText } from './read-settings.ts';
import { lookAtOld, textThatCameLate } from './watch-old-file.ts';

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
  | {
      readonly ok: false;
      readonly reason: string;
      /** Someone else changed the file meanwhile; theirs is in place, and the change may be worked out anew from it. */
      readonly isStale: boolean;
    };

/** Stages of writing, in their order; for tests that end the process, or edit the file, at each of them. */
export type ChangeStage = 'checked' | 'backed-up' | 'compared' | 'written';

export interface ChangeOptions {
  /** Called after each stage. */
  readonly onStage?: (stage: ChangeStage) => void;
  /** Permissions of a file that isn't there yet. Default 0o600: for its user alone. */
  readonly mode?: number;
}

/** For the user alone: what is in settings may be secret. */
const PRIVATE = 0o600;

/**
 * Replaces the text of a settings file: only if it still says what the change was made from, and only after what it says
 * was put aside. At every moment the file holds the old text or the new one.
 *
 * The file is compared with the old text right before the new one takes its place, with nothing in between. An editor
 * that had the file open already and writes into the old one after that is heard, too: its text is put back.
 *
 * @param record where the old text is put aside; one that was put aside of this file before is removed then
 */
export async function changeFile(
  file: string,
  change: { readonly before: FileText; readonly after: string },
  record: string,
  options: ChangeOptions = {},
): Promise<ChangeResult> {
  const { before, after } = change;
  const { onStage = () => {} } = options;
  const now = await readText(file);
  if (now.target !== before.target || now.text !== before.text || now.exists !== before.exists)
    return stale(file);
  const { target } = now;
  if (now.exists && !(await isWritable(target)))
    return refused(`${target} is read-only. Allow writing, or paste the snippet yourself.`);
  onStage('checked');
  const saved: ChangeRecord = {
    file,
    target,
    before: now.exists ? now.text : null,
    after,
    at: new Date().toISOString(),
  };
  const records = dirname(record);
  await writeInside(
    dirname(records),
    `${basename(records)}/${basename(record)}`,
    `${JSON.stringify(saved, undefined, 2)}\n`,
    { mode: PRIVATE },
  );
  onStage('backed-up');
  try {
    await replaceText(before, after, options);
  } catch (error) {
    // Nothing was changed, so there is nothing to take back.
    await fs.rm(record, { force: true });
    return error instanceof FileChanged ? stale(file) : refused(describeFailure(target, error));
  }
  onStage('written');
  await pruneRecords(file, record);
  return { ok: true, backup: record };
}

/** Rejects with `FileChanged` where someone else's text is in place. */
async function replaceText(
  before: FileText,
  after: string,
  { onStage = () => {}, mode = PRIVATE }: ChangeOptions = {},
): Promise<void> {
  const { target } = before;
  let old: number | undefined;
  const lastLook = (): void => {
    old = lookAtOld(before);
    onStage('compared');
  };
  try {
    await writeInside(dirname(target), basename(target), after, { mode, lastLook });
    const late = old === undefined ? undefined : await textThatCameLate(old, before.text);
    if (late === undefined) return;
    await replaceText({ target, text: after, exists: true }, late);
    throw new FileChanged(`${target} was changed meanwhile.`);
  } finally {
    if (old !== undefined) closeSync(old);
  }
}

function stale(file: string): ChangeResult {
  return {
    ok: false,
    isStale: true,
    reason: `${file} was changed meanwhile, and is as it was changed. Look at the difference again.`,
  };
}

function refused(reason: string): ChangeResult {
  return { ok: false, isStale: false, reason };
}

function describeFailure(target: string, error: unknown): string {
  if (error instanceof WriteRefused) return `${error.message} Paste the snippet yourself.`;
  const { code = '' } = error as NodeJS.ErrnoException;
  const why = ['EACCES', 'EPERM', 'EROFS'].includes(code) ? 'the folder is read-only' : String(code || error);
  return `${target} could not be written: ${why}. Paste the snippet yourself.`;
}

/** The superuser may write anything; what says that it is read-only is meant. */
async function isWritable(target: string): Promise<boolean> {
  const { mode } = await fs.stat(target);
  const isAllowed = await fs.access(target, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isAllowed && (mode & 0o200) !== 0;
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

/** A record that was taken back is no use any more: the file says what it held. */
export async function retireRecord(record: string): Promise<void> {
  await fs.rm(record, { force: true });
}

/** Removes what was put aside of a file before, so that there is one backup of each. */
async function pruneRecords(file: string, keep: string): Promise<void> {
  const folder = dirname(keep);
  const names = await fs.readdir(folder).catch(() => []);
  // What begins with a dot is just being written.
  const others = names.filter((name) => !name.startsWith('.')).map((name) => join(folder, name));
  for (const other of others) {
    if (other !== keep && (await readRecord(other))?.file === file) await fs.rm(other, { force: true });
  }
}

/** The newest record of a client that was not taken back. */
export async function newestRecord(folder: string, id: string): Promise<string | undefined> {
  const names = await fs.readdir(folder).catch(() => []);
  const own = names.filter((name) => name.startsWith(`${id}-2`) && name.endsWith('.json'));
  const newest = own.sort().at(-1);
  return newest === undefined ? undefined : join(folder, newest);
}
