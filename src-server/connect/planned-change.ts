import { createHash } from 'node:crypto';
import type { ChangePreview } from '../contract/clients/connect.ts';
import { lineDiff } from '../platform/diff.ts';
import { OtherEncoding, readSettingsText, type SettingsText } from './read-settings.ts';

export type PlannedChange =
  | {
      readonly ok: true;
      readonly file: string;
      readonly before: SettingsText;
      /** Null: remove the file. */
      readonly after: string | null;
      /** Hash of the changed lines, independent of other lines. */
      readonly token: string;
    }
  | { readonly ok: false; readonly reason: string };

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
