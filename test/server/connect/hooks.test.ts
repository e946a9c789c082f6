import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examine, type HookTrial } from '../../../src-server/connect/doctor.ts';
import { expandPath, type Machine } from '../../../src-server/connect/machine.ts';
import type { McpClientId } from '../../../src-server/contract/clients/clients.ts';
import { HOOK_ROWS, type HookRow, hookRow } from '../../../src-server/contract/clients/hook-rows.ts';
import { temporaryUserFolder } from '../../support/built-cli.ts';
import { fakeConnector, fakeMachine, TARGET } from '../../support/fake-machine.ts';
import { runCliAs } from '../../support/run-cli-here.ts';

const HOOKED = Object.keys(HOOK_ROWS) as McpClientId[];
const URL = 'http://127.0.0.1:8701/v1/hook';

function hooked(id: McpClientId, text?: string, changes: Partial<Machine> = {}) {
  const machine = fakeMachine(changes);
  const file = expandPath(hookRow(id)?.file ?? '', machine) ?? '';
  if (text !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const change = async (remove = false, mcpUrl = TARGET.mcpUrl) => {
    const connector = fakeConnector(machine, { ...TARGET, mcpUrl });
    const request = { hook: true, ...(remove && { remove }) };
    const preview = await connector.preview(id, request);
    if (!preview.ok) return preview.reason;
    return (await connector.write(id, preview.token, request)).message;
  };
  const state = async () => (await fakeConnector(machine).state(id)).hook?.state;
  const read = () => readFileSync(file, 'utf8');
  return { machine, file, change, state, read, json: () => JSON.parse(read()) };
}

describe.each(HOOKED)('the hook of %s', (id) => {
  it('is off at first, is written into a file of the user, and leaves nothing when it is removed', async () => {
    const { file, change, state, read } = hooked(id);
    expect(await state()).toBe('absent');
    await change();
    expect(read()).toContain(URL);
    expect(await state()).toBe('connected');
    await change(true);
    expect([await state(), existsSync(file)]).toEqual(['absent', false]);
  });

  it('is written once, and follows the service to another port', async () => {
    const { change, state, read } = hooked(id);
    await change(false, 'http://127.0.0.1:9000/mcp');
    expect(await state()).toBe('outdated');
    await change();
    const once = read();
    expect(await change()).toContain('says so already');
    expect(read()).toBe(once);
    expect(once).not.toContain(':9000');
  });
});

const OTHERS = `{
  // mine
  "model": "opus",
  "hooks": {
    "PostToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "notify" }] }, // keep
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
  }
}
`;

describe('settings with hooks of others', () => {
  it.each<McpClientId>(['claude-code', 'qwen-code', 'codex'])(
    'keep them, and their comments, in %s',
    async (id) => {
      const { change, read } = hooked(id, OTHERS);
      await change();
      for (const kept of ['// mine', '"notify"', '"say done"', URL]) expect(read()).toContain(kept);
      await change(true);
      for (const kept of ['// mine', '"notify"', '"say done"']) expect(read()).toContain(kept);
      expect(read()).not.toContain('/v1/hook');
    },
  );

  it('stay where another service or file is called like our route', async () => {
    const audit = { matcher: 'Edit', hooks: [{ type: 'http', url: 'https://audit.example.com/v1/hook' }] };
    const log = { matcher: 'Write', hooks: [{ type: 'command', command: 'tee -a /var/log/v1/hook.log' }] };
    const others = { hooks: { PostToolUse: [audit, log] } };
    const { change, json } = hooked('claude-code', JSON.stringify(others));
    await change();
    expect(json().hooks.PostToolUse).toHaveLength(3);
    await change(true);
    expect(json()).toEqual(others);
  });

  it.each(HOOKED)('of a service on another computer are ours, as we write them for %s', async (id) => {
    const { file, change, state } = hooked(id);
    await change(false, 'http://skills.example:8701/mcp');
    expect(await state()).toBe('outdated');
    await change(true);
    expect(existsSync(file)).toBe(false);
  });

  it('lose only ours of a group that holds both', async () => {
    const group = {
      matcher: 'Edit',
      hooks: [
        { type: 'command', command: 'fmt' },
        { type: 'http', url: URL },
      ],
    };
    const { change, json } = hooked(
      'claude-code',
      JSON.stringify({ hooks: { PostToolUse: [group] } }, null, 2),
    );
    await change(true);
    expect(json()).toEqual({
      hooks: { PostToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: 'fmt' }] }] },
    });
  });

  it.each([
    ['{ "hooks": [] }', /"hooks" is not an object/],
    ['{ "hooks": { "PostToolUse": {} } }', /"PostToolUse" is not a list/],
    ['{', /not valid JSON/],
  ])('are left alone where they can’t be understood: %s', async (text, says) => {
    const { change, read, state } = hooked('claude-code', text);
    expect(await change()).toMatch(says);
    expect([read(), await state()]).toEqual([text, 'unreadable']);
  });
});

