import { closeSync, constants, promises as fs } from 'node:fs';
import { basename, dirname } from 'node:path';
import { FileChanged, WriteRefused } from '../writing/guarded-path.ts';
import { removeInside } from '../writing/remove-inside.ts';
import { writeInside } from '../writing/write-inside.ts';
import { type ChangeRecord, isOurMaking, pruneRecords, recordOf } from './change-records.ts';
import { readSettingsText, type SettingsText } from './read-settings.ts';
import { compareAndOpen, textThatCameLate } from './watch-old-file.ts';

export type ChangeResult =
  | { readonly ok: true; readonly backup: string }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Another program changed the file meanwhile: plan again. */
      readonly isStale: boolean;
    };

export interface TextChange {
  readonly before: SettingsText;
  readonly after: string | null;
}

/** In order. Tests interrupt or edit at each stage. */
export type ChangeStage = 'checked' | 'backed-up' | 'compared' | 'written';

export interface ChangeOptions {
  readonly onStage?: (stage: ChangeStage) => void;
  /** Of a new file. Default 0o600. */
  readonly mode?: number;
}

/** Settings may contain secrets. */
const PRIVATE = 0o600;

/**
 * Replaces or removes a settings file after a backup. The file has the old or the new text at every moment.
 * Refuses if the text differs from `change.before`, compared synchronously right before the replacement.
 * Restores late text, written by an editor through a handle to the old file.
 *
 * @param record path of the backup; replaces older backups
 */
export async function changeFile(
  file: string,
  change: TextChange,
  record: string,
  options: ChangeOptions = {},
): Promise<ChangeResult> {
  const { before } = change;
  const { onStage = () => {} } = options;
  const now = await readSettingsText(file);
  if (now.target !== before.target || now.text !== before.text || now.exists !== before.exists)
    return stale(file);
  const { target } = now;
  if (now.exists && !(await isWritable(target)))
    return refused(`${target} is read-only. Allow writing, or make the change by hand.`);
  onStage('checked');
  await backUp(file, change, record);
  onStage('backed-up');
  try {
    await replaceText(change, options);
  } catch (error) {
    // Nothing was changed, so the backup is useless.
    await fs.rm(record, { force: true });
    return error instanceof FileChanged ? stale(file) : refused(describeFailure(target, error));
  }
  onStage('written');
  await pruneRecords(file, record);
  return { ok: true, backup: record };
}

async function backUp(file: string, { before, after }: TextChange, record: string): Promise<void> {
  const records = dirname(record);
  const last = before.exists ? await recordOf(records, file) : undefined;
  const saved: ChangeRecord = {
    file,
    target: before.target,
    before: before.exists ? before.text : null,
    after,
    ...(last !== undefined && isOurMaking(last, before.text) && { made: true }),
    at: new Date().toISOString(),
  };
  await writeInside(
    dirname(records),
    `${basename(records)}/${basename(record)}`,
    `${JSON.stringify(saved, undefined, 2)}\n`,
    { mode: PRIVATE },
  );
}

/** Rejects with `FileChanged` after restoring late text. */
async function replaceText(
  { before, after }: TextChange,
  { onStage = () => {}, mode = PRIVATE }: ChangeOptions = {},
): Promise<void> {
  const { target } = before;
  let old: number | undefined;
  const compare = (): void => {
    old = compareAndOpen(before);
    onStage('compared');
  };
  try {
    if (after === null) await removeInside(dirname(target), basename(target), compare);
    else await writeInside(dirname(target), basename(target), after, { mode, beforeReplace: compare });
    const late = old === undefined ? undefined : await textThatCameLate(old, before.text);
    if (late === undefined) return;
    const now: SettingsText = { target, text: after ?? '', exists: after !== null };
    await replaceText({ before: now, after: late });
    throw new FileChanged(`${target} was changed meanwhile.`);
  } finally {
    if (old !== undefined) closeSync(old);
  }
}

function stale(file: string): ChangeResult {
  return {
    ok: false,
    isStale: true,
    reason: `${file} was changed meanwhile, and stays as it is. Look at the difference again.`,
  };
}

function refused(reason: string): ChangeResult {
  return { ok: false, isStale: false, reason };
}

function describeFailure(target: string, error: unknown): string {
  if (error instanceof WriteRefused) return `${error.message} Make the change by hand.`;
  const { code = '' } = error as NodeJS.ErrnoException;
  const why = ['EACCES', 'EPERM', 'EROFS'].includes(code) ? 'the folder is read-only' : String(code || error);
  return `${target} could not be written: ${why}. Make the change by hand.`;
}

/** Root may write anything: checks mode bits, too. */
async function isWritable(target: string): Promise<boolean> {
  const { mode } = await fs.stat(target);
  const isAllowed = await fs.access(target, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isAllowed && (mode & 0o200) !== 0;
}
