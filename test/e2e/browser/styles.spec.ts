/** What every view's look must keep, whichever were seen before, on every size and for everyone's settings. */
import type { Locator, Page } from 'playwright';
import { test as base, expect, painted } from './browser-test.ts';
import { goTo as goToView } from './go-to.ts';
import { ATTACK } from './service.ts';
import { bridgeState, CLIENTS, installBridge, starting } from './simulated-bridge.ts';

const VIEWS: Readonly<Record<string, string>> = {
  home: '#/',
  browse: '#/browse',
  names: '#/search?q=tokio',
  texts: '#/search?q=request+hangs+forever+without+a+timeout',
  skill: '#/skill/rust/tokio-rs/tokio',
  problems: '#/problems',
  connect: '#/connect',
  import: '#/import',
  activity: '#/activity',
  settings: '#/settings',
  registry: '#/registry',
};

const test = base.extend<{ inApp: Page }>({
  inApp: async ({ page, service }, use) => {
    const state = bridgeState(service.url, {
      clients: CLIENTS,
      activity: { events: EVENTS, recording: true, available: true },
    });
    await installBridge(page, state);
    // Texts that say how long ago something was may change between two looks, and are not what is compared.
    await page.clock.setFixedTime(new Date('2026-03-01T12:00:00Z'));
    await page.goto(`${service.url}/#/`);
    await use(page);
  },
});

const EVENTS = [0, 1, 2].map((minute) => ({
  sequence: minute + 1,
  at: `2026-03-01T11:5${minute}:00.000Z`,
  client: 'cursor',
  protocol: 'http' as const,
  route: 'GET /v1/skills',
  target: 'rust/tokio-rs/tokio',
  status: minute === 1 ? 404 : 200,
  durationMs: 0.7,
}));

/** Goes there as a link would, without loading the page anew, and waits until all is drawn. */
async function goTo(page: Page, hash: string): Promise<void> {
  await goToView(page, hash);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await expect(page.locator('main').first()).not.toBeEmpty();
  await expect.poll(() => settled(page), { intervals: [50] }).toBe(true);
}

/** Whether the view has been drawn and does not grow from one look to the next. */
function settled(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const count = () => document.querySelectorAll('main *').length;
    const before = count();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return before > 3 && before === count();
  });
}

/** Each element of the view with the computed styles that a stray rule would change; no texts, no sizes made by texts. */
function fingerprint(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const looks = [
      'display position color background-color background-image opacity font-family font-size font-weight line-height',
      'letter-spacing text-align text-decoration-line white-space direction overflow-x overflow-y border-top-width',
      'border-bottom-width border-left-width border-top-color border-radius padding-top padding-left padding-right',
      'margin-top margin-bottom min-height max-width gap align-items justify-content box-shadow cursor order',
    ].flatMap((line) => line.split(' '));
    return [...document.querySelectorAll('main *')].map((element) => {
      const style = getComputedStyle(element);
      return `${element.tagName} ${looks.map((look) => style.getPropertyValue(look)).join('|')}`;
    });
  });
}

/** Where two looks first part, in short; nothing where they are the same. */
function difference(one: readonly string[], other: readonly string[]): string {
  const at = one.findIndex((look, index) => look !== other[index]);
  if (at < 0 && one.length === other.length) return '';
  return `of ${one.length} and ${other.length} elements, number ${at}: ${one[at]}, then ${other[at]}`;
}

test('each view looks the same first of all and after every other', { tag: '@ci' }, async ({
  inApp: page,
  service,
}) => {
  const first = new Map<string, readonly string[]>();
  for (const [name, hash] of Object.entries(VIEWS)) {
    // A new page has no styles but those of its own view.
    await page.goto('about:blank');
    await page.goto(`${service.url}/${hash}`);
    await page.waitForLoadState('networkidle');
    await goTo(page, hash);
    first.set(name, await fingerprint(page));
  }
  // Twice around: in the second, every view comes after all the others.
  for (const hash of Object.values(VIEWS)) await goTo(page, hash);
  for (const [name, hash] of Object.entries(VIEWS)) {
    await goTo(page, hash);
    await expect
      .poll(async () => difference(first.get(name) ?? [], await fingerprint(page)), { message: name })
      .toBe('');
  }
});

/** How far the app is out of its place, and how far anything but the view itself was scrolled. */
function displaced(page: Page): Promise<number> {
  return page.evaluate(() => {
    const frame = document.querySelector('#root > *');
    const elements = [document.scrollingElement, document.body, frame].filter((element) => element !== null);
    return Math.max(
      Math.abs(frame?.getBoundingClientRect().top ?? 0),
      ...elements.map((element) => Math.abs(element.scrollTop)),
    );
  });
}

