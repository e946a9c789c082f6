/** `skills-registry open` and `serve --open`, with an opener on PATH that writes down what it is told. */
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openInBrowser, whyNoBrowser, whyNotUnasked } from '../../../src-server/cli/browser.ts';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually } from '../../support/test-server.ts';
import { notOnLinux, unless } from '../../support/unless.ts';
import { urlOf } from '../../support/url-of.ts';

const SPDLOG = 'cpp/gabime/spdlog';
const TOKEN = 'a-token-of-more-than-sixteen-characters';
const DISPLAY = { DISPLAY: ':0' };

/** Makes a folder with stand-ins for openers, by name, each with the rest of its shell script. */
function openersThat(scripts: Readonly<Record<string, string>>) {
  const folder = temporaryFolder(
    Object.fromEntries(
      Object.entries(scripts).map(([name, script]) => [
        name,
        `#!/bin/sh\nprintf '%s %s\\n' "$#" "$*" >> "\${0%/*}/told-${name}"\n${script}\n`,
      ]),
    ),
  );
  for (const name of Object.keys(scripts)) chmodSync(join(folder, name), 0o755);
  const told = (name = 'xdg-open') => {
    const file = join(folder, `told-${name}`);
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  };
  return { folder, env: { ...DISPLAY, PATH: folder }, told };
}

async function serving(
  userFolder: string,
  registry = temporaryRegistry([SPDLOG]),
  more: readonly string[] = [],
) {
  const cli = startCli(['serve', '-p', '0', '-r', registry, ...more], { userFolder });
  return { url: await urlOf(cli), registry };
}

describe('skills-registry open', unless(notOnLinux), () => {
  const open = (userFolder: string, env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
    runCliProcess(['open', ...args], { userFolder, env });

  it('hands the service’s own address to the opener, as its only word, and prints it', async () => {
    const userFolder = temporaryUserFolder();
    const { url } = await serving(userFolder);
    const { env, told } = openersThat({ 'xdg-open': 'exit 0' });
    expect(await open(userFolder, env)).toEqual({ code: 0, out: `${url}\n`, err: '' });
    expect(told()).toEqual([`1 ${url}`]);
  });

  it('takes the service that -r names, of several', async () => {
    const userFolder = temporaryUserFolder();
    const first = await serving(userFolder);
    await serving(userFolder);
    const { env, told } = openersThat({ 'xdg-open': 'exit 0' });
    expect(await open(userFolder, env, '-r', first.registry)).toMatchObject({
      code: 0,
      out: `${first.url}\n`,
    });
    expect(told()).toEqual([`1 ${first.url}`]);
  });

  it('says how to start a service if none runs, over the named folder too', async () => {
    const userFolder = temporaryUserFolder();
    const { env, told } = openersThat({ 'xdg-open': 'exit 0' });
    const none = await open(userFolder, env);
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.err).toMatch(/^No service runs\.\nStart one, with its page: .* serve -r <folder> --open\n$/);
    await serving(userFolder);
    const registry = temporaryRegistry([SPDLOG]);
    const other = await open(userFolder, env, '-r', registry);
    expect(other).toMatchObject({ code: 1, out: '' });
    expect(other.err).toContain(`No service runs over ${registry}.\n`);
    expect(other.err).toContain(` serve -r ${registry} --open\n`);
    expect(told()).toEqual([]);
  });

  it('says that a service demands a token, which no browser sends', async () => {
    const userFolder = temporaryUserFolder();
    const tokenFile = join(temporaryFolder({ token: TOKEN }), 'token');
    chmodSync(tokenFile, 0o600);
    const { url } = await serving(userFolder, undefined, ['--token-file', tokenFile]);
    const { env, told } = openersThat({ 'xdg-open': 'exit 0' });
    expect(await open(userFolder, env)).toEqual({
      code: 1,
      out: '',
      err: `The service at ${url} demands a token, which a browser does not send.\n`,
    });
    expect(told()).toEqual([]);
  });

  it.each([
    ['fails', { 'xdg-open': 'exit 3' }, DISPLAY, 'xdg-open ended with code 3'],
    ['is not there', {}, DISPLAY, 'there is no xdg-open'],
    ['has no display to open it on', { 'xdg-open': 'exit 0' }, {}, 'there is no display'],
    [
      'would be on a computer over SSH',
      { 'xdg-open': 'exit 0' },
      { SSH_CONNECTION: '10.0.0.2 5000 10.0.0.1 22' },
      'this is a connection over SSH, without a display',
    ],
  ])('prints the address, and exits with 1, where the opener %s', async (_case, scripts, seat, why) => {
    const userFolder = temporaryUserFolder();
    const { url } = await serving(userFolder);
    const { folder } = openersThat(scripts);
    expect(await open(userFolder, { PATH: folder, ...seat })).toEqual({
      code: 1,
      out: `${url}\n`,
      err: `No browser was opened: ${why}.\n`,
    });
  });

  it.each([{ BROWSER: 'none' }, { NO_BROWSER: '1' }])(
    'opens nothing with %j: the address is the answer',
    async (env) => {
      const userFolder = temporaryUserFolder();
      const { url } = await serving(userFolder);
      const openers = openersThat({ 'xdg-open': 'exit 0' });
      expect(await open(userFolder, { ...openers.env, ...env })).toMatchObject({ code: 0, out: `${url}\n` });
      expect(openers.told()).toEqual([]);
    },
  );

  it('asks WSL’s opener first, which needs no display, and the next one if that fails', async () => {
    const userFolder = temporaryUserFolder();
    const { url } = await serving(userFolder);
    const wsl = { WSL_DISTRO_NAME: 'Ubuntu' };
    const both = openersThat({ wslview: 'exit 0', 'xdg-open': 'exit 0' });
    expect(await open(userFolder, { PATH: both.folder, ...wsl })).toMatchObject({ code: 0 });
    expect([both.told('wslview'), both.told()]).toEqual([[`1 ${url}`], []]);
    const next = openersThat({ wslview: 'exit 1', 'xdg-open': 'exit 0' });
    expect(await open(userFolder, { PATH: next.folder, ...wsl })).toMatchObject({ code: 0, err: '' });
    expect(next.told()).toEqual([`1 ${url}`]);
  });
});

