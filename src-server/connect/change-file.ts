import { closeSync, constants, promises as fs } from 'node:fs';
import { basename, dirname } from 'node:path';
import { FileChanged, WriteRefused } from '../writing/guarded-path.ts';
import { removeInside } from '../writing/remove-inside.ts';
import { writeInside } from '../writing/write-inside.ts';
import { type ChangeRecord, isOurMaking, pruneRecords, recordOf } from './change-records.ts';
import { type FileText, readText } from './read-settings.ts';
import { lookAtOld, textThatCameLate } from './watch-old-file.ts';

/** What became of a change; `backup` is the path of its record, absolute. */
export type ChangeResult =
  | { readonly ok: true; readonly backup: string }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Someone else changed the file meanwhile; theirs is in place, and the change may be worked out anew from it. */
      readonly isStale: boolean;
    };

/** What a settings file is to say. */
export interface TextChange {
  /** What it says now. */
  readonly before: FileText;
  /** Null to remove the file. */
  readonly after: string | null;
}

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
 * Replaces the text of a settings file, or removes it: only if it still says what the change was made from, and only after what it says
 * was put aside. At every moment the file holds the old text or the new one.
 *
 * The file is compared with the old text right before the new one takes its place, with nothing in between. An editor
 * that had the file open already and writes into the old one after that is heard, too: its text is put back.
 *
 * @param record where the old text is put aside; one that was put aside of this file before is removed then
 */
export async function changeFile(
  file: string,
  change: TextChange,
  record: string,
  options: ChangeOptions = {},
): Promise<ChangeResult> {
  const { before } = change;
  const { onStage = () => {} } = options;
  const now = await readText(file);
  if (now.target !== before.target || now.text !== before.text || now.exists !== before.exists)
    return stale(file);
  const { target } = now;
  if (now.exists && !(await isWritable(target)))
    return refused(`${target} is read-only. Allow writing, or make the change by hand.`);
  onStage('checked');
  await putAside(file, change, record);
  onStage('backed-up');
  try {
    await replaceText(change, options);
  } catch (error) {
    // Nothing was changed, so there is nothing to take back.
    await fs.rm(record, { force: true });
    return error instanceof FileChanged ? stale(file) : refused(describeFailure(target, error));
  }
  onStage('written');
  await pruneRecords(file, record);
  return { ok: true, backup: record };
}

/** Writes the record of a change that is about to be made. */
async function putAside(file: string, { before, after }: TextChange, record: string): Promise<void> {
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

/** Rejects with `FileChanged` where someone else's text is in place. */
async function replaceText(
  { before, after }: TextChange,
  { onStage = () => {}, mode = PRIVATE }: ChangeOptions = {},
): Promise<void> {
  const { target } = before;
  let old: number | undefined;
  const lastLook = (): void => {
    old = lookAtOld(before);
    onStage('compared');
  };
  try {
    if (after === null) await removeInside(dirname(target), basename(target), lastLook);
    else await writeInside(dirname(target), basename(target), after, { mode, lastLook });
    const late = old === undefined ? undefined : await textThatCameLate(old, before.text);
    if (late === undefined) return;
    const now: FileText = { target, text: after ?? '', exists: after !== null };
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

/** The superuser may write anything; what says that it is read-only is meant. */
async function isWritable(target: string): Promise<boolean> {
  const { mode } = await fs.stat(target);
  const isAllowed = await fs.access(target, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isAllowed && (mode & 0o200) !== 0;
}
