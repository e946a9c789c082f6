import { basename, dirname } from 'node:path';
import { Command, CommanderError, Help } from 'commander';
import { printable, printableLines } from '../contract/words/printable.ts';
import { version } from '../version.ts';
import { REGISTRY_ORDER } from './choose-registry.ts';
import { CliError, type CliIo, NothingThere } from './cli-io.ts';
import { examples } from './examples.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { cliLine } from './own-command.ts';

export type RegisterCommand = (program: Command, io: CliIo) => void;

/** Failures become a line on stderr and an exit code, never a stack trace. */
export async function runProgram(
  args: readonly string[],
  io: CliIo,
  commands: readonly RegisterCommand[],
): Promise<void> {
  try {
    const program = makeProgram(io, commands);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Requested help and version exit with 0; all other cases are wrong options.
      io.setExitCode(error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage);
      return;
    }
    const begin = ` Begin one: ${cliLine(['init', '--registry', '<new folder>'], io)}`;
    const said = describeError(error) + (error instanceof NothingThere ? begin : '');
    io.err([said, ...(error instanceof CliError ? error.below : [])].map(printable).join('\n'));
    io.setExitCode(error instanceof CliError ? error.exitCode : EXIT_CODES.failed);
  }
}

const NO_PERMISSION = ['EACCES', 'EPERM', 'EROFS'];

/** Permission errors name the folder. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  if (!NO_PERMISSION.includes(code) || path === undefined) return message;
  return `${dirname(path)} is read-only for you: ${basename(path)} can’t be opened or changed there (${code}). Allow it, or work on a copy.`;
}

export function makeProgram(io: CliIo, commands: readonly RegisterCommand[]): Command {
  const program = new Command('skills-registry')
    .description('Serves a folder of skills to agents, IDEs, CI and people. Local and read-only.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({
      // Option names are long: a terminal of 60 columns leaves 25 for descriptions.
      minWidthToWrap: 20,
      // False is the obvious default.
      optionDescription: (option) => new Help().optionDescription(option).replace(' (default: false)', ''),
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(printableLines(text.trimEnd())),
      writeErr: (text) => io.err(printableLines(text.trimEnd())),
      ...(io.columns !== undefined && { getOutHelpWidth: () => io.columns ?? 0 }),
    });
  program.showHelpAfterError('(--help lists commands, arguments and options)');
  for (const register of commands) register(program, io);
  examples(program, io, {
    'Serve a folder of skills': ['serve', '-r', 'my-registry'],
    'Ask a question': ['find', 'how do I shut down cleanly'],
    'Show the help of a command': ['help', 'serve'],
  });
  return program.addHelpText('after', registryChoice());
}

const EXIT_CODE_WORDS =
  'Exit codes: 0 done, 1 problems found, or failed, 2 wrong options, 3 port or address not available, 4 no registry.';

function registryChoice(): string {
  const sources = REGISTRY_ORDER.map((source, index) => `  ${index + 1}. ${source}`);
  return [
    '',
    'Registry of a command, the first of:',
    ...sources,
    '  serve skips 3 and 4. validate and remove use 1, 2 and 5, index and init 1 and 5.',
    '',
    EXIT_CODE_WORDS,
  ].join('\n');
}
