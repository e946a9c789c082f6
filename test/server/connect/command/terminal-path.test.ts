import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { terminalPath } from '../../../../src-server/connect/command/terminal-path.ts';
import { windowsUserPath } from '../../../../src-server/connect/command/user-path.ts';
import { isAlive } from '../../../desktop/processes.ts';
import { fakeCommand, fakeMachine } from '../../../support/fake-machine.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';
import { notOnWindows, onWindows, unless } from '../../../support/unless.ts';

const OWN = '/own/bin';

/** A machine whose user has this shell. */
function placeWith(script: string, platform: NodeJS.Platform = 'linux') {
  const SHELL = join(fakeCommand('shell', script), 'shell');
  return fakeMachine({ platform, env: { SHELL, PATH: OWN } });
}

describe('the PATH of a new terminal', unless(onWindows), () => {
  it('is what the user’s own shell says, whatever its start files print', async () => {
    const machine = placeWith('echo "Welcome <<back>>"; PATH=/from/start/files:$PATH; eval "$2"');
    expect(await terminalPath(machine)).toBe(`/from/start/files:${OWN}`);
  });

  it.each([
    ['linux', '-ic'],
    ['darwin', '-ilc'],
  ] as const)('is asked for as terminals of %s start a shell', async (platform, options) => {
    expect(await terminalPath(placeWith('echo "<<$1>>"', platform))).toBe(options);
  });

  it.each([
    ['fails', 'exit 1'],
    ['says something else', 'echo hello'],
  ])('is this process’s own where the shell %s', async (_what, script) => {
    expect(await terminalPath(placeWith(script))).toBe(OWN);
  });

  it('is this process’s own where the shell hangs, or isn’t there', async () => {
    expect(await terminalPath(placeWith('exec /bin/sleep 60'), 50)).toBe(OWN);
    expect(await terminalPath(fakeMachine({ env: { SHELL: '/gone/zsh', PATH: OWN } }))).toBe(OWN);
    expect(await terminalPath(fakeMachine({ env: { PATH: OWN } }))).toBe(OWN);
  });

  it('ends what a hanging shell waits for, too', async () => {
    const file = join(temporaryFolder(), 'pid');
    // A slow machine's shell may be ended before it has started anything: then it is given longer.
    for (let patience = 500; !existsSync(file); patience *= 2)
      expect(await terminalPath(placeWith(`/bin/sleep 60 & echo $! > '${file}'; wait`), patience)).toBe(OWN);
    const pid = Number(readFileSync(file, 'utf8'));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('is found behind more words than are kept', async () => {
    const machine = placeWith(`/usr/bin/head -c 1000000 /dev/zero | /usr/bin/tr '\\0' x; echo; eval "$2"`);
    expect(await terminalPath(machine)).toBe(OWN);
  });

  it('doesn’t wait for what the start files left running', async () => {
    const folder = temporaryFolder();
    // Until the folder goes with the test: nothing of it may run on.
    const machine = placeWith(
      `(while [ -d '${folder}' ] && [ ! -e '${folder}/seen' ]; do /bin/sleep 0.1; done) & eval "$2"`,
    );
    expect(await terminalPath(machine)).toBe(OWN);
    writeFileSync(join(folder, 'seen'), '');
  });
});

describe('the Path of this Windows user', unless(notOnWindows), () => {
  it('is read and written as it is, and not where it changed meanwhile', async () => {
    const path = windowsUserPath(process.env);
    const before = await path.read();
    await path.replace(before, before);
    expect(await path.read()).toBe(before);
    await expect(path.replace(`${before};another`, 'lost')).rejects.toThrow();
    expect(await path.read()).toBe(before);
  });
});
