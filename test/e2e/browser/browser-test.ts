/** The window specs' own `test`: a service per spec, and a page that must never ask anyone else for anything. */
import type { Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import { copyRegistry, SAMPLE, type Service, startService } from './service.ts';

export interface Registry {
  readonly path: string;
}

interface Fixtures {
  /** The folder that is served: a copy of the sample, or of `source`. */
  readonly registry: Registry;
  readonly service: Service;
  /** Opens a hash such as `#/browse` on the service. */
  readonly open: (hash?: string) => Promise<Page>;
}

interface Options {
  readonly source: string;
  /** Further options of `skills serve`. */
  readonly serveOptions: readonly string[];
  /** True where no test changes the folder or the service: then they share one. */
  readonly shares: boolean;
}

interface Shared {
  readonly registry: Registry;
  readonly service: Service;
}

export const test = base.extend<Fixtures & Options, { sharedOf: (source: string) => Promise<Shared> }>({
  sharedOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const shared = new Map<string, Promise<Shared & { remove(): void }>>();
      await use((source) => {
        const known = shared.get(source) ?? startShared(source);
        shared.set(source, known);
        return known;
      });
      for (const one of await Promise.all(shared.values())) {
        await one.service.stop();
        one.remove();
      }
    },
    { scope: 'worker' },
  ],
  source: [SAMPLE, { option: true }],
  serveOptions: [[], { option: true }],
  shares: [false, { option: true }],
  registry: async ({ source, shares, sharedOf }, use) => {
    if (shares) return use((await sharedOf(source)).registry);
    const copy = copyRegistry(source);
    await use(copy);
    copy.remove();
  },
  service: async ({ registry, serveOptions, source, shares, sharedOf }, use) => {
    if (shares) return use((await sharedOf(source)).service);
    const service = await startService(registry.path, 0, serveOptions);
    await use(service);
    await service.stop();
  },
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
      await expect(page.getByRole('main')).toBeVisible();
      return page;
    });
    expect(strangers, 'requests that left the origin').toEqual([]);
    expect(complaints, 'errors of the page').toEqual([]);
  },
});

async function startShared(source: string): Promise<Shared & { remove(): void }> {
  const registry = copyRegistry(source);
  return { registry, service: await startService(registry.path), remove: () => registry.remove() };
}

export { expect };

/** Allows the page to write the clipboard, and reads it back. */
export async function clipboardOf(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return () => page.evaluate(() => navigator.clipboard.readText());
}
