import type { Command } from 'commander';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { givenOptions } from '../given-options.ts';
import { cliLine } from '../own-command.ts';

/** Throws `CliError`, suggesting `-r`. */
export function refuseBareFolder(command: Command, io: CliIo): void {
  const [folder] = command.args;
  if (folder === undefined) return;
  const line = cliLine([command.name(), ...givenOptions(command, ['--registry']), '-r', folder], io);
  throw new CliError(EXIT_CODES.usage, `The registry is named with -r. Try: ${line}`);
}
