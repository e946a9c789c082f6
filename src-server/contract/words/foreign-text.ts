/** Keeps versions, keys and package names. */
const UNFIT = /[^\p{L}\p{N} ._/@+~:-]/gu;
const MAX_LENGTH = 100;

/** Name for agents: one line, no markup, no commands. */
export function fieldText(value: string): string {
  return value
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(UNFIT, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .replace(/\p{Cs}$/u, '')
    .trim();
}
