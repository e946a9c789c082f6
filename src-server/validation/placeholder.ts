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

export function* placeholdersIn(text: string, lines = new TextLines(text)): Iterable<LeftPlaceholder> {
  // In `extensions`, any text is valid.
  for (const { 1: what = '', index } of text.matchAll(PLACEHOLDER))
    if (!(lines instanceof JsonText && lines.isInMember('extensions', index)))
      yield { message: `Still to write: ${what.trim()}.`, ...lines.positionOf(index) };
}

export function placeholdersInManifest(text: string): Iterable<LeftPlaceholder> {
  return placeholdersIn(text, new JsonText(text));
}

export function describeDraft(count: number): string {
  return `The skill is a draft: ${count} ${count === 1 ? 'text is' : 'texts are'} still to write.`;
}
