/** Runs a command line, and loads only the command that it names. */

import { Command, CommanderError, Help } from 'commander';
import { version } from '../built-files.ts';
import { messageOf } from '../contract/errors.ts';
import { printable, printableLines } from '../contract/outside-text.ts';
import { CliError, type CliIo, EXIT_CODES, examples } from './cli-io.ts';

type RegisterCommand = (program: Command, io: CliIo) => void;

/** The commands, in the order in which the help lists them. */
const COMMANDS = new Map<string, () => Promise<RegisterCommand>>([
  ['serve', async () => (await import('./commands/serve.ts')).registerServe],
  ['status', async () => (await import('./commands/status.ts')).registerStatus],
  ['stop', async () => (await import('./commands/stop.ts')).registerStop],
  ['list', async () => (await import('./commands/list.ts')).registerList],
  ['search', async () => (await import('./commands/search.ts')).registerSearch],
  ['find', async () => (await import('./commands/find.ts')).registerFind],
  ['show', async () => (await import('./commands/show.ts')).registerShow],
  ['match', async () => (await import('./commands/match.ts')).registerMatch],
  ['sync', async () => (await import('./commands/sync.ts')).registerSync],
  ['export', async () => (await import('./commands/export.ts')).registerExport],
  ['export-site', async () => (await import('./commands/export-site.ts')).registerExportSite],
  ['export-plugin', async () => (await import('./commands/export-plugin.ts')).registerExportPlugin],
  ['registry', async () => (await import('./commands/registry.ts')).registerRegistry],
  ['mcp', async () => (await import('./commands/mcp.ts')).registerMcp],
  ['connect', async () => (await import('./commands/connect.ts')).registerConnect],
  ['doctor', async () => (await import('./commands/doctor.ts')).registerDoctor],
  ['validate', async () => (await import('./commands/validate.ts')).registerValidate],
  ['eval', async () => (await import('./commands/eval.ts')).registerEval],
  ['index', async () => (await import('./commands/index.ts')).registerIndex],
  ['init', async () => (await import('./commands/init.ts')).registerInit],
  ['submit', async () => (await import('./commands/submit.ts')).registerSubmit],
  ['remove', async () => (await import('./commands/remove.ts')).registerRemove],
]);

/**
 * Failures become a line on stderr and an exit code, never a stack trace. Only help and unknown words load all commands,
 * and the version none.
 */
export async function runCli(args: readonly string[], io: CliIo): Promise<void> {
  const [first = ''] = args;
  try {
    const load = COMMANDS.get(first);
    const isVersion = first === '-v' || first === '--version';
    const program =
      load === undefined && !isVersion
        ? await createProgram(io)
        : makeProgram(io, load === undefined ? [] : [await load()]);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Requested help and version exit with 0; all other cases are wrong options.
      io.setExitCode(error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage);
      return;
    }
    io.err([messageOf(error), ...(error instanceof CliError ? error.below : [])].map(printable).join('\n'));
    io.setExitCode(error instanceof CliError ? error.exitCode : EXIT_CODES.failed);
  }
}

/** Makes the program with all its commands. */
export async function createProgram(io: CliIo): Promise<Command> {
  return makeProgram(io, await Promise.all(Array.from(COMMANDS.values(), (load) => load())));
}

function makeProgram(io: CliIo, commands: readonly RegisterCommand[]): Command {
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
  examples(program, io, { 'Show the help of a command': ['help', 'serve'] });
  const order = REGISTRY_ORDER.map((source, index) => `  ${index + 1}. ${source}`).join('\n');
  return program.addHelpText('after', `\nRegistry of a command, the first of:\n${order}\n${HELP_END}`);
}

/**
 * The registry of a command is the first of these, as `choose-registry.ts` chooses it. It stands here, since the program
 * loads no command to print its help. Who asks (`askRegistry`) gets a service that runs over exactly these layers, else
 * the folders are opened in this process. `serve` and `export-site` skip the running service and the remembered registry
 * (`chooseRegistry`). Commands that write files name a folder, or stand in it (`locateOrFail`).
 */
const REGISTRY_ORDER = [
  '-r <folder or name>',
  'SKILLS_REGISTRY',
  'the registry of a running service',
  'the remembered registry',
  'the registry at, above or right below the current folder',
  'all added registries, in layers',
  'the sample',
] as const;

const HELP_END = `  serve skips 3 and 4. validate and remove use 1, 2 and 5, index and init 1 and 5.

Exit codes: 0 done, 1 problems found, or failed, 2 wrong options, 3 port or address not available, 4 no registry.`;
