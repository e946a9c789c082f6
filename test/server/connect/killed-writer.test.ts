import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../support/bundle.ts';
import { fakeConnector, fakeMachine } from '../../support/fake-machine.ts';
import { SETTINGS } from './settings-fixtures.ts';

const before = SETTINGS.cursor ?? '';
let script = '';

/** Writes one client's settings and kills itself at a stage, or not. */
const WRITER = `
  import { createConnector } from './src-server/connect/connector.ts';
  const [home, deadly] = process.argv.slice(2);
  const machine = { platform: 'linux', home, env: {}, applications: [], systemFile: () => undefined };
  const target = { mcpUrl: 'http://127.0.0.1:8701/mcp', stdio: { command: 'x', args: [] } };
  const connector = createConnector({
    machine,
    target: () => target,
    dataFolder: home + '/.data',
    onStage: (stage) => stage === deadly && process.kill(process.pid, 'SIGKILL'),
  });
  const preview = await connector.preview('cursor');
  await connector.write('cursor', preview.token);
`;

beforeAll(async () => {
  script = await bundle(WRITER);
});

async function runWriter(home: string, stage: string): Promise<NodeJS.Signals | null> {
  const file = join(home, 'writer.mjs');
  writeFileSync(file, script);
  const child = spawn(process.execPath, [file, home, stage], { stdio: 'inherit' });
  return new Promise<NodeJS.Signals | null>((resolve) =>
    child.on('close', (_code, endedBy) => resolve(endedBy)),
  );
}

function prepareHome(): { readonly home: string; readonly file: string } {
  const { home } = fakeMachine();
  mkdirSync(join(home, '.cursor'));
  const file = join(home, '.cursor', 'mcp.json');
  writeFileSync(file, before);
  return { home, file };
}

/** The settings are whole, old or new, and where they are new the old ones can be had back. */
async function expectNothingLost(home: string, file: string): Promise<void> {
  const text = readFileSync(file, 'utf8');
  const connector = fakeConnector(fakeMachine({ home }));
  if (text !== before) {
    expect((await connector.state('cursor')).connection).toMatchObject({ state: 'connected' });
    expect(await connector.undo('cursor')).toMatchObject({ ok: true });
    expect(readFileSync(file, 'utf8')).toBe(before);
  }
  const preview = await connector.preview('cursor');
  expect(await connector.write('cursor', preview.ok ? preview.token : '')).toMatchObject({ ok: true });
}

describe('a writer that is killed', () => {
  it.each([
    ['checked', false],
    ['backed-up', false],
    ['compared', false],
    ['written', true],
  ])('after it has %s loses nothing', async (stage, isWritten) => {
    const { home, file } = prepareHome();
    expect(await runWriter(home, stage)).toBe('SIGKILL');
    expect(readFileSync(file, 'utf8') !== before).toBe(isWritten);
    await expectNothingLost(home, file);
  });

  it('that is left alone writes, and leaves no temporary file', async () => {
    const { home, file } = prepareHome();
    expect(await runWriter(home, 'never')).toBeNull();
    expect(readFileSync(file, 'utf8')).toContain('8701');
    expect(readdirSync(join(home, '.cursor'))).toEqual(['mcp.json']);
  });
});
