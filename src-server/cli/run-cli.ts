import { Command, CommanderError, Help } from 'commander';
import { printable, printableLines } from '../contract/printable.ts';
import { version } from '../version.ts';
import { CliError, type CliIo } from './cli-io.ts';
import { COMMAND_HELP, helpText } from './command-help.ts';
import { registerConnect } from './commands/connect.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerFind } from './commands/find.ts';
import { registerIndex } from './commands/index.ts';
import { registerInit } from './commands/init.ts';
import { registerList } from './commands/list.ts';
import { registerMcp } from './commands/mcp.ts';
import { registerRemove } from './commands/remove.ts';
import { registerRemoveCommand } from './commands/remove-command.ts';
import { registerSearch } from './commands/search.ts';
import { registerServe } from './commands/serve.ts';
import { registerShow } from './commands/show.ts';
import { registerStatus } from './commands/status.ts';
import { registerStop } from './commands/stop.ts';
import { registerSubmit } from './commands/submit.ts';
import { registerValidate } from './commands/validate.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { NothingThere } from './locate-or-fail.ts';
import { ownLine } from './own-command.ts';

/** Runs the command line; every failure becomes a line on stderr and an exit code, never a stack trace. */
export async function runCli(args: readonly string[], io: CliIo): Promise<void> {
  try {
    await createProgram(io).parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version that were asked for end with 0 too, everything else is a mistake in the options.
      io.setExitCode(error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage);
      return;
    }
    const begin =
      error instanceof NothingThere
        ? ` Begin one: ${ownLine(['init', '--registry', '<new folder>'], io)}`
        : '';
    io.err(printable(error instanceof Error ? error.message : String(error)) + begin);
    io.setExitCode(error instanceof CliError ? error.exitCode : EXIT_CODES.failed);
  }
}

/** The commands with their options; also what the help and its test are made from. */
export function createProgram(io: CliIo): Command {
  const program = new Command('skills-registry')
    .description('Serves a folder of skills to agents, IDEs, CI and people. Local and read-only.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({
      // That what wasn't given isn't so goes without saying.
      optionDescription: (option) => new Help().optionDescription(option).replace(' (default: false)', ''),
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(printableLines(text.trimEnd())),
      writeErr: (text) => io.err(printableLines(text.trimEnd())),
    });
  registerServe(program, io);
  registerStatus(program, io);
  registerStop(program, io);
  registerList(program, io);
  registerSearch(program, io);
  registerFind(program, io);
  registerShow(program, io);
  registerMcp(program, io);
  registerConnect(program, io);
  registerDoctor(program, io);
  registerValidate(program, io);
  registerIndex(program, io);
  registerInit(program, io);
  registerSubmit(program, io);
  registerRemove(program, io);
  registerRemoveCommand(program, io);
  for (const command of [program, ...program.commands]) addHelp(command, program, io);
  return program;
}

/** Its examples and exit codes, and after a mistake in its options where to find them. */
function addHelp(command: Command, program: Command, io: CliIo): void {
  const words = command === program ? [] : [command.name()];
  const help = COMMAND_HELP[words[0] ?? ''];
  if (help !== undefined) command.addHelpText('after', () => helpText(help, (args) => ownLine(args, io)));
  const lists = command === program ? 'the commands' : 'its arguments and options';
  command.showHelpAfterError(`(${ownLine([...words, '--help'], io)} lists ${lists})`);
}