describe('skills-registry serve --open', unless(notOnLinux), () => {
  /** Serves until the address was printed last; as at a terminal. */
  async function served(option: string, env: NodeJS.ProcessEnv, isTyped = true) {
    const userFolder = temporaryUserFolder();
    const registry = temporaryRegistry([SPDLOG]);
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const [out, err]: [string[], string[]] = [[], []];
    const run = runCliHere(['serve', '-p', '0', '-r', registry, option], userFolder, {
      env: { HOME: userFolder, XDG_DATA_HOME: userFolder, XDG_CACHE_HOME: userFolder, ...env },
      isTyped,
      untilStopped: () => stopped,
      out: (text) => out.push(text),
      err: (text) => err.push(text),
    });
    await eventually(
      async () => out,
      (lines) => lines.length > 1,
    );
    stop();
    await run;
    const url = /at (http:\S+)/.exec(out[0] ?? '')?.[1];
    expect(out.at(-1)).toBe(url);
    return { url, err: err.join('\n') };
  }

  it('opens the page where somebody sits, and prints its address as the last line', async () => {
    const { env, told } = openersThat({ 'xdg-open': 'exit 0' });
    const { url } = await served('--open', env);
    expect(told()).toEqual([`1 ${url}`]);
  });

  it.each([
    ['--no-open', DISPLAY, true, undefined],
    ['--open', DISPLAY, false, 'there is no terminal'],
    ['--open', { ...DISPLAY, CI: 'true' }, true, 'this is CI'],
    ['--open', {}, true, 'there is no display'],
  ] as const)('opens nothing with %s, %j, a terminal: %s', async (option, seat, isTyped, why) => {
    const { folder, told } = openersThat({ 'xdg-open': 'exit 0' });
    const { err } = await served(option, { PATH: folder, ...seat }, isTyped);
    expect(told()).toEqual([]);
    if (why === undefined) expect(err).not.toContain('No browser');
    else expect(err).toContain(`No browser was opened: ${why}.`);
  });
});

describe('a browser', () => {
  const SSH = { SSH_CONNECTION: '10.0.0.2 5000 10.0.0.1 22' };

  it.each([
    ['linux', DISPLAY, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['linux', {}, false],
    ['linux', { ...SSH, DISPLAY: 'localhost:10.0' }, true],
    ['linux', { WSL_DISTRO_NAME: 'Ubuntu' }, true],
    ['linux', { ...DISPLAY, BROWSER: 'None' }, false],
    ['linux', { ...DISPLAY, BROWSER: 'firefox' }, true],
    ['linux', { ...DISPLAY, NO_BROWSER: '0' }, true],
    ['freebsd', {}, false],
    ['darwin', {}, true],
    ['darwin', SSH, false],
    ['win32', {}, true],
    ['win32', SSH, false],
  ] as const)('on %s with %j can be opened: %s', (platform, env, can) => {
    expect(whyNoBrowser({ platform, env }) === undefined).toBe(can);
  });

  it.each([
    [{}, true, true],
    [{ CI: 'false' }, true, true],
    [{ CI: '1' }, true, false],
    [{}, false, false],
  ] as const)('is opened unasked with %j, at a terminal %s: %s', (env, isTyped, does) => {
    const seat = { platform: 'darwin', env, isTyped } as const;
    expect(whyNotUnasked(seat) === undefined).toBe(does);
  });

  it('gets an address as one word, without a shell that reads it', unless(notOnLinux), async () => {
    const { env, told } = openersThat({ 'xdg-open': 'exit 0' });
    const url = 'http://127.0.0.1:1/$(touch x);`id`&b "c"';
    expect(await openInBrowser(url, { env, platform: 'linux' })).toBeUndefined();
    expect(told()).toEqual([`1 ${url}`]);
  });

  it('that is its opener itself, and goes on, counts as opened', unless(notOnLinux), async () => {
    const { env, told } = openersThat({ 'xdg-open': 'exec /bin/sleep 6' });
    expect(await openInBrowser('http://127.0.0.1:1', { env, platform: 'linux' })).toBeUndefined();
    expect(told()).toEqual(['1 http://127.0.0.1:1']);
  });
});
