import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCommandInstaller } from '../../../../src-server/connect/command/command-installer.ts';
import type { UserPath } from '../../../../src-server/connect/command/user-path.ts';
import type { Machine } from '../../../../src-server/connect/machine.ts';
import type { CliFiles } from '../../../../src-server/contract/clients/command.ts';
import type { NoCommand } from '../../../../src-server/contract/clients/mcp-clients.ts';
import { fakeMachine } from '../../../support/fake-machine.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';
import { asRoot, onWindows, unless } from '../../../support/unless.ts';

/** A command line that is there. */
function packedCli(): CliFiles {
  const folder = temporaryFolder();
  const files = { node: join(folder, 'node'), script: join(folder, 'skills-registry.cjs') };
  for (const file of Object.values(files))
    writeFileSync(file, '#!/bin/sh\necho started "$@"\n', { mode: 0o755 });
  return files;
}

/** A `Path` in memory. */
function fakeUserPath(value: string): UserPath & { value: string } {
  const path = {
    value,
    read: async () => path.value,
    replace: async (before: string, after: string) => {
      expect(before).toBe(path.value);
      path.value = after;
    },
  };
  return path;
}

const NEVER_ASKED: UserPath = {
  read: () => Promise.reject(new Error('Only Windows has one.')),
  replace: () => Promise.reject(new Error('Only Windows has one.')),
};

function installer(
  machine: Machine,
  cli: CliFiles | NoCommand,
  { path = '/usr/bin', userPath = NEVER_ASKED }: { path?: string; userPath?: UserPath } = {},
) {
  return createCommandInstaller({ machine, cli, userPath, terminalPath: async () => path });
}

const commandFile = (machine: Machine) => join(machine.home, '.local', 'bin', 'skills-registry');

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe.each(['linux', 'darwin'] as const)('installing the command on %s', unless(onWindows), (platform) => {
  it('puts a script for its user alone, says where, and what PATH lacks', async () => {
    const machine = fakeMachine({ platform, env: { SHELL: '/bin/zsh' } });
    const cli = packedCli();
    const own = installer(machine, cli);
    expect(await own.state()).toMatchObject({ file: commandFile(machine), found: 'nothing' });
    const { ok, message } = await own.install();
    expect(ok).toBe(true);
    expect(message).toContain(
      `Installed at ${commandFile(machine)}. Your PATH lacks ${dirname(commandFile(machine))}.`,
    );
    expect(message).toContain('.zshrc');
    expect(statSync(commandFile(machine)).mode & 0o755).toBe(0o755);
    expect(await own.state()).toMatchObject({
      found: 'ours',
      starts: cli.script,
      path: { state: 'lacking' },
    });
  });

  it('is taken back without a trace of the command', async () => {
    const machine = fakeMachine({ platform });
    const own = installer(machine, packedCli());
    await own.install();
    expect(await own.remove()).toEqual({ ok: true, message: `Removed ${commandFile(machine)}.` });
    expect(existsSync(commandFile(machine))).toBe(false);
    expect(await own.state()).toMatchObject({ found: 'nothing' });
  });

  it('moves a command of an app that was moved', async () => {
    const machine = fakeMachine({ platform });
    const before = packedCli();
    await installer(machine, before).install();
    const now = packedCli();
    expect(await installer(machine, now).state()).toMatchObject({
      found: 'other-copy',
      starts: before.script,
    });
    rmSync(before.node);
    expect(await installer(machine, now).state()).toMatchObject({ found: 'gone', starts: before.script });
    expect((await installer(machine, now).install()).ok).toBe(true);
    expect(await installer(machine, now).state()).toMatchObject({ found: 'ours', starts: now.script });
  });

  it.each(['#!/bin/sh\necho another program\n', ''])(
    'never touches another program of the name: %j',
    async (text) => {
      const machine = fakeMachine({ platform });
      put(commandFile(machine), text);
      const own = installer(machine, packedCli());
      expect(await own.state()).toMatchObject({ found: 'foreign' });
      for (const result of [await own.install(), await own.remove()])
        expect(result).toEqual({
          ok: false,
          message: expect.stringContaining(`${commandFile(machine)} is another program’s`),
        });
      expect(readFileSync(commandFile(machine), 'utf8')).toBe(text);
    },
  );

  it('never writes through a link, nor removes one', async () => {
    const machine = fakeMachine({ platform });
    const elsewhere = join(machine.home, 'mine');
    put(elsewhere, 'mine');
    mkdirSync(dirname(commandFile(machine)), { recursive: true });
    symlinkSync(elsewhere, commandFile(machine));
    const own = installer(machine, packedCli());
    expect((await own.install()).ok).toBe(false);
    expect((await own.remove()).ok).toBe(false);
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
    expect(lstatSync(commandFile(machine)).isSymbolicLink()).toBe(true);
  });

  it('says why there is nothing to install, and still takes back what is', async () => {
    const machine = fakeMachine({ platform });
    await installer(machine, packedCli()).install();
    const none = installer(machine, { why: 'An AppImage’s files go when it ends.' });
    expect(await none.state()).toMatchObject({ unsupported: 'An AppImage’s files go when it ends.' });
    expect(await none.install()).toEqual({ ok: false, message: 'An AppImage’s files go when it ends.' });
    expect((await none.remove()).ok).toBe(true);
    expect(existsSync(commandFile(machine))).toBe(false);
  });

  it('names another program that a terminal would start instead', async () => {
    const machine = fakeMachine({ platform });
    const other = temporaryFolder();
    put(join(other, 'skills-registry'), '');
    const { message } = await installer(machine, packedCli(), {
      path: `${other}:${dirname(commandFile(machine))}`,
    }).install();
    expect(message).toContain(`A terminal starts ${join(other, 'skills-registry')} instead`);
  });
});

