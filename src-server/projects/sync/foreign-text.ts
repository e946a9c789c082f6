/** Letters, digits and what versions, keys and names of packages are written with. */
const UNFIT = /[^\p{L}\p{N} ._/@+~:-]/gu;
const MAX_LENGTH = 100;

/**
 * One field of a registry or a project for a file that agents read: no markup, no command, no line but its own. Whoever
 * wrote the field, what is left is a name.
 */
export function fieldText(value: string): string {
  return value.normalize('NFC').replace(UNFIT, '').replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH).trim();
}
