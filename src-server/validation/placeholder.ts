import { JsonText, TextLines } from './json-position.ts';

/** What stands where a new skill's author has yet to write: `{{write: what belongs here}}`. */
export const PLACEHOLDER = /\{\{write:([^{}\n]{1,400})\}\}/g;

/** How each begins. */
export const PLACEHOLDER_START = '{{write:';

/** What stands for a text that is still to be written: `{{write: what}}`. */
export function placeholder(what: string): string {
  return `${PLACEHOLDER_START} ${what}}}`;
}

/** A text that is still to be written, and where. */
export interface LeftPlaceholder {
  /** What is still to be written, in a sentence. */
  readonly message: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** The placeholders of a text, in their order. */
export function placeholdersIn(text: string): Generator<LeftPlaceholder, undefined> {
  return placed(text, new TextLines(text), () => true);
}

/** The placeholders of a skill.json, in their order. `extensions` may hold any text. */
export function placeholdersInManifest(text: string): Generator<LeftPlaceholder, undefined> {
  const json = new JsonText(text);
  return placed(text, json, (offset) => !json.isInMember('extensions', offset));
}

function* placed(
  text: string,
  lines: TextLines,
  counts: (offset: number) => boolean,
): Generator<LeftPlaceholder, undefined> {
  for (const match of text.matchAll(PLACEHOLDER))
    if (counts(match.index))
      yield { message: `Still to write: ${match[1]?.trim()}.`, ...lines.positionOf(match.index) };
}

/** What a skill is with so many texts still to write, in a sentence. */
export function describeDraft(count: number): string {
  return `The skill is a draft: ${count} ${count === 1 ? 'text is' : 'texts are'} still to write.`;
}
