import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ChangePreview, ConnectResult } from '../contract/clients/connect.ts';
import { lineDiff } from '../text/line-diff.ts';
import type { ChangeResult, TextChange } from './change-file.ts';
import { type FileText, OtherEncoding, readText } from './read-settings.ts';

/** A change of a file that was worked out and not made yet, or why there is none. */
export type PlannedChange =
  | {
      readonly ok: true;
      readonly file: string;
      readonly before: FileText;
      /** Null where the file is removed. */
      readonly after: string | null;
      /** Names this change by its lines: what is said elsewhere in the file may change, and stays, while it is made. */
      readonly token: string;
    }
  | { readonly ok: false; readonly reason: string };

/** How a planned change is made. */
export interface PlannedDeed {
  readonly change: (planned: Extract<PlannedChange, { ok: true }>) => Promise<ChangeResult>;
  /** What is said behind the name of a file in which nothing changes. Default: that it says so already. */
  readonly whenDone?: string;
}

/** How often a change is worked out again because someone else edits the file, and the pause before it. */
export const ATTEMPTS = 5;
/** Before the next attempt, milliseconds. */
export const PAUSE_MS = 25;

/** A change of a file from one text to another; to null: it is removed. */
export function plannedChange(file: string, before: FileText, after: string | null): PlannedChange {
  const lines = lineDiff(before.text, after ?? '').filter(({ kind }) => kind !== 'same');
  const whole = JSON.stringify([before.target, before.exists, lines, ...(after === null ? [after] : [])]);
  const token = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  return { ok: true, file, before, after, token };
}

/** What people are shown of a change before it is made. */
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
 * Makes the change that a preview showed, and no other. Where someone else edits the file meanwhile it is worked out
 * anew, and made only if its lines are the same.
 *
 * @param token of the preview
 * @param deed makes the planned change, and how a file is spoken of that needs none
 */
export async function makePlanned(
  plan: () => Promise<PlannedChange>,
  token: string,
  { change, whenDone = 'says so already' }: PlannedDeed,
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
    // Someone is at it: what they write now may be half of what they want to say.
    await setTimeout(PAUSE_MS);
  }
  return { ok: false, message };
}

/** Where what was there can be had back; a file that wasn't there leaves nothing behind. */
function writtenMessage({ before: { target, exists }, after }: TextChange, backup: string): string {
  const kept = exists ? ` What it said before is kept in ${backup}.` : '';
  return after === null
    ? `Removed ${target}, which was made for this and says nothing else.${kept}`
    : `Written to ${target}.${kept}`;
}

/** The text of a file that may be changed, or in a sentence why it can't be read. */
export async function readSettings(
  file: string,
): Promise<{ readonly ok: true; readonly text: FileText } | { readonly ok: false; readonly reason: string }> {
  try {
    return { ok: true, text: await readText(file) };
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
