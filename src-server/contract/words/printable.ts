/**
 * What a terminal or a log would act on, or nobody would see: controls, marks that turn the direction of writing, line
 * ends, characters that are shown as nothing, and halves of a character.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]/gu;
/** CI systems take a line that begins with `::`, or has `##[` anywhere, for a command. */
const COMMAND = /^(\s*):(?=:)|#(?=#[a-z]*\[)/gi;

/**
 * One line of text that is safe to print, whoever wrote it: what can't be seen is spelled out (`\u{1b}`, line ends among
 * it), and nothing in it is a command to a CI system. Texts of a registry, names of files and what other programs say go
 * through it before they reach a terminal or a log. Text that is only to be seen stays as it is.
 */
export function printable(text: string): string {
  return text
    .replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .replace(COMMAND, (_match, space: string | undefined) =>
      space === undefined ? '\\u{23}' : `${space}\\u{3a}`,
    );
}

/** The same for a text of several lines, which stay lines; a tab is two spaces. */
export function printableLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => printable(line.replaceAll('\t', '  ')))
    .join('\n');
}

/** What texts of strangers hold for good reasons: line ends, tabs, joiners of scripts and of emoji, and how emoji are shown. */
const ORDINARY: ReadonlySet<string> = new Set(['\n', '\r', '\t', '\u200C', '\u200D', '\uFE0E', '\uFE0F']);

/** A text for a model: as it is, but that a character which nobody sees is spelled out. It may carry what nobody reviewed. */
export function withoutHidden(text: string): string {
  return text.replace(UNSEEN, (character) =>
    ORDINARY.has(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** JSON that says the same, with everything that can't be seen, and CI commands, as escapes of its own. */
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
