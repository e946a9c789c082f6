import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { expandHome, listRecent, setRegistry } from '../../src-main/registry-choice.ts';
import { inspectFolder } from '../../src-server/desktop/parent-port-service.ts';

let home: string;
const served: string[] = [];

async function inspect(path: string) {
  return inspectFolder(path);
}

const ready = (registry: string) => ({ phase: 'serving', folder: registry }) as ServiceState;

function set(path: string, serve: (root: string) => ServiceState = ready) {
  return setRegistry(
    {
      home,
      inspect,
      serve: async (root) => {
        served.push(root);
        return serve(root);
      },
    },
    path,
  );
}

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'choice-'));
  mkdirSync(join(home, 'registry', 'skills'), { recursive: true });
  writeFileSync(join(home, 'registry', 'index.json'), '{}');
  mkdirSync(join(home, 'empty'));
});
afterAll(() => rmSync(home, { recursive: true }));

it('serves the root of what was picked, typed with ~, with a slash or with spaces around', async () => {
  for (const path of ['~/registry', `${home}/registry/`, ` ${home}/registry `])
    expect(await set(path)).toEqual({ outcome: 'ok', path: join(home, 'registry') });
  expect(new Set(served)).toEqual(new Set([join(home, 'registry')]));
});

it('takes the folder of a file that was dropped', async () => {
  expect(await set(join(home, 'registry', 'index.json'))).toMatchObject({ outcome: 'ok' });
});

it('serves nothing where it refuses, and says what to do', async () => {
  const before = served.length;
  for (const path of ['registry', join(home, 'nowhere'), join(home, 'empty')])
    expect(await set(path)).toMatchObject({ outcome: 'refused', nextStep: expect.stringMatching(/\w/) });
  expect(served).toHaveLength(before);
});

it.each([
  [
    { phase: 'failed', failure: { reason: 'port-taken', message: 'Port 8701 is taken.' } },
    'Port 8701 is taken.',
  ],
  [{ phase: 'restarting', why: 'It crashed.' }, 'It crashed.'],
  [{ phase: 'stopped' }, 'It was stopped before it served.'],
  [{ phase: 'serving', folder: '/another' }, '/another was chosen in the meantime.'],
])('never says that it serves before it does: %j', async (status, message) => {
  const result = await set('~/registry', () => status as ServiceState);
  expect(result).toEqual({ outcome: 'not-serving', path: join(home, 'registry'), message });
});

it('expands the tilde only at the front', () => {
  expect(expandHome('~', '/home/me')).toBe('/home/me');
  expect(expandHome('~/a', '/home/me')).toBe(join('/home/me', 'a'));
  expect(expandHome('/a/~/b', '/home/me')).toBe('/a/~/b');
  expect(expandHome('~other/a', '/home/me')).toBe('~other/a');
});

it('knows which remembered folders are there now', () => {
  const settings = { recentRegistries: [join(home, 'empty'), '/nowhere'], registry: '/nowhere' };
  expect(listRecent(settings, (path) => path !== '/nowhere')).toEqual([
    { path: join(home, 'empty'), current: false, reachable: true },
    { path: '/nowhere', current: true, reachable: false },
  ]);
});
