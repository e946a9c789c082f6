/** Not a test of anything: a picture of every view in every size and theme, for people to look at. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { RecordedEvent } from '../../../src-main/contract/desktop-bridge.ts';
import { test } from '../browser/browser-test.ts';
import { PROJECT, SAMPLE } from '../browser/service.ts';
import { type BridgeState, bridgeState, CLIENTS, installBridge } from '../browser/simulated-bridge.ts';

const SIZES = [
  [1280, 800],
  [820, 900],
  [420, 800],
  [320, 640],
] as const;

/** Views and states by the name of their picture; those with changes are as the desktop app shows them. */
const PICTURES: Readonly<Record<string, { hash: string; changes?: (url: string) => Partial<BridgeState> }>> =
  {
    home: { hash: '#/' },
    'home-in-app': { hash: '#/', changes: inUse },
    'home-stopped': {
      hash: '#/',
      changes: (url) => ({ server: { ...wanted(url), state: 'stopped', by: 'user' } }),
    },
    'home-failed': { hash: '#/', changes: (url) => ({ server: portTaken(url) }) },
    'home-fresh': { hash: '#/', changes: () => ({ clients: CLIENTS.filter(({ id }) => id === 'cursor') }) },
    'home-starting': {
      hash: '#/',
      changes: (url) => ({
        clients: CLIENTS,
        server: {
          ...wanted(url),
          state: 'starting',
          attempt: 1,
          steps: [
            { name: 'process', state: 'done', detail: 'process 41822' },
            { name: 'folder', state: 'now', detail: '' },
            { name: 'port', state: 'todo', detail: '' },
            { name: 'probe', state: 'todo', detail: '' },
          ],
        },
      }),
    },
    'first-run': { hash: '#/', changes: firstStart },
    registry: { hash: '#/registry', changes: inUse },
    browse: { hash: '#/browse' },
    'browse-nothing': { hash: '#/browse?language=rust&risk=low&tier=none' },
    names: { hash: '#/search?q=tokio' },
    question: { hash: '#/search?q=logging%20after%20fork' },
    'question-weak': { hash: '#/search?q=kubernetes%20operator%20reconcile%20loop' },
    'question-nothing': { hash: '#/search?q=qqqqzzzz' },
    'question-blank': { hash: '#/search' },
    skill: { hash: '#/skill/rust/tokio-rs/tokio' },
    problems: { hash: '#/problems' },
    connect: { hash: '#/connect' },
    'connect-in-app': { hash: '#/connect', changes: inUse },
    'connect-change': { hash: '#/connect?client=cursor', changes: inUse },
    api: { hash: '#/api' },
    import: { hash: '#/import' },
    activity: { hash: '#/activity', changes: inUse },
    settings: { hash: '#/settings', changes: inUse },
  };

const only = process.env['SCREENSHOTS_ONLY']?.split(',');

test.use({ source: process.env['SCREENSHOTS_REGISTRY'] ?? SAMPLE });

for (const [name, { hash, changes }] of Object.entries(PICTURES))
  if (only === undefined || only.includes(name))
    test(name, async ({ page, service, open }) => {
      if (changes !== undefined) await installBridge(page, bridgeState(service.url, changes(service.url)));
      await open(hash);
      await page.waitForLoadState('networkidle');
      for (const colorScheme of ['light', 'dark'] as const)
        for (const [width, height] of SIZES) await take(page, name, { colorScheme, width, height });
    });

async function take(
  page: Page,
  name: string,
  { colorScheme, width, height }: { colorScheme: 'light' | 'dark'; width: number; height: number },
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
  await page.screenshot({ path: join(PROJECT, 'screenshots', `${name}-${width}-${colorScheme}.png`) });
}

function wanted(url: string) {
  const { registry, host, port, since } = bridgeState(url).server;
  return { registry, host, port, since };
}

function portTaken(url: string): BridgeState['server'] {
  return {
    ...wanted(url),
    state: 'failed',
    steps: [{ name: 'port', state: 'cut', detail: 'taken by node' }],
    failure: {
      reason: 'port-taken',
      message: 'It is not a Skills Registry.',
      portOwner: 'node, process 48213',
      nextFreePort: 8702,
    },
  };
}

/** Nothing was chosen yet; the sample is served. */
function firstStart(url: string): Partial<BridgeState> {
  const { info, settings } = bridgeState(url);
  return {
    info: { ...info, firstStart: true },
    settings: {
      ...settings,
      recentRegistries: [],
      settings: { ...settings.settings, registry: null, recentRegistries: [] },
    },
  };
}

/** An app that has been used for a while. */
function inUse(url: string): Partial<BridgeState> {
  return {
    clients: CLIENTS,
    activity: { events: EVENTS, recording: true, available: true },
    notices: [{ id: 'sample-registry', title: 'This is the sample.', text: 'Choose a folder of your own.' }],
    settings: {
      ...bridgeState(url).settings,
      recentRegistries: [
        { path: '/home/someone/registry', reachable: true, current: true },
        { path: '/home/someone/work/of/last/year/skills', reachable: false, current: false },
        { path: '/home/someone/libs', reachable: true, current: false },
      ],
    },
  };
}

const EVENTS: readonly RecordedEvent[] = Array.from({ length: 40 }, (_, index) => {
  const asked = index % 2 === 0;
  return {
    sequence: index + 1,
    at: new Date(Date.now() - (40 - index) * 17_000).toISOString(),
    client: index % 3 === 0 ? 'claude-code' : 'cursor',
    door: 'http',
    route: asked ? 'GET /v1/find' : 'GET /v1/skills',
    target: asked ? 'shut down a runtime' : 'rust/tokio-rs/tokio',
    status: index % 7 === 3 ? 404 : 200,
    durationMs: 0.3 + (index % 9),
    ...(asked ? { results: index % 4 } : { skillKey: 'rust/tokio-rs/tokio', tokens: 1200 }),
  };
});
