import { basename, dirname, resolve } from 'node:path';
import { Command, CommanderError, Help } from 'commander';
import { registryOfEnvironment } from '../connect/registry-option.ts';
import { printable, printableLines } from '../contract/words/printable.ts';
import { version } from '../version.ts';
import { CliError, type CliIo, NothingThere } from './cli-io.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { cliLine } from './own-command.ts';
import { COMMAND_HELP, helpText, registryChoiceText } from './text/command-help.ts';

export type RegisterCommand = (program: Command, io: CliIo) => void;

/** Failures become a line on stderr and an exit code, never a stack trace. */
export async function runProgram(
  args: readonly string[],
  io: CliIo,
  commands: readonly RegisterCommand[],
): Promise<void> {
  try {
    const program = makeProgram(io, commands);
    await program.parseAsync([...meantArgs(args, program)], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Requested help and version exit with 0; all other cases are wrong options.
      io.setExitCode(error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage);
      return;
    }
    const next = error instanceof NothingThere ? describeBeginning(error, io) : '';
    const below = error instanceof CliError ? error.below : [];
    const said = printable(describeError(error)) + next;
    io.err([said, ...below.map(printable)].join('\n'));
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

/** Drops `help`: the error names the unknown command. */
function meantArgs(args: readonly string[], { commands }: Command): readonly string[] {
  const [help, name] = args;
  const isUnknown = name !== undefined && !commands.some((command) => command.name() === name);
  return help === 'help' && isUnknown && !name.startsWith('-') ? args.slice(1) : args;
}

/** Names a causing SKILLS_REGISTRY. */
function describeBeginning({ folder }: NothingThere, io: CliIo): string {
  const { env, cwd } = io;
  const named = registryOfEnvironment({ env });
  const isVariable = folder !== undefined && named !== undefined && resolve(cwd, named) === folder;
  const line = cliLine(['init', '--registry', folder ?? '<new folder>'], io);
  return `${isVariable ? ' SKILLS_REGISTRY names it.' : ''} Begin one: ${line}`;
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
  for (const register of commands) register(program, io);
  program.addHelpText('after', registryChoiceText());
  addHelp(program, [], io);
  return program;
}

/** Recursive. */
function addHelp(command: Command, words: readonly string[], io: CliIo): void {
  const help = COMMAND_HELP[words.join(' ')];
  if (help !== undefined) command.addHelpText('after', () => helpText(help, (args) => cliLine(args, io)));
  const lists = command.commands.length > 0 ? 'the commands' : 'its arguments and options';
  command.showHelpAfterError(`(${cliLine([...words, '--help'], io)} lists ${lists})`);
  for (const below of command.commands) addHelp(below, [...words, below.name()], io);
}
