import { readFileSync } from 'node:fs';
import type { Argument, Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src-server/cli/run-cli.ts';
import {
  COMMAND_HELP,
  exampleLine,
  exitCodeWords,
  REGISTRY_CHOICE,
  REGISTRY_CHOICE_OF_FILES,
} from '../../src-server/cli/text/command-help.ts';
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

const INTRODUCTION = `# Command line

This page is generated from the help of the program: \`skills-registry help <command>\`. To update the page, run
\`npx vitest run test/docs/command-line.test.ts -u\`. To install the command: [README](../README.md#install).

## Choice of the registry

Every command uses the first registry in this order:

${REGISTRY_CHOICE.map((source, index) => `${index + 1}. ${asCode(source)}`).join('\n')}

${asCode(REGISTRY_CHOICE_OF_FILES)}
\`index\`, \`init\`, \`remove\` and \`validate --fix\` use no registry below the current folder.

The remembered registry is your last choice: the registry of \`connect <client> --write\` (\`-r\`, otherwise the running service's), the
choice in the app, or a \`serve\` that ran for a minute. If the remembered registry is gone, commands and clients report the loss
and use no other registry.

## Answers

\`list\`, \`search\`, \`find\` and \`show\` ask the service of the chosen registry. Without a service they open the registry and
give the same answer. The commands name the registry of the answer. If the current folder belongs to another registry, they
suggest \`-r .\`.

In a terminal, tables are as wide as the terminal. In a pipe or a file nothing is cut. Control characters in a registry's text
are printed as escapes. \`--json\` is for programs. If a skill's folder or skill.json can't be read any more, \`show\` reports on
stderr that an earlier state is served.

Suggested commands ("Try: …") begin as you started the program: with \`skills-registry\` if the command is on your \`PATH\`,
with \`npm start --\`, or with the path of the script.

## Commands`;

/** Marks options, variables and commands. */
function asCode(text: string): string {
  return text.replace(/-r <[^>]*>|SKILLS_REGISTRY|\b(?:serve|validate|remove|index|init)\b/g, '`$&`');
}

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
