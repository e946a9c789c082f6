/**
 * The test's half of the stand-in: holds each window of the app as a page of a real Chromium. `app://skills/` can't be
 * loaded there, so a page lives at a reserved https address whose requests are answered by the app's protocol handler;
 * addresses are mapped back wherever the app sees them.
 */
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page, Route } from 'playwright';
import type { Channel } from './stand-in/channel.ts';
import { runPreload } from './stand-in/preload-world.ts';
import type { WireRequest, WireResponse } from './stand-in/session.ts';
import type { PageInvoke, PageReport } from './stand-in/windows.ts';

interface NewWindow {
  readonly window: number;
  readonly width: number;
  readonly height: number;
  readonly preload?: string;
  readonly platform: string;
  readonly electronVersion: string;
}

interface HeldWindow {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** While the app itself loads an address, it is not asked whether it may be left. */
  isLoading: boolean;
}

export interface WindowHost {
  readonly problems: string[];
  /** Addresses outside of the app that a page asked for by itself. */
  readonly foreignRequests: string[];
  /** The page that is open, or the next one that will be. */
  page(): Promise<Page>;
  pages(): Page[];
  close(): Promise<void>;
}

export function hostWindows(browser: Browser, channel: Channel): WindowHost {
  const windows = new Map<number, HeldWindow>();
  const problems: string[] = [];
  const foreignRequests: string[] = [];
  let context: BrowserContext | undefined;
  let isClosed = false;

  const report = (window: number, told: PageReport) =>
    channel.call('page', { window, report: told }).catch((error: unknown) => {
      problems.push(String(error));
      return undefined;
    });

  async function create({ window, width, height, ...asked }: NewWindow): Promise<void> {
    context ??= await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    const cdp = await context.newCDPSession(page);
    const held: HeldWindow = { page, cdp, isLoading: false };
    windows.set(window, held);
    await cdp.send('Page.enable');
    cdp.on('Page.windowOpen', ({ url }) => void report(window, { what: 'window-open', url: toApp(url) }));
    page.on('popup', (popup) => void popup.close());
    page.on('load', () => void report(window, { what: 'loaded' }));
    page.on('pageerror', (error) => problems.push(`the page threw: ${error.message}`));
    await page.route('**/*', (route) => answer(window, held, route).catch(() => route.abort()));
    if (asked.preload === undefined) return;
    await page.exposeBinding('standInInvoke', ({ frame }, name: string, args: readonly unknown[]) => {
      const origin = toApp(`${new URL(frame.url()).origin}/`).replace(/\/$/, '');
      return channel.call('invoke', { window, channel: name, args, origin } satisfies PageInvoke);
    });
    const [platform, version] = [asked.platform, asked.electronVersion].map((text) => JSON.stringify(text));
    await page.addInitScript({
      content: `(${runPreload})(${platform}, ${version}, function (require, process, exports, module) {${asked.preload}\n});`,
    });
  }

  async function answer(window: number, held: HeldWindow, route: Route): Promise<void> {
    const request = route.request();
    const url = toApp(request.url());
    if (request.isNavigationRequest() && !held.isLoading) {
      const verdict = await report(window, { what: 'will-navigate', url });
      if ((verdict as { prevented?: boolean } | undefined)?.prevented) return route.abort('aborted');
    }
    if (url === request.url()) {
      foreignRequests.push(url);
      return route.abort();
    }
    const body = request.postDataBuffer() ?? undefined;
    const wire: WireRequest = { url, method: request.method(), headers: request.headers(), body };
    await route.fulfill((await channel.call('protocol', wire)) as WireResponse);
  }

  channel.handle('window:create', create);
  channel.handle('window:load', async ({ window, url }: { window: number; url: string }) => {
    const held = windows.get(window);
    if (held === undefined) throw new Error('ERR_ABORTED: the window was closed');
    held.isLoading = true;
    await held.page.goto(fromApp(url)).finally(() => {
      held.isLoading = false;
    });
  });
  channel.handle(
    'window:send',
    async ({ window, ...message }: { window: number; channel: string; args: readonly unknown[] }) => {
      // A page that is just being left hears nothing any more.
      await windows
        .get(window)
        ?.page.evaluate(
          (told) =>
            (
              window as unknown as { standInReceive?(channel: string, args: readonly unknown[]): void }
            ).standInReceive?.(told.channel, told.args),
          message,
        )
        .catch(() => undefined);
    },
  );
  // Chromium never answers this one: who would, has crashed.
  channel.handle('window:crash', ({ window }: { window: number }) => {
    windows
      .get(window)
      ?.cdp.send('Page.crash')
      .catch(() => undefined);
  });
  channel.handle('window:close', async ({ window }: { window: number }) => {
    const held = windows.get(window);
    windows.delete(window);
    await held?.page.close().catch(() => undefined);
  });

  return {
    problems,
    foreignRequests,
    pages: () => [...windows.values()].map(({ page }) => page),
    async page() {
      while (!isClosed) {
        for (const { page, isLoading } of windows.values())
          if (!isLoading && page.url() !== 'about:blank') return page;
        await setTimeout(20);
      }
      throw new Error('No window was opened.');
    },
    async close() {
      isClosed = true;
      await context?.close();
    },
  };
}

/** `app://skills/x` as the page's real address, which no network will ever answer. */
function fromApp(url: string): string {
  return url.replace(/^app:\/\/([^/?#]+)/, 'https://$1.app-scheme.invalid');
}

function toApp(url: string): string {
  return url.replace(/^https:\/\/([^/]+)\.app-scheme\.invalid/, 'app://$1');
}
