import { groupDigits } from '../contract/words/group-digits.ts';
import { CliError } from './cli-io.ts';
import { EXIT_CODES } from './exit-codes.ts';

/** The service's limit. */
const MOST_CHARACTERS = 1_000;

/** Throws `CliError` if empty or too long. */
export function requireWords(words: readonly string[], most = MOST_CHARACTERS): string {
  const text = words.join(' ');
  if (text.trim() === '') throw new CliError(EXIT_CODES.usage, 'Name at least one word to search for.');
  const { length } = [...text];
  if (length > most) {
    const said = `${groupDigits(length)} characters, and ${groupDigits(most)} is the most`;
    throw new CliError(
      EXIT_CODES.usage,
      `The question has ${said}. Give its last lines, where the error is.`,
    );
  }
  return text;
}
