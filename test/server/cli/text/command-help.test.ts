import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../../src-server/cli/run-cli.ts';
import { COMMAND_HELP } from '../../../../src-server/cli/text/command-help.ts';
import { runCliHere, silentIo } from '../../../support/run-cli-here.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';

/** The commands that people are shown. */
const shown = (program: Command) => program.createHelp().visibleCommands(program);
const names = shown(await createProgram(silentIo())).map((command) => command.name());

describe('the help of every command', () => {
  it.each(['', ...names])('%j has examples and exit codes', async (name) => {
    const { out, code } = await runCliHere([...(name === '' ? [] : [name]), '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/\nExamples:\n {2}\S.*:\n {4}\S/);
    expect(out).toMatch(/\nExit codes: 0 .+, 2 .+\.$/);
  });

  it('is there for no command that is not', () => {
    expect(Object.keys(COMMAND_HELP).sort()).toEqual(['', ...names.filter((name) => name !== 'help')].sort());
  });

  const examples = Object.values(COMMAND_HELP).flatMap((help) => help.examples.map(({ args }) => args));

  it.each(examples.map((args) => [args.join(' '), args] as const))(
    'has an example that can be typed: %s',
    async (_line, args) => {
      const program = await createProgram(silentIo());
      const done: string[] = [];
      for (const command of program.commands)
        for (const typed of command.commands.length > 0 ? command.commands : [command])
          typed.action(() => void done.push(command.name()));
      await program.parseAsync([...args], { from: 'user' }).catch((error: { exitCode?: number }) => {
        // The help that was asked for.
        if (error.exitCode !== 0) throw error;
        done.push('help');
      });
      expect(done).toEqual([args[0]]);
    },
  );

  it('has no line of an example that is wider than a terminal', async () => {
    for (const name of names) {
      const { out } = await runCliHere([name, '--help'], '/', { env: { PATH: await pathWithCommand() } });
      const lines = out.slice(out.indexOf('Examples:')).split('\n');
      for (const line of lines.filter((one) => one.startsWith('    ')))
        expect(line.length).toBeLessThanOrEqual(80);
    }
  });
});

const pathWithCommand = async () => temporaryFolder({ 'skills-registry': '', 'skills-registry.cmd': '' });

describe('after a mistake', () => {
  it.each(names.filter((name) => name !== 'help'))('%s names its own help', async (name) => {
    const { code, err } = await runCliHere([name, '--no-such-option'], '/', {
      env: { PATH: await pathWithCommand() },
    });
    expect(code).toBe(2);
    const lists = name === 'registry' ? 'the commands' : 'its arguments and options';
    expect(err).toContain(`(skills-registry ${name} --help lists ${lists})`);
  });

  it('in the command itself names the list of commands', async () => {
    const { code, err } = await runCliHere(['serv'], '/', { env: { PATH: await pathWithCommand() } });
    expect(code).toBe(2);
    expect(err).toContain('Did you mean serve?');
    expect(err).toContain('(skills-registry --help lists the commands)');
  });

  it('names no command that is not on the PATH', async () => {
    for (const name of names) {
      const { err } = await runCliHere([name, '--no-such-option'], '/', { env: { PATH: '' } });
      expect(err).not.toMatch(/(?:^|[ (])skills-registry [a-z-]+ --help/m);
    }
  });
});
