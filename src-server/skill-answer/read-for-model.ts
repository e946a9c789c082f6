import { escapeHidden } from '../contract/words/printable.ts';
import { readSectionPart, type SkillSection } from '../registry/skill-texts.ts';
import type { ServedRegistry } from '../served-registry.ts';

/** Maximum per answer, some 250,000 tokens. */
export const MODEL_TEXT_BYTES = 1024 * 1024;

/** A text of a skill, and a note of the service. */
export interface ModelText extends SkillSection {
  readonly text: string;
  /** Says that the text is a part, and how to read the others. */
  readonly note?: string;
}

/** Bytes, text, pieces and JSON of an answer. */
export const MODEL_ANSWER_BYTES = 8 * MODEL_TEXT_BYTES;

/**
 * A longer file is cut after a line, with a note. Throws like `readSection`.
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
 * Reads a part of a large file, with a note about the next part. Throws like `readSection`.
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

/** First character boundary at or after a position, or the end. */
function characterStart(bytes: Buffer, place: number): number {
  let start = Math.min(place, bytes.length);
  while (start < Math.min(place + MOST_CONTINUED, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80)
    start += 1;
  return start;
}

/** The text as a resource, which has no place beside it: invisible characters spelled out, the note at its end. */
export function resourceText({ text, note }: ModelText): string {
  return escapeHidden(note === undefined ? text : `${text}\n\n${note}\n`);
}
