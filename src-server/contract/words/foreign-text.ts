/** Keeps versions, keys and package names. */
const UNFIT = /[^\p{L}\p{N} ._/@+~:-]/gu;
/** Also keeps punctuation. */
const UNFIT_IN_SENTENCES = /[^\p{L}\p{N} ._/@+~:,;?'()-]/gu;
const MAX_LENGTH = 100;

/** Name for agents: one line, no markup, no commands. */
export function fieldText(value: string): string {
  return reduce(value, UNFIT, MAX_LENGTH);
}

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
