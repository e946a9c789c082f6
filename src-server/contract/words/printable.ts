/** Invisible to people, or active in terminals and logs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]/gu;
/** Commands of CI systems: `::` at the start of a line, `##[` anywhere. */
const COMMAND = /^(\s*):(?=:)|#(?=#[a-z]*\[)/gi;

/** For foreign text in a terminal or log: escapes invisible characters and line ends, breaks CI commands. */
export function printable(text: string): string {
  return text
    .replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .replace(COMMAND, (_match, space: string | undefined) =>
      space === undefined ? '\\u{23}' : `${space}\\u{3a}`,
    );
}

/** Keeps line ends; tabs become two spaces. */
export function printableLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => printable(line.replaceAll('\t', '  ')))
    .join('\n');
}

/** Legitimate: line ends, tabs, joiners of scripts and emoji, emoji variants. */
const ORDINARY: ReadonlySet<string> = new Set(['\n', '\r', '\t', '\u200C', '\u200D', '\uFE0E', '\uFE0F']);

/** Removes hidden characters of a text that is compared, never shown. Tabs stay. */
export function withoutHidden(text: string): string {
  return text.replace(UNSEEN, (character) => (character === '\t' ? character : ''));
}

/** For models: invisible characters may carry unreviewed instructions. */
export function escapeHidden(text: string): string {
  return text.replace(UNSEEN, (character) =>
    ORDINARY.has(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** Equivalent JSON, with escapes. */
export function printableJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent) ?? 'null';
  return text
    .replace(UNSEEN, (character) => (character === '\n' ? character : escapedUnits(character)))
    .replace(/##(?=[a-z]*\[)/gi, '#\\u0023');
}

function escapedUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
