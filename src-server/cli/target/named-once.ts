import { CliError } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/** Throws `CliError` if both are given. */
export function namedOnce(argument: string | undefined, option: string | undefined): string | undefined {
  if (argument !== undefined && option !== undefined)
    throw new CliError(EXIT_CODES.usage, 'Name the folder once: with -r, or without.');
  return argument ?? option;
}
