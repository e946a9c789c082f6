import { readFileSync } from 'node:fs';
import type { Argument, Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src-server/cli/run-cli.ts';
import { COMMAND_HELP, exampleLine, exitCodeWords } from '../../src-server/cli/text/command-help.ts';
import { silentIo } from '../support/run-cli-here.ts';

const program = await createProgram(silentIo());
const help = program.createHelp();
const commands = help.visibleCommands(program).filter((command) => command.name() !== 'help');

describe('docs/command-line.md', () => {
  it('says of every command and option what the program says', async () => {
    const text = [INTRODUCTION, commandTable(), ...commands.map(describeCommand)].join('\n\n');
    await expect(`${text}\n`).toMatchFileSnapshot('../../docs/command-line.md');
  });
});

describe('the README', () => {
  const readme = readFileSync('README.md', 'utf8');

  it('leads to every option', () => {
    expect(readme).toContain('(docs/command-line.md)');
  });

  it('says what a skill is before it says anything else of them', () => {
    const first = readme.indexOf('SKILL.md');
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(readme.indexOf('\n## '));
  });
});

/** Each command with what it does, leading to its part of the page. */
function commandTable(): string {
  const rows = commands.map(
    (command) => `| [\`${command.name()}\`](#${command.name()}) | ${command.description()} |`,
  );
  return ['| Command | |', '|---|---|', ...rows].join('\n');
}

const INTRODUCTION = `# The command line

Made from the program's own help, which \`skills-registry help <command>\` prints; \`npx vitest run test/docs/command-line.test.ts -u\`
writes this page anew. How to have the command: [README](../README.md#install).

**Which registry.** All commands choose it in one order: \`-r\`, else \`SKILLS_REGISTRY\`, else the registry that a running service
serves, else the remembered one, else the one you stand in (or right above or below), else the first that was
[added by its address](registries.md), else the sample. \`serve\`, \`validate\`, \`index\`, \`init\` and \`remove\` work on a registry's
files, so they leave out the running service and the remembered registry; those that write leave out added ones too.

**The remembered registry** is the one you chose last: with \`connect <client> --write\` (the one named with \`-r\`, else that of the
service that runs), in the app, or by a \`serve\` that ran for a minute. If it is gone, commands and clients say so; they take no other.

\`list\`, \`search\`, \`find\` and \`show\` ask the service that serves this registry. If none does, they open the registry themselves
and answer the same. They say whose answer it is, and if you stand in another registry: \`-r .\` asks that one.
Their tables are as wide as the terminal; into a pipe or a file nothing is cut. What a registry's authors wrote is printed
with everything spelled out that a terminal would act on. \`--json\` is for programs.
Where a skill's folder or its skill.json can't be read any more, \`show\` says on stderr that an earlier state is served.

Lines that begin with "Try:" and their like begin as the program is started from where you are: by its name where your
\`PATH\` has it, by \`npm start --\` where that started it, else by the way to its script.`;

function describeCommand(command: Command): string {
  const texts = COMMAND_HELP[command.name()] ?? { examples: [], exitCodes: {} };
  const below = command.commands.flatMap((one) => [
    row(callOf(one), one.description()),
    ...one.options.map((option) => row(`${one.name()} ${option.flags}`, help.optionDescription(option))),
  ]);
  const rows = [...command.registeredArguments.map(argumentRow), ...command.options.map(optionRow), ...below];
  return [
    `## ${command.name()}`,
    '',
    `${command.description().replace(/^./, (letter) => letter.toUpperCase())}.`,
    '',
    '```sh',
    ...texts.examples.flatMap(({ does, args }) => [`# ${does}`, exampleLine(args)]),
    '```',
    ...(rows.length === 0 ? [] : ['', '| | |', '|---|---|', ...rows]),
    '',
    `Exit codes: ${exitCodeWords(texts)}.`,
  ].join('\n');
}

/** `add <address>` */
function callOf(command: Command): string {
  return [command.name(), ...command.registeredArguments.map((one) => argumentWord(one))].join(' ');
}

function argumentWord(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function argumentRow(argument: Argument): string {
  return row(help.argumentTerm(argument), help.argumentDescription(argument));
}

function optionRow(option: Option): string {
  return row(option.flags, help.optionDescription(option));
}

function row(name: string, meaning: string): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  return `| \`${cell(name)}\` | ${cell(meaning)} |`;
}
