/** Runs a command line, and loads only the command that it names. */

import { Command, CommanderError, Help } from 'commander';
import { version } from '../built-files.ts';
import { messageOf } from '../contract/errors.ts';
import { printable, printableLines } from '../contract/outside-text.ts';
import { EditDistance } from '../platform/edit-distance.ts';
import { CliError, type CliIo, EXIT_CODES, examples } from './cli-io.ts';

type RegisterCommand = (program: Command, io: CliIo) => void;

/** What one wants, as the help groups the commands. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Use skills:': ['find', 'show', 'search', 'list', 'match', 'sync', 'export'],
  'Connect clients:': ['connect', 'mcp', 'doctor', 'export-plugin'],
  'Write skills:': ['init', 'validate', 'eval', 'index', 'remove', 'submit'],
  'Serve and share:': ['serve', 'open', 'status', 'stop', 'registry', 'export-site'],
};

/** The commands, in the order in which the help lists them. */
const COMMANDS = new Map<string, () => Promise<RegisterCommand>>([
  ['find', async () => (await import('./commands/find.ts')).registerFind],
  ['show', async () => (await import('./commands/show.ts')).registerShow],
  ['search', async () => (await import('./commands/find.ts')).registerSearch],
  ['list', async () => (await import('./commands/show.ts')).registerList],
  ['match', async () => (await import('./commands/project.ts')).registerMatch],
  ['sync', async () => (await import('./commands/project.ts')).registerSync],
  ['export', async () => (await import('./commands/export.ts')).registerExport],
  ['connect', async () => (await import('./commands/connect.ts')).registerConnect],
  ['mcp', async () => (await import('./commands/mcp.ts')).registerMcp],
  ['doctor', async () => (await import('./commands/doctor.ts')).registerDoctor],
  ['export-plugin', async () => (await import('./commands/export.ts')).registerExportPlugin],
  ['init', async () => (await import('./commands/init.ts')).registerInit],
  ['validate', async () => (await import('./commands/validate.ts')).registerValidate],
  ['eval', async () => (await import('./commands/eval.ts')).registerEval],
  ['index', async () => (await import('./commands/write-registry.ts')).registerIndex],
  ['remove', async () => (await import('./commands/write-registry.ts')).registerRemove],
  ['submit', async () => (await import('./commands/write-registry.ts')).registerSubmit],
  ['serve', async () => (await import('./commands/serve.ts')).registerServe],
  ['open', async () => (await import('./commands/running-services.ts')).registerOpen],
  ['status', async () => (await import('./commands/running-services.ts')).registerStatus],
  ['stop', async () => (await import('./commands/running-services.ts')).registerStop],
  ['registry', async () => (await import('./commands/registry.ts')).registerRegistry],
  ['export-site', async () => (await import('./commands/export-site.ts')).registerExportSite],
]);

/**
 * Failures become a line on stderr and an exit code, never a stack trace. Only help and unknown words load all commands,
 * and the version none.
 */
export async function runCli(args: readonly string[], io: CliIo): Promise<void> {
  const [first = ''] = args;
  try {
    const load = COMMANDS.get(first);
    if (first === 'help' && args[1] !== undefined && !COMMANDS.has(args[1]) && !args[1].startsWith('-'))
      throw new CliError(
        EXIT_CODES.usage,
        `There is no command ${args[1]}.${meant(args[1], [...COMMANDS.keys()])}`,
      );
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
    .commandsGroup('Help:')
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
      outputError: (text, write) => write(withSuggestion(text)),
      ...(io.columns !== undefined && { getOutHelpWidth: () => io.columns ?? 0 }),
    });
  for (const register of commands) register(program, io);
  for (const [group, names] of Object.entries(GROUPS))
    for (const name of names) program.commands.find((command) => command.name() === name)?.helpGroup(group);
  examples(program, io, {
    'Ask what goes wrong with a library': ['find', 'when does a pgx pool run out of connections'],
    'Read a skill': ['show', 'pgx', 'pitfalls'],
    'Let a client ask by itself': ['connect', 'claude-code', '--write'],
  });
  const order = REGISTRY_ORDER.map((source, index) => `  ${index + 1}. ${source}`).join('\n');
  return program.addHelpText('after', `\nRegistry of a command, the first of:\n${order}\n${HELP_END}`);
}

/** Adds the choice that was probably meant: commander does so for commands and options alone. */
function withSuggestion(text: string): string {
  const [, given = '', choices] =
    /(?:value|argument) '([^']{1,60})' is invalid.{0,200}Allowed choices are (.*)\.\s*$/s.exec(text) ?? [];
  const near = choices === undefined ? '' : meant(given, choices.split(', '));
  return near === '' ? text : `${text.trimEnd()}${near}\n`;
}

/** Asks for the choice that is nearest to a word: ` Did you mean serve?`, or nothing. */
function meant(word: string, choices: readonly string[]): string {
  const distance = new EditDistance();
  const near = choices
    .map((choice) => ({ choice, edits: distance.between(word, choice, MOST_EDITS) }))
    .filter(({ choice, edits }) => edits <= MOST_EDITS && edits < choice.length / 2)
    .sort((a, b) => a.edits - b.edits)
    .map(({ choice }) => choice);
  return near[0] === undefined ? '' : ` Did you mean ${near[0]}?`;
}

/** Letters that may be wrong in a word that was meant. */
const MOST_EDITS = 3;

/**
 * The registry of a command is the first of these, as `choose-registry.ts` chooses it. It stands here, since the program
 * loads no command to print its help. Who asks (`askRegistry`) gets a service that runs over exactly these layers, else
 * the folders are opened in this process. `serve` and `export-site` skip the running service and the remembered registry
 * (`chooseRegistry`). An MCP client is opened in any project, so `mcp` skips the current folder. Commands that write
 * files name a folder, or stand in it (`locateOrFail`).
 */
const REGISTRY_ORDER = [
  '-r <folder or name>',
  'SKILLS_REGISTRY',
  'the registry that the current folder lies in',
  'the registry of a running service',
  'the remembered registry',
  'the registry right below the current folder',
  'all added registries, in layers',
  'the sample',
] as const;

const HELP_END = `  serve and export-site skip 4 and 5, mcp 3. validate uses 1 to 3 and 6, remove 1 to 3, index and init 1 and 3.

Exit codes: 0 done, 1 problems found, or failed, 2 wrong options, 3 port or address not available, 4 no registry.`;
