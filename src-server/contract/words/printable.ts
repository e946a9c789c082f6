/**
 * Unseen by people, or acted on by terminals and logs: control characters, bidirectional marks, line ends,
 * invisible characters, lone surrogates.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]/gu;
/** Read by CI systems as commands: `::` at the start of a line, `##[` anywhere. */
const COMMAND = /^(\s*):(?=:)|#(?=#[a-z]*\[)/gi;

/**
 * Makes foreign text safe for a terminal or log line: escapes invisible characters and line ends as `\u{1b}`,
 * breaks CI commands. Use for registry texts, file names and output of other programs.
 */
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

/** Have a legitimate use: line ends, tabs, joiners of scripts and emoji, emoji variants. */
const ORDINARY: ReadonlySet<string> = new Set(['\n', '\r', '\t', '\u200C', '\u200D', '\uFE0E', '\uFE0F']);

/** Escapes invisible characters for a model: they may carry unreviewed instructions. */
export function escapeHidden(text: string): string {
  return text.replace(UNSEEN, (character) =>
    ORDINARY.has(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** Equivalent JSON, with escapes for invisible characters and CI commands. */
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
