/** Not a test of anything: a picture of every view in every size and theme, for people to look at. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { RecordedEvent } from '../../../src-main/contract/desktop-bridge.ts';
import { sayOfRegistry, test } from '../browser/browser-test.ts';
import { callAs } from '../browser/mcp-calls.ts';
import { ATTACK, PROJECT, SAMPLE } from '../browser/service.ts';
import {
  type BridgeState,
  bridgeState,
  CLIENTS,
  installBridge,
  READING_THE_FOLDER,
  starting,
  wanted,
} from '../browser/simulated-bridge.ts';

const SIZES = [
  [1280, 800],
  [820, 900],
  [420, 800],
  [320, 640],
] as const;

interface Picture {
  readonly hash: string;
  /** As the desktop app shows it. */
  readonly changes?: (url: string) => Partial<BridgeState>;
  /** Another registry. */
  readonly source?: string;
  /** Programs that have read a skill. */
  readonly callers?: readonly string[];
  readonly sample?: boolean;
  /** The whole of a long view. */
  readonly tall?: boolean;
}

/** Views and states by the name of their picture. */
const PICTURES: Readonly<Record<string, Picture>> = {
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
      server: starting(url, READING_THE_FOLDER),
    }),
  },
  'home-proven': {
    hash: '#/',
    changes: (url) => ({
      ...inUse(url),
      notices: [],
      clients: CLIENTS.filter(({ id }) => ['cursor', 'zed', 'claude-desktop'].includes(id)),
    }),
    callers: ['cursor', 'zed'],
  },
  'home-sample': { hash: '#/', sample: true },
  'first-run': { hash: '#/', changes: firstStart },
  registry: { hash: '#/registry', changes: inUse },
  browse: { hash: '#/browse' },
  'browse-nothing': { hash: '#/browse?language=rust&risk=low&tier=none' },
  names: { hash: '#/search?q=tokio' },
  /** The README's question. */
  question: { hash: '#/search?q=update%20without%20error%20changes%20nothing%20in%20the%20database' },
  'question-weak': { hash: '#/search?q=kubernetes%20operator%20reconcile%20loop' },
  'question-nothing': { hash: '#/search?q=qqqqzzzz' },
  'question-blank': { hash: '#/search' },
  /** The README's skill. */
  skill: { hash: '#/skill/python/sqlalchemy/sqlalchemy?file=pitfalls.md' },
  problems: { hash: '#/problems' },
  'problems-some': { hash: '#/problems', source: ATTACK },
  'browse-broken': { hash: '#/browse', source: ATTACK },
  connect: { hash: '#/connect' },
  'connect-in-app': { hash: '#/connect', changes: inUse },
  'connect-change': { hash: '#/connect?client=cursor', changes: inUse },
  api: { hash: '#/api' },
  import: { hash: '#/import' },
  activity: { hash: '#/activity', changes: inUse },
  settings: { hash: '#/settings', changes: inUse, tall: true },
};

const only = process.env['SCREENSHOTS_ONLY']?.split(',');

for (const [name, picture] of Object.entries(PICTURES))
  if (only === undefined || only.includes(name)) takeAll(name, picture);

function takeAll(name: string, { hash, changes, source, callers = [], sample, tall }: Picture): void {
  test.describe(() => {
    test.use({
      source: source ?? process.env['SCREENSHOTS_REGISTRY'] ?? SAMPLE,
      own: callers.length > 0,
    });
    test(name, async ({ page, service, open }) => {
      for (const caller of callers)
        await callAs(service.url, caller, { path: 'cpp/gabime/spdlog', section: 'safety' });
      if (sample) await sayOfRegistry(page, service.url, { sample });
      if (changes !== undefined) await installBridge(page, bridgeState(service.url, changes(service.url)));
      await open(hash);
      await page.waitForLoadState('networkidle');
      for (const colorScheme of ['light', 'dark'] as const)
        for (const [width, height] of SIZES)
          await take(page, name, { colorScheme, width, height: tall ? 3 * height : height });
    });
  });
}

async function take(
  page: Page,
  name: string,
  { colorScheme, width, height }: { colorScheme: 'light' | 'dark'; width: number; height: number },
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
  await page.screenshot({ path: join(PROJECT, 'screenshots', `${name}-${width}-${colorScheme}.png`) });
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
