/** Not a test of anything: a picture of every view in every size and theme, for people to look at. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { RecordedEvent } from '../../../src-main/contract/desktop-bridge.ts';
import type { Status } from '../../../src-server/contract/api/api.ts';
import { ADDED, CHANGES, PREVIEW } from '../browser/added-registries.ts';
import { expect, type Registry, test } from '../browser/browser-test.ts';
import { type Contents, dropFolder } from '../browser/drop-folder.ts';
import { callAs } from '../browser/mcp-calls.ts';
import { KITE, PAYMENTS } from '../browser/project-folders.ts';
import { ATTACK, EMPTY, PROJECT, SAMPLE, type Service } from '../browser/service.ts';
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
  [480, 800],
] as const;

/** Where the pictured service seems to be: the test's own place is another one each time. */
const SEEMS = { url: 'http://127.0.0.1:8701', folder: '/home/someone/my-skills' } as const;

interface Picture {
  readonly hash: string;
  /** As the desktop app shows it. */
  readonly changes?: (url: string) => Partial<BridgeState>;
  /** Another registry. */
  readonly source?: string;
  /** Programs that have read a skill. */
  readonly callers?: readonly string[];
  readonly sample?: boolean;
  /** The folder is away; or nobody answers any more. */
  readonly lost?: 'folder' | 'service';
  /** A folder that is dropped. */
  readonly drop?: Contents;
  /** The whole of a long view. */
  readonly tall?: boolean;
}

