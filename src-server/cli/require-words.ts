import { groupDigits } from '../contract/words/group-digits.ts';
import { CliError } from './cli-io.ts';
import { EXIT_CODES } from './exit-codes.ts';

/** Of a question, as the service takes it. */
const MOST_CHARACTERS = 1_000;

/** What is asked in these words. Throws `CliError` where they say nothing, or more than a service takes. */
export function requireWords(words: readonly string[]): string {
  const text = words.join(' ');
  if (text.trim() === '') throw new CliError(EXIT_CODES.usage, 'Say in one word or more what to look for.');
  const { length } = [...text];
  if (length > MOST_CHARACTERS) {
    const most = `${groupDigits(length)} characters, and ${groupDigits(MOST_CHARACTERS)} is the most`;
    throw new CliError(
      EXIT_CODES.usage,
      `The question has ${most}. Give its last lines, where the error is.`,
    );
  }
  return text;
}
