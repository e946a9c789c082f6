import { CliError } from './cli-io.ts';
import { EXIT_CODES } from './exit-codes.ts';

/** What is asked in these words. Throws `CliError` where they say nothing. */
export function requireWords(words: readonly string[]): string {
  const text = words.join(' ');
  if (text.trim() === '') throw new CliError(EXIT_CODES.usage, 'Say in one word or more what to look for.');
  return text;
}
