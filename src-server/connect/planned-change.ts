import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ChangePreview, ConnectResult } from '../contract/clients/connect.ts';
import { lineDiff } from '../text/line-diff.ts';
import type { ChangeResult, TextChange } from './change-file.ts';
import { OtherEncoding, readSettingsText, type SettingsText } from './read-settings.ts';

export type PlannedChange =
  | {
      readonly ok: true;
      readonly file: string;
      readonly before: SettingsText;
      readonly after: string | null;
      /** Hash of the changed lines, independent of other lines. */
      readonly token: string;
    }
  | { readonly ok: false; readonly reason: string };

export interface ChangeAction {
  readonly change: (planned: Extract<PlannedChange, { ok: true }>) => Promise<ChangeResult>;
  /** Follows the file name. Default: `says so already`. */
  readonly whenDone?: string;
}

export const ATTEMPTS = 5;
/** Before the next attempt. */
export const PAUSE_MS = 25;

export function plannedChange(file: string, before: SettingsText, after: string | null): PlannedChange {
  const lines = lineDiff(before.text, after ?? '').filter(({ kind }) => kind !== 'same');
  const whole = JSON.stringify([before.target, before.exists, lines, ...(after === null ? [after] : [])]);
  const token = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  return { ok: true, file, before, after, token };
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

/** If the file changes meanwhile, plans again; writes only if the changed lines are the same. */
export async function makePlanned(
  plan: () => Promise<PlannedChange>,
  token: string,
  { change, whenDone = 'says so already' }: ChangeAction,
): Promise<ConnectResult> {
  let message = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const planned = await plan();
    if (!planned.ok) return { ok: false, message: planned.reason };
    const { file, before, after } = planned;
    message = `${file} was changed meanwhile. Look at the difference again.`;
    if (planned.token === token) {
      if (after === before.text) return { ok: true, message: `${file} ${whenDone}.` };
      const changed = await change(planned);
      if (changed.ok) return { ok: true, message: writtenMessage(planned, changed.backup) };
      if (!changed.isStale) return { ok: false, message: changed.reason };
    }
    // The other program may be half done.
    await setTimeout(PAUSE_MS);
  }
  return { ok: false, message };
}

function writtenMessage({ before: { target, exists }, after }: TextChange, backup: string): string {
  const kept = exists ? ` What it said before is kept in ${backup}.` : '';
  return after === null
    ? `Removed ${target}, which was made for this and says nothing else.${kept}`
    : `Written to ${target}.${kept}`;
}

/** The reason is a sentence. */
export async function readSettings(
  file: string,
): Promise<
  { readonly ok: true; readonly text: SettingsText } | { readonly ok: false; readonly reason: string }
> {
  try {
    return { ok: true, text: await readSettingsText(file) };
  } catch (error) {
    if (error instanceof OtherEncoding)
      return {
        ok: false,
        reason: `${file} can't be read: ${error.message}. Save it as UTF-8 in an editor, then try again.`,
      };
    const { code, message } = error as NodeJS.ErrnoException;
    return { ok: false, reason: `${file} can't be read: ${code ?? message}.` };
  }
}
