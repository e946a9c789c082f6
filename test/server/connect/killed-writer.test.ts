import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { fakeConnector, fakePlace } from '../../support/fake-place.ts';
import { SETTINGS } from './settings-fixtures.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const before = SETTINGS.cursor ?? '';
let script = '';

/** Writes one client's settings and kills itself at a stage, or not. */
const WRITER = `
  import { createConnector } from './src-server/connect/connector.ts';
  const [home, deadly] = process.argv.slice(2);
  const place = { platform: 'linux', home, env: {}, applications: [], systemFile: () => undefined };
  const target = { mcpUrl: 'http://127.0.0.1:8701/mcp', stdio: { command: 'x', args: [] } };
  const connector = createConnector({
    place,
    target: () => target,
    dataFolder: home + '/.data',
    onStage: (stage) => stage === deadly && process.kill(process.pid, 'SIGKILL'),
  });
  const preview = await connector.preview('cursor');
  await connector.write('cursor', preview.token);
`;

beforeAll(async () => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: WRITER, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    mainFields: ['module', 'main'],
  });
  script = outputFiles[0]?.text ?? '';
});

/** Runs the writer; ends it after some milliseconds where they are given. */
async function runWriter(home: string, stage: string, killAfterMs?: number): Promise<NodeJS.Signals | null> {
  const file = join(home, 'writer.mjs');
  writeFileSync(file, script);
  const child = spawn(process.execPath, [file, home, stage], { stdio: 'inherit' });
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const signal = await new Promise<NodeJS.Signals | null>((resolve) =>
    child.on('close', (_code, endedBy) => resolve(endedBy)),
  );
  clearTimeout(timer);
  return signal;
}

function prepareHome(): { readonly home: string; readonly file: string } {
  const { home } = fakePlace();
  mkdirSync(join(home, '.cursor'));
  const file = join(home, '.cursor', 'mcp.json');
  writeFileSync(file, before);
  return { home, file };
}

/** The settings are whole, old or new, and where they are new the old ones can be had back. */
async function expectNothingLost(home: string, file: string): Promise<void> {
  const text = readFileSync(file, 'utf8');
  const connector = fakeConnector(fakePlace({ home }));
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
    ['written', true],
  ])('after it has %s loses nothing', async (stage, isWritten) => {
    const { home, file } = prepareHome();
    expect(await runWriter(home, stage)).toBe('SIGKILL');
    expect(readFileSync(file, 'utf8') !== before).toBe(isWritten);
    await expectNothingLost(home, file);
  });

  it('at any other moment loses nothing either', async () => {
    for (let afterMs = 20; afterMs <= 160; afterMs += 10) {
      const { home, file } = prepareHome();
      await runWriter(home, 'never', afterMs);
      await expectNothingLost(home, file);
    }
  });

  it('that is left alone writes, and leaves no temporary file', async () => {
    const { home, file } = prepareHome();
    expect(await runWriter(home, 'never')).toBeNull();
    expect(readFileSync(file, 'utf8')).toContain('8701');
    expect(readdirSync(join(home, '.cursor'))).toEqual(['mcp.json']);
  });
});
