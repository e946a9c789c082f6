import { JsonText, TextLines } from './json-position.ts';

/** Example: `{{write: what belongs here}}`. */
export const PLACEHOLDER = /\{\{write:([^{}\n]{1,400})\}\}/g;

export const PLACEHOLDER_START = '{{write:';

export function placeholder(what: string): string {
  return `${PLACEHOLDER_START} ${what}}}`;
}

export interface LeftPlaceholder {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export function placeholdersIn(text: string): Generator<LeftPlaceholder, undefined> {
  return placed(text, new TextLines(text), () => true);
}

/** Ignores `extensions`: any text is valid. */
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

export function describeDraft(count: number): string {
  return `The skill is a draft: ${count} ${count === 1 ? 'text is' : 'texts are'} still to write.`;
}
