import { readSectionPart, type SkillSection } from '../registry/skill-texts.ts';
import type { ServedRegistry } from '../served-registry.ts';

/** A model gets at most this many bytes of texts in one answer, some 250,000 tokens. */
export const MODEL_TEXT_BYTES = 1024 * 1024;

/** Bytes that making such an answer takes: it is held as bytes, as text, in pieces and as JSON. */
export const MODEL_ANSWER_BYTES = 8 * MODEL_TEXT_BYTES;

/**
 * One file for a model to read. A longer one is cut behind a line, and says so at its end. Throws as `readSection` does.
 *
 * @param maxBytes of the file's text; default `MODEL_TEXT_BYTES`
 */
export async function readForModel(
  { live }: ServedRegistry,
  key: string,
  name: string,
  maxBytes = MODEL_TEXT_BYTES,
): Promise<SkillSection & { readonly text: string }> {
  const part = { from: 0, length: maxBytes };
  const { skill, file, bytes, stamp } = await readSectionPart(live, key, name, part);
  const whole = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (bytes.length >= stamp.size) return { skill, file, text: whole };
  const cut = whole.slice(0, Math.max(whole.lastIndexOf('\n'), 0) || whole.length - 1);
  const note = `[Cut here: ${file.path} has ${stamp.size} bytes. get_section with path ${skill.key} and section "${file.path}, part 1" reads it in parts.]`;
  return { skill, file, text: `${cut}\n\n${note}\n` };
}

/** Parts of `MODEL_TEXT_BYTES` that a file is read in. */
export function countParts(size: number): number {
  return Math.max(1, Math.ceil(size / MODEL_TEXT_BYTES));
}

/** Most bytes of a UTF-8 character that follow its first one. */
const MOST_CONTINUED = 3;

/**
 * One part of a file that is too large for one answer; the parts together are the file. Says at its end which part it is,
 * and how to read the next. Throws as `readSection` does.
 *
 * @param part 1 to `countParts`
 */
export async function readPartForModel(
  { live }: ServedRegistry,
  key: string,
  name: string,
  part: number,
): Promise<SkillSection & { readonly text: string }> {
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
  return { skill, file, text: `${text.replace(/^\uFEFF/, '')}\n\n${note}\n` };
}

/** The first place from a place on where a character begins; the end of the bytes at the latest. */
function characterStart(bytes: Buffer, place: number): number {
  let start = Math.min(place, bytes.length);
  while (start < Math.min(place + MOST_CONTINUED, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80)
    start += 1;
  return start;
}