it('a hook calls curl.exe on Windows, and no address that a shell could take apart', async () => {
  const { machine, change, json } = hooked('gemini-cli', '{}', { platform: 'win32' });
  await change();
  expect(JSON.stringify(json())).toContain('"curl.exe -sf ');
  const connector = fakeConnector(machine, { ...TARGET, mcpUrl: 'http://a;b/mcp' });
  expect(await connector.preview('gemini-cli', { hook: true })).toMatchObject({ ok: false });
});

it('a client without a hook, and the settings of a project, are refused in words', async () => {
  const connector = fakeConnector(fakeMachine());
  expect(await connector.preview('zed', { hook: true })).toEqual({
    ok: false,
    reason: 'Zed has no hook whose answer its model was seen to get.',
  });
  expect(await connector.preview('codex', { hook: true, project: '/w' })).toMatchObject({ ok: false });
});

it.each<[HookTrial, string, RegExp]>([
  ['answered', 'ok', /has the hook, and .*\/v1\/hook answers/],
  ['silent', 'warning', /does not answer/],
  ['off', 'warning', /tells nothing unasked/],
  ['token', 'warning', /asks for its token/],
])('doctor says of a hook whose trial is %s', async (trial, severity, title) => {
  const { machine, change } = hooked('codex');
  await change();
  const found = await examine(
    {
      ...{ machine, target: TARGET, silent: [], away: [] },
      clients: await fakeConnector(machine).list(),
      tryHook: async () => trial,
      probe: async () => 'ours',
      findPortOwner: async () => undefined,
      cliLine: (args) => args.join(' '),
    },
    '/',
  );
  const hook = found.find(({ kind }) => kind === 'hook');
  expect(hook).toMatchObject({ client: 'codex', severity, title: expect.stringMatching(title) });
});

it('connect --hook shows the change, writes it, says what follows, and takes it out', async () => {
  const userFolder = temporaryUserFolder();
  const run = (...args: readonly string[]) =>
    runCliAs(['connect', 'codex', '--hook', ...args], { userFolder });
  const file = join(userFolder, '.codex', 'hooks.json');
  expect((await run()).out).toContain('To write it, add --write.');
  expect(existsSync(file)).toBe(false);
  expect((await run('--write')).out).toContain('In Codex, run /hooks and trust it');
  expect(readFileSync(file, 'utf8')).toContain('curl -sf -m 2');
  expect((await runCliAs(['connect'], { userFolder })).out).toMatch(/^codex .*; told unasked$/m);
  expect((await run('--print')).out).toContain('"PostToolUse"');
  expect((await runCliAs(['connect', 'zed', '--hook', '--print'], { userFolder })).code).toBe(1);
  await run('--remove');
  expect(existsSync(file)).toBe(false);
});

it('export-plugin writes three files, and never over others', async () => {
  const userFolder = temporaryUserFolder();
  const folder = join(userFolder, 'plugin');
  const run = () => runCliAs(['export-plugin', folder, '--url', 'http://127.0.0.1:9000'], { userFolder });
  expect((await run()).out).toContain(`claude --plugin-dir ${folder}`);
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  expect(read('.claude-plugin/plugin.json')).toMatchObject({ name: 'skills-registry' });
  expect(read('hooks/hooks.json').hooks.PostToolUse[0]).toMatchObject({
    matcher: 'Read|Edit|Write',
    hooks: [{ type: 'http', url: 'http://127.0.0.1:9000/v1/hook' }],
  });
  expect(read('.mcp.json').mcpServers['skills-registry']).toMatchObject({
    url: 'http://127.0.0.1:9000/mcp',
    alwaysLoad: true,
  });
  expect((await run()).code).toBe(1);
});

it('the manual has a row for each hook, with file, event and tools', () => {
  const manual = readFileSync('docs/connect.md', 'utf8').replaceAll('\\|', '|');
  for (const row of Object.values<HookRow>(HOOK_ROWS)) {
    const file = row.file.replace(/<\w+\|([^<>]*)>/, '$1');
    const tools = row.matcher === undefined ? '' : `, \`${row.matcher}\``;
    expect(manual).toContain(`| \`${file}\` | \`${row.event}\`${tools} |`);
  }
});