it(
  'installing into a folder that may not be written says so and changes nothing',
  unless(asRoot, onWindows),
  async () => {
    const machine = fakeMachine();
    mkdirSync(dirname(commandFile(machine)), { recursive: true });
    chmodSync(dirname(commandFile(machine)), 0o555);
    expect(await installer(machine, packedCli()).install()).toEqual({
      ok: false,
      message: 'Nothing was changed: EACCES.',
    });
  },
);

describe('installing the command on Windows', () => {
  const windows = () => {
    const machine = fakeMachine({ platform: 'win32' });
    const local = join(machine.home, 'AppData', 'Local');
    const bin = join(local, 'skills-registry', 'bin');
    return {
      machine: { ...machine, env: { LOCALAPPDATA: local } },
      bin,
      file: join(bin, 'skills-registry.cmd'),
    };
  };

  it('puts a script into the user’s own folder, and the folder on the user’s Path', async () => {
    const { machine, bin, file } = windows();
    const userPath = fakeUserPath('%USERPROFILE%\\bin');
    const own = installer(machine, packedCli(), { userPath });
    expect(await own.install()).toEqual({
      ok: true,
      message: expect.stringContaining(`Installed at ${file}.`),
    });
    expect(readFileSync(file, 'utf8')).toContain('%*\r\n');
    expect(userPath.value).toBe(`%USERPROFILE%\\bin;${bin}`);
    await own.install();
    expect(userPath.value).toBe(`%USERPROFILE%\\bin;${bin}`);
  });

  it('knows its own command whatever the letters’ case in which Windows gives the path', async () => {
    const { machine } = windows();
    const cli = packedCli();
    const userPath = fakeUserPath('');
    await installer(machine, cli, { userPath }).install();
    const louder = { node: cli.node.toUpperCase(), script: cli.script.toUpperCase() };
    expect(await installer(machine, louder, { userPath }).state()).toMatchObject({ found: 'ours' });
  });

  it('takes both back, the empty folder too', async () => {
    const { machine, bin } = windows();
    const userPath = fakeUserPath('%USERPROFILE%\\bin');
    const own = installer(machine, packedCli(), { userPath });
    await own.install();
    expect((await own.remove()).ok).toBe(true);
    expect(userPath.value).toBe('%USERPROFILE%\\bin');
    expect(existsSync(bin)).toBe(false);
  });

  it('says so where the Path can’t be changed, with the folder to add', async () => {
    const { machine, bin } = windows();
    const { ok, message } = await installer(machine, packedCli(), { userPath: NEVER_ASKED }).install();
    expect(ok).toBe(true);
    expect(message).toContain(`Your Path could not be changed: look for ${bin} in it yourself`);
  });
});
