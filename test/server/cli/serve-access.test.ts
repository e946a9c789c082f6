import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { sendBytes } from '../../support/raw-http.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';
import { urlOf } from '../../support/url-of.ts';

const KEY = 'cpp/gabime/spdlog';
const TOKEN = 'correct-horse-battery';

function tokenFile(text: string, mode = 0o600): string {
  const file = join(temporaryFolder(), 'token');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

describe('skills-registry serve beyond this machine', () => {
  it.each(['0.0.0.0', '::', '192.168.1.5', 'box.lan', '127.evil.example'])(
    'on %s takes no submissions without a token',
    async (host) => {
      const { code, err } = await runCliHere(['serve', '-H', host, '--allow-submit', '-p', '0'], '/');
      expect(code).toBe(2);
      expect(err).toContain('--token-file');
    },
  );

  it('behind a proxy takes no submissions without a token, either', async () => {
    const args = ['serve', '--allowed-host', 'skills.example.com', '--allow-submit', '-p', '0'];
    const { code, err } = await runCliHere(args, '/');
    expect(code).toBe(2);
    expect(err).toContain('As skills.example.com, --allow-submit would let everybody in the network write');
  });

  it('takes them with one, from those who show it', async () => {
    const args = ['serve', '-H', '0.0.0.0', '-p', '0', '-r', temporaryRegistry([KEY]), '--allow-submit'];
    const cli = startCli([...args, '--token-file', tokenFile(`${TOKEN}\n`)], {
      userFolder: temporaryUserFolder(),
    });
    const url = await urlOf(cli);
    const headers = { 'Content-Type': 'application/json' };
    const post = { method: 'POST', headers, body: '{}' };
    expect((await fetch(`${url}/v1/skills`, post)).status).toBe(401);
    const shown = { ...headers, Authorization: `Bearer ${TOKEN}` };
    expect((await fetch(`${url}/v1/skills`, { ...post, headers: shown })).status).toBe(422);
    expect((await ask(`${url}/health`)).status).toBe(200);
    expect(cli.out() + cli.err()).not.toContain(TOKEN);
    expect(cli.err()).toContain('other machines that show the token can read');
  });
});

describe('skills-registry serve --token-file', () => {
  it.each([
    ['is missing', () => join(temporaryFolder(), 'none'), "can't be read"],
    ['is a folder', () => temporaryFolder(), 'is no file'],
    ['is empty', () => tokenFile('\n'), 'too short'],
    ['is too short', () => tokenFile('short'), '16 characters'],
    ['has two words', () => tokenFile('correct-horse battery-staple'), 'one word'],
    ['has other letters', () => tokenFile('пароль-пароль-пароль'), 'one word'],
    ['is too large', () => tokenFile('x'.repeat(5_000)), 'too large'],
  ])('refuses a file that %s', async (_what, make, message) => {
    const { code, err } = await runCliHere(['serve', '-p', '0', '--token-file', make()], '/');
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it.each([0o640, 0o604, 0o660])(
    'refuses a file that others can read, and says what to run (%o)',
    unless(onWindows),
    async (mode) => {
      const file = tokenFile(TOKEN, mode);
      const { code, err } = await runCliHere(['serve', '-p', '0', '--token-file', file], '/');
      expect(code).toBe(2);
      expect(err).toBe(`Other users can read ${file}. Run: chmod 600 '${file}'`);
    },
  );

  it('looks at the file behind a link', unless(onWindows), async () => {
    const link = join(temporaryFolder(), 'link');
    symlinkSync(tokenFile(TOKEN, 0o644), link);
    expect((await runCliHere(['serve', '-p', '0', '--token-file', link], '/')).err).toContain('chmod 600');
  });

  it('shows up in skills-registry status as a service that needs one', async () => {
    const userFolder = temporaryUserFolder();
    const registry = temporaryRegistry([KEY]);
    const args = ['-p', '0', '-r', registry, '--token-file', tokenFile(TOKEN)];
    const url = await urlOf(startCli(['serve', ...args], { userFolder }));
    const { out } = await runCliProcess(['status'], { userFolder });
    expect(out).toContain(`${url}  needs a token`);
    const { out: json } = await runCliProcess(['status', '--json'], { userFolder });
    expect(JSON.parse(json)).toEqual([expect.objectContaining({ url, registry, needsToken: true })]);
  });

  it('is not settled by a service that runs without one, nor the other way round', async () => {
    for (const [first, second, lack] of [
      [[], ['--token-file', tokenFile(TOKEN)], 'without a token'],
      [['--token-file', tokenFile(TOKEN)], [], 'with a token'],
    ] as const) {
      const userFolder = temporaryUserFolder();
      const registry = temporaryRegistry([KEY]);
      const url = await urlOf(startCli(['serve', '-p', '0', '-r', registry, ...first], { userFolder }));
      const again = ['serve', '-p', new URL(url).port, '-r', registry, ...second];
      const { code, err } = await runCliProcess(again, { userFolder });
      expect(code).toBe(3);
      expect(err).toContain(lack);
    }
  });
});

describe('the limits of skills-registry serve', () => {
  it.each([
    ['--max-connections', '0'],
    ['--max-connections', '70000'],
    ['--request-timeout', '1.5'],
    ['--request-timeout', '-1'],
    ['--body-budget', 'much'],
  ])('%s is not %s', async (option, value) => {
    const { code, err } = await runCliHere(['serve', option, value], '/');
    expect(code).toBe(2);
    expect(err).toContain(option);
  });

  it('are those that were given', async () => {
    const args = [
      '-p',
      '0',
      '-r',
      temporaryRegistry([KEY]),
      '--max-connections',
      '1',
      '--request-timeout',
      '1',
    ];
    const cli = startCli(['serve', ...args, '--body-budget', '1'], { userFolder: temporaryUserFolder() });
    const { port } = new URL(await urlOf(cli));
    const slow = sendBytes(Number(port), 'GET / HTTP/1.1\r\n');
    // While that one is open there is no room for another.
    await eventually(
      () => sendBytes(Number(port), 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'),
      (answer) => answer === '',
    );
    expect(await slow).toMatch(/^HTTP\/1.1 408 /);
  });
});
