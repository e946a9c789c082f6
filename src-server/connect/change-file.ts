import { constants, promises as fs } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { ConnectResult } from '../contract/clients/connect.ts';
import { FileChanged, WriteRefused } from '../platform/guarded-path.ts';
import { removeInside, writeInside } from '../platform/write-file.ts';
import type { PlannedChange } from './planned-change.ts';
import { readSettingsText, type SettingsText } from './read-settings.ts';

export interface ChangeOptions {
  /** Of a new file. Default 0o600: settings may contain secrets. */
  readonly mode?: number;
  /** Follows the file name if nothing changes. Default: `says so already`. */
  readonly whenDone?: string;
}

const PRIVATE = 0o600;

/** Beside the settings, readable by the user alone. Replaces the backup of an earlier change. */
export function backupName(file: string): string {
  return `${basename(file)}.skills-registry.bak`;
}

/** Makes a change only as previewed: `token` identifies the shown lines. */
export async function changeFile(
  planned: PlannedChange,
  token: string,
  { mode = PRIVATE, whenDone = 'says so already' }: ChangeOptions = {},
): Promise<ConnectResult> {
  if (!planned.ok) return { ok: false, message: planned.reason };
  const { file, before, after } = planned;
  if (planned.token !== token) return changedMeanwhile(file);
  if (after === before.text) return { ok: true, message: `${file} ${whenDone}.` };
  const { target, exists } = before;
  if (exists && !(await isWritable(target)))
    return { ok: false, message: `${target} is read-only. Allow writing, or make the change by hand.` };
  const [folder, name] = [dirname(target), basename(target)];
  try {
    if (exists && after !== null)
      await writeInside(folder, backupName(target), before.text, { mode: PRIVATE });
    await checkUnchanged(file, before);
    if (after === null) await removeInside(folder, name);
    else await writeInside(folder, name, after, { mode });
  } catch (error) {
    return error instanceof FileChanged
      ? changedMeanwhile(file)
      : { ok: false, message: describeFailure(target, error) };
  }
  return { ok: true, message: writtenMessage(before, after) };
}

async function checkUnchanged(file: string, before: SettingsText): Promise<void> {
  const now = await readSettingsText(file);
  if (now.target !== before.target || now.text !== before.text || now.exists !== before.exists)
    throw new FileChanged(`${file} was changed meanwhile.`);
}

function changedMeanwhile(file: string): ConnectResult {
  return { ok: false, message: `${file} was changed meanwhile. Look at the difference again.` };
}

function writtenMessage({ target, exists }: SettingsText, after: string | null): string {
  if (after === null) return `Removed ${target}, which says nothing else.`;
  const backup = exists ? ` What it said before is kept beside it, in ${backupName(target)}.` : '';
  return `Written to ${target}.${backup}`;
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