test.describe('however one scrolls', () => {
  // Its texts are long and its problems many, so that each view is longer than the window.
  test.use({ source: ATTACK });

  for (const [width, height] of [
    [1280, 800],
    [420, 640],
    [320, 256],
  ] as const)
    test(`the app stays in its place at ${width} by ${height}`, { tag: width === 420 ? [] : '@ci' }, async ({
      inApp: page,
    }) => {
      await page.setViewportSize({ width, height });
      for (const [name, hash] of Object.entries({ ...VIEWS, skill: '#/skill/js/mallory/attack' })) {
        await goTo(page, hash);
        await page.getByRole('navigation', { name: 'Views' }).hover();
        await page.mouse.wheel(0, 4000);
        await page.getByRole('link', { name: 'Home', exact: true }).focus();
        await page.keyboard.press('PageDown');
        await page.keyboard.press('End');
        // What a browser does for a focus far below, or for a search in the page, whether or not one can scroll by hand.
        await page.evaluate(() => {
          for (const element of [
            document.scrollingElement,
            document.body,
            document.querySelector('#root > *'),
          ])
            element?.scrollTo(0, 100_000);
        });
        await painted(page);
        expect(await displaced(page), name).toBe(0);
      }
    });
});

test('nothing moves where the system asks for less motion', async ({ inApp: page }) => {
  await page.evaluate(() => {
    for (const begin of ['animationstart', 'transitionrun'])
      document.addEventListener(begin, ({ target }) => {
        if (target instanceof Element)
          document.body.dataset['moved'] = `${begin} of ${target.outerHTML.slice(0, 90)}`;
      });
  });
  for (const [name, hash] of Object.entries({ ...VIEWS, 'a place in a skill': SKILL_AT })) {
    await goTo(page, hash);
    const able = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => {
          const { animationName, transitionDuration } = getComputedStyle(element);
          return animationName !== 'none' || /[1-9]/.test(transitionDuration);
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 90)),
    );
    expect(able, name).toEqual([]);
  }
  await expect(page.locator('[data-arrived]')).toHaveCount(0);
  expect(await page.evaluate(() => document.body.dataset['moved'])).toBeUndefined();
});

const SKILL_AT = '#/skill/rust/tokio-rs/tokio?file=pitfalls.md&line=20';

test('where motion is welcome, what waits turns', async ({ page, service }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await installBridge(page, bridgeState('http://127.0.0.1:9', { server: starting(service.url) }));
  await page.route('**/v1/**', (route) => route.abort());
  await page.goto(`${service.url}/#/`);
  const turning = () => page.evaluate(() => document.getAnimations().length);
  await expect.poll(turning).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(turning).toBe(0);
});

/** Whether this part of an element is there, with a size, in a colour that isn't the ground's. */
function isDrawn(element: Locator, part: '::before' | '::after'): Promise<boolean> {
  return element.evaluate((holder, name) => {
    const { content, width, height, backgroundColor } = getComputedStyle(holder, name);
    const isThere = content !== 'none' && Number.parseFloat(width) > 0 && Number.parseFloat(height) > 0;
    const nothing = ['rgba(0, 0, 0, 0)', getComputedStyle(document.body).backgroundColor];
    return isThere && !nothing.includes(backgroundColor);
  }, part);
}

test('with more contrast, hairlines are edges and labels are full ink', async ({ inApp: page }) => {
  const colours = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const of = (name: string) => style.getPropertyValue(name).trim();
      return { line: of('--line'), edge: of('--edge'), label: of('--ink-3'), ink: of('--ink') };
    });
  const usual = await colours();
  expect(usual.line).not.toBe(usual.edge);
  await page.emulateMedia({ contrast: 'more' });
  const { line, label } = await colours();
  expect({ line, label }).toEqual({ line: usual.edge, label: usual.ink });
});

test.describe('with the colours that the system forces', () => {
  test('bars stay visible', async ({ inApp: page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await goTo(page, VIEWS['browse'] ?? '');
    // The sample's trust is declared: a tick on an empty bar.
    const bar = page.locator('[role="img"][aria-label^="Trust "] i').first();
    await expect.poll(() => isDrawn(bar, '::after')).toBe(true);
    await goTo(page, VIEWS['texts'] ?? '');
    await expect.poll(() => isDrawn(page.locator('main [aria-current]').first(), '::before')).toBe(true);
  });

  test('what is chosen stands out from what is not', async ({ inApp: page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await goTo(page, VIEWS['settings'] ?? '');
    const look = (checked: boolean) =>
      page
        .getByRole('radio', { checked })
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await look(true)).not.toBe(await look(false));
    await goTo(page, VIEWS['browse'] ?? '');
    await page.keyboard.press('j');
    const rows = page.locator('[data-rows] a[data-index]');
    const outline = (row: number) =>
      rows.nth(row).evaluate((element) => getComputedStyle(element).outlineStyle);
    await page.getByRole('heading', { name: 'All skills' }).click();
    await expect.poll(() => outline(0)).toBe('solid');
    expect(await outline(1)).toBe('none');
  });

  test('the view that one is in is marked in the bar', async ({ inApp: page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const mark = (name: string) => isDrawn(page.getByRole('link', { name, exact: true }), '::after');
    await expect.poll(() => mark('Home')).toBe(true);
    expect(await mark('Browse')).toBe(false);
  });
});

test('at 420 px, what one presses is at least 24 px high and wide', async ({ inApp: page }) => {
  await page.setViewportSize({ width: 420, height: 800 });
  for (const [name, hash] of Object.entries(VIEWS)) {
    await goTo(page, hash);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, [role="button"], select, summary')]
        .filter((element) => element.checkVisibility() && !element.matches('.link'))
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(
          ({ element, box }) =>
            `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 90)}`,
        ),
    );
    expect(small, name).toEqual([]);
  }
});
