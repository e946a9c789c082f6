import type { Command } from 'commander';
import type { CliIo } from './cli-io.ts';
import { cliLine } from './own-command.ts';

/** In the help of a command: what each line does, and its words behind the program's name. */
export function examples(
  command: Command,
  io: CliIo,
  lines: Readonly<Record<string, readonly string[]>>,
): void {
  command.addHelpText('after', () =>
    [
      '',
      'Examples:',
      ...Object.entries(lines).flatMap(([does, args]) => [`  ${does}:`, `    ${cliLine(args, io)}`]),
    ].join('\n'),
  );
}
