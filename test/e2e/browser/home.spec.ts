/** Home and Connect at every size and in every state of the service. */
import type { Page } from 'playwright';
import type { ServiceState } from '../../../src-main/contract/desktop-bridge.ts';
import { bringIntoView, expect, painted, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { callAs } from './mcp-calls.ts';
import { bridgeState, CLIENTS, installBridge, starting, tell, wanted } from './simulated-bridge.ts';

/** The last is what is left of 1280 by 800 at a zoom of 200 %. */
const SIZES = [
  [1280, 800],
  [820, 700],
  [420, 720],
  [320, 640],
  [640, 400],
] as const;

const LONG =
  '/home/someone/with-a-long-name/and/a-folder-far-below/that-nobody-can-read-at-once/skills-registry';

function statesOf(url: string): ReadonlyArray<readonly [name: string, server: ServiceState, title: string]> {
  const elsewhere = { ...wanted(url), folder: LONG };
  const todo = { state: 'todo', detail: '' } as const;
  return [
    ['serving', { ...bridgeState(url).server, folder: LONG }, 'Connect your IDE'],
    ['stopped', { ...elsewhere, phase: 'stopped', by: 'user' }, 'Stopped'],
    ['starting', { ...starting(url, [{ name: 'process', ...todo }]), folder: LONG }, 'Starting'],
    [
      'backing off',
      {
        ...elsewhere,
        phase: 'restarting',
        attempt: 2,
        why: 'The service ended unexpectedly with signal SIGSEGV, which it should not.',
        nextRetryAt: Date.now() + 60_000,
      },
      'Restarting',
    ],
    [
      'failed',
      {
        ...elsewhere,
        phase: 'failed',
        steps: [
          { name: 'process', state: 'done', detail: 'process 41822' },
          { name: 'folder', state: 'done', detail: '83 skills in 38 ms' },
          { name: 'port', state: 'cut', detail: 'by node, process 48213' },
          { name: 'probe', ...todo },
        ],
        failure: {
          reason: 'port-taken',
          message: 'Port 8701 is taken by node, process 48213.',
          nextFreePort: 8702,
        },
      },
      'Not serving',
    ],
  ];
}

/** What reaches out of its place, or lies over what stands beside it. */
function collisions(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const name = (element: Element) => `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`;
    const shown = (elements: Iterable<Element>) =>
      [...elements].filter((element) => element.getClientRects().length > 0);
    for (const place of shown(document.querySelectorAll('body, main, footer')))
      if (place.scrollWidth > place.clientWidth + 1 && place.tagName !== 'FOOTER')
        found.push(`${name(place)} scrolls sideways`);
    const beside = [
      [...document.querySelectorAll('footer > *')],
      ...[...document.querySelectorAll('main header, main li > div')].map((row) => [...row.children]),
    ];
    for (const group of beside) {
      const boxes = shown(group)
        .filter(({ textContent }) => textContent !== '')
        .map((element) => ({ element, box: element.getBoundingClientRect() }));
      for (const [index, { element, box }] of boxes.entries()) {
        const isCut = getComputedStyle(element).overflowX !== 'visible';
        if (!isCut && element.closest('footer') !== null && element.scrollWidth > element.clientWidth + 1)
          found.push(`${name(element)} spills over its side`);
        if (box.right > innerWidth + 1) found.push(`${name(element)} leaves the window`);
        for (const other of boxes.slice(index + 1))
          if (
            box.left < other.box.right - 1 &&
            other.box.left < box.right - 1 &&
            box.top < other.box.bottom - 1 &&
            other.box.top < box.bottom - 1
          )
            found.push(`${name(element)} lies over ${name(other.element)}`);
      }
    }
    return found;
  });
}

test('nothing of Home, Connect or the status line collides, at any size', {
  tag: ['@own', '@ci'],
}, async ({ open, page, service }) => {
  await installBridge(page, bridgeState(service.url, { clients: CLIENTS }));
  await callAs(service.url, 'claude-code', { path: 'cpp/gabime/spdlog', section: 'safety' });
  await callAs(service.url, 'zed');
  for (const hash of ['#/connect?client=cursor', '#/'] as const) {
    await open(hash);
    await tell(page, 'server', bridgeState(service.url).server);
    await expect(page.getByText('1 of 4 works')).toBeVisible();
    for (const [state, server, title] of statesOf(service.url)) {
      const word = state === 'serving' ? 'Serving' : title;
      await tell(page, 'server', server);
      await expect(page.locator('footer strong')).toHaveText(word);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await painted(page);
        expect(await collisions(page), `${hash}, ${state}, ${width} by ${height}`).toEqual([]);
      }
    }
  }
});

for (const place of ['footer', 'main header', 'main li > div'])
  test(`what collides in ${place} would be found`, { tag: '@ci' }, async ({ open, page, service }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await installBridge(page, bridgeState(service.url, { clients: CLIENTS }));
    await open('#/');
    await expect(page.locator('main li')).not.toHaveCount(0);
    await expect(page.getByRole('contentinfo').getByText('Serving')).toBeVisible();
    await painted(page);
    expect(await collisions(page)).toEqual([]);
    await page
      .locator(place)
      .filter({ has: page.locator(':scope > :nth-child(2)') })
      .first()
      .evaluate((row) => {
        const [one, other] = [...row.children].filter(({ textContent }) => textContent !== '');
        if (!(one instanceof HTMLElement) || other === undefined)
          throw new Error('Nothing stands beside it.');
        const [from, to] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        one.style.translate = `${to.left - from.left}px ${to.top - from.top}px`;
      });
    expect(await collisions(page)).not.toEqual([]);
  });

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 320],
] as const)
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test(`no state of Home has an accessibility violation at ${width} px`, {
      tag: width === 320 ? '@own' : ['@own', '@ci'],
    }, async ({ open, page, service }) => {
      await page.setViewportSize({ width, height: 720 });
      await installBridge(page, bridgeState(service.url, { clients: CLIENTS }));
      await callAs(service.url, 'claude-code', { path: 'cpp/gabime/spdlog', section: 'safety' });
      await open('#/');
      await expect(page.getByText('1 of 4 works')).toBeVisible();
      for (const [state, server, title] of statesOf(service.url)) {
        await tell(page, 'server', server);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await expectNoViolation(page, `Home, ${state}`);
      }
    });
  });

test('with 200 % zoom Home still says what runs, what is served and how to connect', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await open('#/');
  for (const place of [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('link', { name: 'How to connect one' }),
    page.getByRole('button', { name: 'Copy the prompt' }),
    page.getByRole('main').getByRole('link', { name: '10 skills' }),
  ]) {
    await bringIntoView(place);
  }
});

test('with colours forced, what is next and what is dead still show', async ({ open, page, service }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const [cursor] = CLIENTS;
  await installBridge(page, bridgeState(service.url, { clients: cursor === undefined ? [] : [cursor] }));
  await open('#/');
  const next = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Cursor' }) });
  const edge = () =>
    next.evaluate((element) => {
      const { width, backgroundColor } = getComputedStyle(element, '::before');
      const nothing = ['rgba(0, 0, 0, 0)', getComputedStyle(document.body).backgroundColor];
      return { width, isSeen: !nothing.includes(backgroundColor) };
    });
  await expect.poll(edge).toEqual({ width: '3px', isSeen: true });
  await tell(page, 'server', { ...wanted(service.url), phase: 'stopped', by: 'user' });
  await expect(page.getByText(service.url, { exact: true })).toHaveCSS(
    'text-decoration-line',
    'line-through',
  );
});
