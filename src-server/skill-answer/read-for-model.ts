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
  const note = `[Cut here: ${file.path} has ${stamp.size} bytes. GET /v1/skills/${skill.key}/${file.path} gives all of it.]`;
  return { skill, file, text: `${cut}\n\n${note}\n` };
}
