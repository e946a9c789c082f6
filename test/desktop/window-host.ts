/**
 * The test's half of the stand-in: holds each window of the app as a page of a real Chromium. `app://skills/` can't be
 * loaded there, so a page lives at a reserved https address whose requests are answered by the app's protocol handler;
 * addresses are mapped back wherever the app sees them.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import type { StandInBuild } from './build-stand-in.ts';
import type { Channel } from './stand-in/channel.ts';
import type { PageReport } from './stand-in/open-window.ts';
import type { WireRequest, WireResponse } from './stand-in/session.ts';

const ISOLATED_WORLD = 'electron-stand-in';

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
  isolatedWorld: number | undefined;
  /** While the app itself loads an address, it is not asked whether it may be left. */
  loading: boolean;
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

export function hostWindows(browser: Browser, channel: Channel, build: StandInBuild): WindowHost {
  const windows = new Map<number, HeldWindow>();
  const waiting: Array<(page: Page) => void> = [];
  const problems: string[] = [];
  const foreignRequests: string[] = [];
  let context: BrowserContext | undefined;

  const report = (window: number, told: PageReport) =>
    channel.call('page', { window, report: told }).catch((error: unknown) => {
      problems.push(String(error));
      return undefined;
    });

  async function create(asked: NewWindow): Promise<void> {
    context ??= await browser.newContext({
      viewport: { width: asked.width, height: asked.height },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.setViewportSize({ width: asked.width, height: asked.height });
    const cdp = await context.newCDPSession(page);
    const held: HeldWindow = { page, cdp, isolatedWorld: undefined, loading: false };
    windows.set(asked.window, held);
    cdp.on('Runtime.executionContextCreated', ({ context: world }) => {
      if (world.name === ISOLATED_WORLD) held.isolatedWorld = world.id;
    });
    cdp.on('Runtime.bindingCalled', (called) => {
      if (called.name === '__standInSend') void fromPreload(asked.window, held, called.payload);
    });
    cdp.on('Fetch.requestPaused', (paused) => void answer(asked.window, held, paused).catch(() => undefined));
    cdp.on(
      'Page.windowOpen',
      ({ url }) => void report(asked.window, { what: 'window-open', url: toApp(url) }),
    );
    page.on('popup', (popup) => void popup.close());
    page.on('load', () => void report(asked.window, { what: 'loaded', url: toApp(page.url()) }));
    page.on('pageerror', (error) => problems.push(`the page threw: ${error.message}`));
    await prepare(cdp, asked, build);
  }

  async function answer(
    window: number,
    held: HeldWindow,
    paused: {
      requestId: string;
      resourceType: string;
      request: {
        url: string;
        method: string;
        headers: object;
        postDataEntries?: ReadonlyArray<{ bytes?: string }>;
      };
    },
  ): Promise<void> {
    const { requestId, resourceType, request } = paused;
    const url = toApp(request.url);
    const abort = () => held.cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    if (resourceType === 'Document' && !held.loading) {
      const verdict = await report(window, { what: 'will-navigate', url });
      if ((verdict as { prevented?: boolean } | undefined)?.prevented) return void (await abort());
    }
    if (url === request.url) {
      foreignRequests.push(url);
      return void (await abort());
    }
    // Chromium asks for a favicon by itself, Electron doesn't.
    if (/^[a-z]+:\/\/[^/]+\/favicon\.ico$/.test(url))
      return void (await held.cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 404 }));
    const wire: WireRequest = {
      ...{ url, method: request.method, headers: { ...request.headers } },
      ...(request.postDataEntries !== undefined && {
        body: request.postDataEntries.map(({ bytes = '' }) => bytes),
      }),
    };
    const response = (await channel.call('protocol', wire)) as WireResponse;
    await held.cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: response.headers.map(([name, value]) => ({ name, value })),
      body: response.body,
    });
  }

  async function fromPreload(window: number, held: HeldWindow, payload: string): Promise<void> {
    const message = JSON.parse(payload) as {
      op: string;
      id: number;
      channel: string;
      args: string;
      message: string;
    };
    if (message.op === 'preload-error') {
      await report(window, { what: 'preload-error', message: message.message });
      return;
    }
    const origin = new URL(held.page.url()).origin;
    const reply = await channel
      .call('invoke', {
        window,
        channel: message.channel,
        args: message.args,
        origin: toApp(`${origin}/`).replace(/\/$/, ''),
      })
      .then(
        (value) => ({ op: 'reply', id: message.id, value }),
        (error: Error) => ({ op: 'reply', id: message.id, error: error.message.split('\n')[0] }),
      );
    await toPreload(held, reply);
  }

  async function toPreload(held: HeldWindow | undefined, message: object): Promise<void> {
    if (held?.isolatedWorld === undefined) return;
    await held.cdp
      .send('Runtime.evaluate', {
        contextId: held.isolatedWorld,
        expression: `__standInReceive(${JSON.stringify(message)})`,
      })
      .catch(() => undefined);
  }

  channel.handle('window:create', create);
  channel.handle('window:load', async ({ window, url }: { window: number; url: string }) => {
    const held = windows.get(window);
    if (held === undefined) throw new Error('ERR_ABORTED: the window was closed');
    held.loading = true;
    await held.page.goto(fromApp(url)).finally(() => {
      held.loading = false;
    });
    for (const resolve of waiting.splice(0)) resolve(held.page);
  });
  channel.handle('window:send', ({ window, ...message }: { window: number; channel: string; args: string }) =>
    toPreload(windows.get(window), { op: 'event', ...message }),
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
    page: () => {
      const [open] = [...windows.values()].filter(({ page }) => page.url() !== 'about:blank');
      return open === undefined
        ? new Promise((resolve) => waiting.push(resolve))
        : Promise.resolve(open.page);
    },
    close: async () => {
      await context?.close();
    },
  };
}

async function prepare(cdp: CDPSession, asked: NewWindow, build: StandInBuild): Promise<void> {
  await cdp.send('Runtime.enable');
  await cdp.send('Page.enable');
  await cdp.send('Runtime.addBinding', {
    name: '__standInSend',
    executionContextName: ISOLATED_WORLD,
  });
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: build.mainWorld });
  if (asked.preload !== undefined) {
    const config = JSON.stringify({ platform: asked.platform, electronVersion: asked.electronVersion });
    const source = `${build.isolatedWorld}
      StandIn.runIsolatedWorld(${config}, function (require, process, exports, module) {${asked.preload}\n});`;
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: ISOLATED_WORLD });
  }
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}

/** `app://skills/x` as the page's real address, which no network will ever answer. */
function fromApp(url: string): string {
  return url.replace(/^app:\/\/([^/?#]+)/, 'https://$1.app-scheme.invalid');
}

function toApp(url: string): string {
  return url.replace(/^https:\/\/([^/]+)\.app-scheme\.invalid/, 'app://$1');
}
