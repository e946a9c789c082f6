/** What every view shows while the service can't be asked: why, with what helps, and never a skeleton without end. */
import type { Locator, Page } from 'playwright';
import type { ServiceState } from '../../../src-main/contract/desktop-bridge.ts';
import { test as base, expect, sayOfRegistry } from './browser-test.ts';
import { goTo } from './go-to.ts';
import { type BridgeState, bridgeState, installBridge, starting, wanted } from './simulated-bridge.ts';

/** Each with what stands there of a service that answers. */
const VIEWS = {
  Browse: ['#/browse', (main) => main.getByRole('link', { name: /^tokio/ })],
  answers: [
    '#/search?q=shut%20down',
    (main) => main.getByRole('list', { name: 'Answers from the texts' }).getByRole('listitem').first(),
  ],
  'a skill': [
    '#/skill/rust/tokio-rs/tokio',
    (main) => main.getByRole('article').getByRole('heading').first(),
  ],
  Problems: ['#/problems', (main) => main.getByText('All 10 skills are clean.')],
} as const satisfies Readonly<Record<string, readonly [hash: string, shown: (main: Locator) => Locator]>>;

/** These show what the app knows, whatever the service does; Home's title is the service's state. */
const OWN_VIEWS = {
  Home: ['#/', /./],
  Connect: ['#/connect', 'Connect'],
  Settings: ['#/settings', 'Settings'],
  Activity: ['#/activity', 'Activity'],
} as const;

type Supervised = (url: string) => ServiceState;

const STATES: ReadonlyArray<
  readonly [name: string, server: Supervised, words: RegExp, helps: string | undefined]
> = [
  ['stopped', (url) => ({ ...wanted(url), phase: 'stopped', by: 'user' }), /service is stopped/i, 'Start'],
  ['starting', (url) => starting(url), /service is starting/i, undefined],
  [
    'backing off',
    (url) => ({
      ...wanted(url),
      phase: 'restarting',
      attempt: 2,
      why: 'It ended with code 1.',
      nextRetryAt: Date.parse('2099-01-01T00:00:00Z'),
    }),
    /ended with code 1/i,
    'Try again',
  ],
  [
    'failed',
    (url) => ({
      ...wanted(url),
      phase: 'failed',
      steps: [],
      failure: { reason: 'no-registry', message: 'There is no skill in the folder.' },
    }),
    /no registry in the folder/i,
    'Choose another folder',
  ],
];

const test = base.extend<{ without: (hash: string, server: Supervised) => Promise<Page> }>({
  without: async ({ open, page, service }, use) => {
    await use(async (hash, server) => {
      const changes: Partial<BridgeState> = { server: server(service.url) };
      await installBridge(page, bridgeState(service.url, changes));
      // As the app's own protocol answers where no service runs.
      await page.route(/\/(?:health|v1\/|openapi\.json)/, (route) =>
        route.fulfill({ status: 503, json: { error: 'The service is not running.' } }),
      );
      return open(hash);
    });
  },
});

const loading = (page: Page) => page.getByRole('main').getByRole('status', { name: 'Loading' });

for (const [state, server, words, helps] of STATES)
  test.describe(`while the service is ${state}`, () => {
    test('every view that asks it says so, with what helps', async ({ without }) => {
      const page = await without('#/browse', server);
      const main = page.getByRole('main');
      for (const [view, [hash, shown]] of Object.entries(VIEWS)) {
        await goTo(page, hash);
        await expect(main.getByText(words).first(), view).toBeVisible();
        await expect(shown(main), view).toHaveCount(0);
        if (helps !== undefined)
          await expect(
            main
              .getByRole('button', { name: helps })
              .or(main.getByRole('link', { name: helps }))
              .first(),
            view,
          ).toBeVisible();
        await expect(loading(page), view).toHaveCount(0);
      }
    });

    test('what the app knows by itself is there all the same', async ({ without }) => {
      const page = await without('#/', server);
      for (const [view, [hash, title]] of Object.entries(OWN_VIEWS)) {
        await goTo(page, hash);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 }), view).toHaveText(title);
        await expect(loading(page), view).toHaveCount(0);
      }
    });
  });

test.describe('while the registry’s folder is away', () => {
  const away = { available: false, reason: 'It was unmounted.' };

  for (const [view, [hash, shown]] of Object.entries(VIEWS))
    test(`${view}: keeps what was read, and says of when it is`, async ({ open, page, service }) => {
      await open(hash);
      const main = page.getByRole('main');
      await expect(shown(main)).toBeVisible();
      await sayOfRegistry(page, service.url, away);
      await expect(main.getByText('is not readable now').first()).toBeVisible();
      await expect(main.getByText('This view is from').first()).toBeVisible();
      await expect(shown(main)).toBeVisible();
      await expect(loading(page)).toHaveCount(0);
    });

  test('what the app knows by itself is there all the same, and the status line says it', async ({
    open,
    page,
    service,
  }) => {
    await installBridge(page, bridgeState(service.url));
    await sayOfRegistry(page, service.url, away);
    await open('#/');
    for (const [view, [hash, title]] of Object.entries(OWN_VIEWS)) {
      await goTo(page, hash);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 }), view).toHaveText(title);
      await expect(page.getByRole('contentinfo').getByText('Registry away'), view).toBeVisible();
      await expect(loading(page), view).toHaveCount(0);
    }
  });
});
