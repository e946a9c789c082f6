/** Letters, digits and what versions, keys and names of packages are written with. */
const UNFIT = /[^\p{L}\p{N} ._/@+~:-]/gu;
/** What sentences have, too. */
const UNFIT_IN_SENTENCES = /[^\p{L}\p{N} ._/@+~:,;?'()-]/gu;
const MAX_LENGTH = 100;

/**
 * One field of a registry or a project for a file that agents read: no markup, no command, no line but its own. Whoever
 * wrote the field, what is left is a name.
 */
export function fieldText(value: string): string {
  return reduce(value, UNFIT, MAX_LENGTH);
}

/** The same of a foreign sentence. */
export function sentenceText(value: string, maxLength: number): string {
  return reduce(value, UNFIT_IN_SENTENCES, maxLength);
}

function reduce(value: string, unfit: RegExp, maxLength: number): string {
  return value
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(unfit, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, maxLength)
    .replace(/\p{Cs}$/u, '')
    .trim();
}
