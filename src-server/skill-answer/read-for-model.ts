import { escapeHidden } from '../contract/words/printable.ts';
import { readSectionPart, type SkillSection } from '../registry/skill-texts.ts';
import type { ServedRegistry } from '../served-registry.ts';

/** Per answer, some 250,000 tokens. */
export const MODEL_TEXT_BYTES = 1024 * 1024;

export interface ModelText extends SkillSection {
  readonly text: string;
  /** Part number, and how to read others. */
  readonly note?: string;
}

/** Bytes, text, pieces and JSON. */
export const MODEL_ANSWER_BYTES = 8 * MODEL_TEXT_BYTES;

/**
 * Cuts longer files after a line, with a note. Throws like `readSection`.
 *
 * @param maxBytes default `MODEL_TEXT_BYTES`
 */
export async function readForModel(
  { live }: ServedRegistry,
  key: string,
  name: string,
  maxBytes = MODEL_TEXT_BYTES,
): Promise<ModelText> {
  const part = { from: 0, length: maxBytes };
  const { skill, file, bytes, stamp } = await readSectionPart(live, key, name, part);
  const whole = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (bytes.length >= stamp.size) return { skill, file, text: whole };
  const cut = whole.slice(0, Math.max(whole.lastIndexOf('\n'), 0) || whole.length - 1);
  const note = `[Cut here: ${file.path} has ${stamp.size} bytes. get_section with path ${skill.key} and section "${file.path}, part 1" reads it in parts.]`;
  return { skill, file, text: cut, note };
}

export function countParts(size: number): number {
  return Math.max(1, Math.ceil(size / MODEL_TEXT_BYTES));
}

const MOST_CONTINUED = 3;

/**
 * With a note about the next part. Throws like `readSection`.
 *
 * @param part 1 to `countParts`
 */
export async function readPartForModel(
  { live }: ServedRegistry,
  key: string,
  name: string,
  part: number,
): Promise<ModelText> {
  const from = (part - 1) * MODEL_TEXT_BYTES;
  const range = { from, length: MODEL_TEXT_BYTES + MOST_CONTINUED };
  const { skill, file, bytes, stamp } = await readSectionPart(live, key, name, range);
  const start = from === 0 ? 0 : characterStart(bytes, 0);
  const text = bytes.subarray(start, characterStart(bytes, MODEL_TEXT_BYTES)).toString('utf8');
  const count = countParts(stamp.size);
  const next =
    part < count
      ? `: get_section with path ${key} and section "${file.path}, part ${part + 1}" gives the next`
      : '';
  const note = `[Part ${part} of ${count} of ${file.path}, which has ${stamp.size} bytes${next}.]`;
  return { skill, file, text: text.replace(/^\uFEFF/, ''), note };
}

/** At or after a position, or the end. */
function characterStart(bytes: Buffer, place: number): number {
  let start = Math.min(place, bytes.length);
  while (start < Math.min(place + MOST_CONTINUED, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80)
    start += 1;
  return start;
}

/** Spells out invisible characters; the note comes last. */
export function resourceText({ text, note }: ModelText): string {
  return escapeHidden(note === undefined ? text : `${text}\n\n${note}\n`);
}