/** Views and states by the name of their picture. */
const PICTURES: Readonly<Record<string, Picture>> = {
  home: { hash: '#/' },
  'home-in-app': { hash: '#/', changes: inUse },
  'home-stopped': {
    hash: '#/',
    changes: (url) => ({ server: { ...wanted(url), phase: 'stopped', by: 'user' } }),
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
  'home-away': { hash: '#/', lost: 'folder' },
  'home-gone': { hash: '#/', lost: 'service' },
  'home-empty': { hash: '#/', source: EMPTY },
  'first-run': { hash: '#/', changes: firstStart },
  registry: { hash: '#/registry', changes: inUse },
  browse: { hash: '#/browse' },
  'browse-empty': { hash: '#/browse', source: EMPTY },
  'browse-gone': { hash: '#/browse', lost: 'service' },
  'browse-nothing': { hash: '#/browse?language=rust&risk=low&tier=none' },
  names: { hash: '#/search?q=tokio' },
  /** The README's question. */
  question: { hash: '#/search?q=UPDATE%20without%20an%20error%2C%20but%20no%20change' },
  'question-weak': { hash: '#/search?q=kubernetes%20operator%20reconcile%20loop' },
  'question-nothing': { hash: '#/search?q=qqqqzzzz' },
  'question-blank': { hash: '#/search' },
  'question-empty': { hash: '#/search?q=close%20a%20pool', source: EMPTY },
  /** The README's skill. */
  skill: { hash: '#/skill/python/sqlalchemy/sqlalchemy?file=pitfalls.md' },
  'skill-missing': { hash: '#/skill/rust/nobody/nothing' },
  problems: { hash: '#/problems' },
  'problems-empty': { hash: '#/problems', source: EMPTY },
  'problems-some': { hash: '#/problems', source: ATTACK },
  'browse-broken': { hash: '#/browse', source: ATTACK },
  registries: { hash: '#/registries' },
  'registries-in-app': { hash: '#/registries', changes: () => ({ added: ADDED }) },
  'registries-empty': { hash: '#/registries', changes: inUse },
  'registries-preview': {
    hash: '#/registries',
    changes: () => ({
      added: { ...ADDED, addition: { state: 'shown', preview: PREVIEW, isAdding: false } },
    }),
    tall: true,
  },
  'registries-fetching': {
    hash: '#/registries',
    changes: () => ({ added: { ...ADDED, addition: { state: 'fetching', bytes: 1_258_291 } } }),
  },
  'registries-private': {
    hash: '#/registries',
    changes: () => ({
      added: {
        ...ADDED,
        registries: [],
        addition: {
          state: 'failed',
          message: 'git.example.com wants to know who asks for https://git.example.com/team (401).',
        },
      },
    }),
  },
  'registry-update': {
    hash: '#/registries/platform',
    changes: () => ({ added: ADDED, changes: { platform: CHANGES } }),
    tall: true,
  },
  projects: { hash: '#/projects', changes: inUse },
  project: { hash: '#/projects', drop: PAYMENTS, tall: true },
  'project-nothing': { hash: '#/projects', drop: KITE },
  'project-failed': { hash: '#/projects', drop: { 'beach.jpg': '' } },
  connect: { hash: '#/connect' },
  'connect-in-app': { hash: '#/connect', changes: inUse },
  'connect-change': { hash: '#/connect?client=cursor', changes: inUse },
  activity: { hash: '#/activity', changes: inUse },
  settings: { hash: '#/settings', changes: inUse, tall: true },
};

const only = process.env['SCREENSHOTS_ONLY']?.split(',');

for (const [name, picture] of Object.entries(PICTURES))
  if (only === undefined || only.includes(name)) takeAll(name, picture);

function takeAll(name: string, picture: Picture): void {
  const { hash, changes, source, callers = [], sample, lost, drop, tall } = picture;
  test.describe(() => {
    test.use({
      source: source ?? process.env['SCREENSHOTS_REGISTRY'] ?? SAMPLE,
      own: callers.length > 0,
    });
    test(name, async ({ page, service, registry }) => {
      for (const caller of callers)
        await callAs(service.url, caller, { path: 'cpp/gabime/spdlog', section: 'safety' });
      // Its first moments are not what one usually sees.
      const status = async () => (await (await fetch(`${service.url}/v1/status`)).json()) as Status;
      await expect.poll(async () => (await status()).checking).toBeUndefined();
      const seeming = await seemUsual(page, service, registry);
      if (sample) seeming.says = { sample };
      if (changes !== undefined) await installBridge(page, bridgeState(SEEMS.url, changes(SEEMS.url)));
      await page.goto(`${SEEMS.url}/${hash}`);
      await expect(page.locator('html[data-view] main')).toBeVisible();
      await page.waitForLoadState('networkidle');
      if (drop !== undefined) {
        await dropFolder(page, 'payments', drop);
        await expect(
          page
            .getByRole('main')
            .getByText(/packages|is not a project/)
            .first(),
        ).toBeVisible();
      }
      if (lost === 'folder') seeming.says = { available: false, reason: 'It was unmounted.' };
      if (lost === 'service') seeming.hasEnded = true;
      if (lost !== undefined) await expect(page.getByRole('contentinfo').getByText('Serving')).toHaveCount(0);
      for (const colorScheme of ['light', 'dark'] as const)
        for (const [width, height] of SIZES)
          await take(page, name, { colorScheme, width, height: tall ? 3 * height : height });
      // What it asks by itself goes on to the end.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });
}

/** Has the page find the service at another address, whose answers speak of it and of another folder. */
async function seemUsual(page: Page, service: Service, registry: Registry) {
  const seeming: { says: Partial<Status['registry']>; hasEnded: boolean } = { says: {}, hasEnded: false };
  const seen = (text: string) =>
    text.replaceAll(service.url, SEEMS.url).replaceAll(registry.path, SEEMS.folder);
  await page.route(`${SEEMS.url}/**`, async (route) => {
    if (seeming.hasEnded) return route.abort('connectionrefused');
    const request = route.request();
    const asked = request.url().replace(SEEMS.url, service.url);
    const isStream = asked.endsWith('/v1/events');
    const url = isStream ? `${service.url}/v1/status` : asked;
    const response = await route.fetch({ url, headers: { ...request.headers(), origin: service.url } });
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    const text = seen(await response.text());
    if (!isStream) return route.fulfill({ response, body: text });
    const status = JSON.parse(text) as Status;
    const told = { ...status, registry: { ...status.registry, ...seeming.says } };
    const body = `event: status\ndata: ${JSON.stringify(told)}\n\n`;
    return route.fulfill({ contentType: 'text/event-stream', body });
  });
  return seeming;
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
    phase: 'failed',
    steps: [{ name: 'port', state: 'cut', detail: 'taken by node' }],
    failure: {
      reason: 'port-taken',
      message: 'Port 8701 is taken by node, process 48213.',
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
    activity: { events: EVENTS, recording: true },
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
    protocol: 'http',
    route: asked ? 'GET /v1/find' : 'GET /v1/skills',
    target: asked ? 'shut down a runtime' : 'rust/tokio-rs/tokio',
    status: index % 7 === 3 ? 404 : 200,
    durationMs: 0.3 + (index % 9),
    ...(asked ? { results: index % 4 } : { skillKey: 'rust/tokio-rs/tokio', tokens: 1200 }),
  };
});
