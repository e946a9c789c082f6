/**
 * The window specs' own `test`: a service, and a page that must never ask anyone else for anything. Tests that change
 * nothing share a service; one that changes the folder or the service is tagged `@own` and has both for itself.
 */
import type { Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import type { Status } from '../../../src-server/contract/api.ts';
import { copyRegistry, type RegistryCopy, SAMPLE, type Service, stampsOf, startService } from './service.ts';
import { type BridgeState, bridgeState, installBridge } from './simulated-bridge.ts';

export interface Registry {
  readonly path: string;
}

interface Served {
  readonly registry: Registry;
  readonly service: Service;
}

interface Fixtures extends Served {
  /** True under the tag `@own`; a file of which that is true everywhere says `test.use({ own: true })`. */
  readonly own: boolean;
  /** The folder, a copy of the sample or of `source`, and what serves it. */
  readonly served: Served;
  /** Opens a hash such as `#/source` on the service. */
  readonly open: (hash?: string) => Promise<Page>;
  /** Opens the same in a window with a simulated bridge. */
  readonly openInApp: (hash?: string, changes?: Partial<BridgeState>) => Promise<Page>;
}

interface Options {
  readonly source: string;
  /** Further options of `skills-registry serve`. */
  readonly serveOptions: readonly string[];
}

type Share = (source: string, options: readonly string[]) => Promise<Served>;

export const test = base.extend<Fixtures & Options, { share: Share }>({
  share: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const shared = new Map<string, ReturnType<typeof serve>>();
      await use((source, options) => {
        const key = JSON.stringify([source, options]);
        const known = shared.get(key) ?? serve(copyRegistry(source), options);
        shared.set(key, known);
        return known;
      });
      for (const { registry, service } of await Promise.all(shared.values())) {
        await service.stop();
        registry.remove();
      }
    },
    { scope: 'worker' },
  ],
  source: [SAMPLE, { option: true }],
  serveOptions: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
  own: ({}, use, { tags }) => use(tags.includes('@own')),
  served: async ({ source, serveOptions, own, share }, use) => {
    if (own) {
      const one = await serve(copyRegistry(source), serveOptions);
      await use(one);
      await one.service.stop();
      return one.registry.remove();
    }
    const one = await share(source, serveOptions);
    const before = stampsOf(one.registry.path);
    const stop = () => Promise.reject(new Error('Others use this service: the test needs the tag @own.'));
    await use({ registry: one.registry, service: { ...one.service, stop } });
    expect(stampsOf(one.registry.path), 'the shared folder: a test that changes it is tagged @own').toEqual(
      before,
    );
  },
  registry: ({ served }, use) => use(served.registry),
  service: ({ served }, use) => use(served.service),
  open: async ({ page, service }, use) => {
    const strangers: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== service.url && protocol !== 'data:' && protocol !== 'blob:')
        strangers.push(request.url());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
    await use(async (hash = '#/') => {
      await page.goto(`${service.url}/${hash}`);
      // Where the page was loaded before, the former view stands there until it has heard of the next.
      await painted(page);
      await expect(page.locator('main[data-view]')).toBeVisible();
      // From here on the view's keys are listened to.
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      return page;
    });
    expect(strangers, 'requests that left the origin').toEqual([]);
    expect(complaints, 'errors of the page').toEqual([]);
  },
  openInApp: async ({ open, page, service }, use) => {
    await use(async (hash, changes = {}) => {
      await installBridge(page, bridgeState(service.url, changes));
      return open(hash);
    });
  },
});

async function serve(registry: RegistryCopy, options: readonly string[]) {
  return { registry, service: await startService(registry.path, options) };
}

export { expect };

export const title = (page: Page) => page.getByRole('heading', { level: 1 });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Has the service say something else of its registry from now on; the rest is as it says when this is called. */
export async function sayOfRegistry(
  page: Page,
  url: string,
  changes: Partial<Status['registry']>,
  ofService: Partial<Status> = {},
): Promise<void> {
  const status = (await (await fetch(`${url}/v1/status`)).json()) as Status;
  const told = { ...status, ...ofService, registry: { ...status.registry, ...changes } };
  await page.route('**/v1/events', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `event: status\ndata: ${JSON.stringify(told)}\n\n`,
    }),
  );
  // A page that follows the service already does so anew when it is shown.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))).catch(() => {});
}

/** Waits until what the page has heard of by now is drawn. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
}

/** Allows the page to write the clipboard, and reads it back. */
export async function clipboardOf(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return () => page.evaluate(() => navigator.clipboard.readText());
}

/** The program that served the page, as its command line names it: 90 characters are usual in a clone. */
export const LONG_COMMAND = `node /home/someone/${'a-folder-of-projects/'.repeat(3)}skills/dist/server/skills-registry.cjs`;

/** Lets the page print its lines with a long path. Before the page is opened. */
export async function withLongCommand(page: Page, url: string): Promise<void> {
  await page.route(`${url}/`, async (route) => {
    const html = await (await route.fetch()).text();
    const meta = `<meta name="skills-registry-command" content="${LONG_COMMAND}">`;
    await route.fulfill({ contentType: 'text/html', body: html.replace('<head>', `<head>${meta}`) });
  });
}
