/** Programs that ask: how far each got, what it would take, what they asked; in the app and in a browser. */
import type { Page } from 'playwright';
import { button, clipboardOf, expect, LONG_COMMAND, test, title, withLongCommand } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { callAs } from './mcp-calls.ts';
import { CLIENTS, callsOf } from './simulated-bridge.ts';

const row = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Agents' })
    .getByRole('listitem')
    .filter({ hasText: `${name}:` });
const now = (page: Page) => page.getByRole('status', { name: 'Now' });
const listed = (page: Page, heading: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: heading }) }).getByRole('listitem');
const black = (page: Page) => page.locator('main [data-kind="primary"]');
const without = (...ids: string[]) => CLIENTS.filter(({ id }) => !ids.includes(id));

test('each program has a sentence, what needs a change first', async ({ openInApp }) => {
  const page = await openInApp('#/agents');
  await expect(title(page)).toHaveText('Claude Code is connected, and has read nothing yet.');
  await expect(page.getByRole('list', { name: 'Agents' }).locator('> li')).toContainText([
    /Zed: set up for another port, 9999; the service is on \d+/,
    'Claude Code: connected, has not asked yet',
    /Gemini CLI: .*settings\.json can't be understood/,
    'Cursor: not connected',
  ]);
});

test('a change shows in its row before it is written, and only what was shown is', async ({ openInApp }) => {
  const page = await openInApp('#/agents');
  await button(page, 'Connect Cursor').click();
  const change = page.getByRole('group', { name: 'Connecting Cursor' });
  await expect(change).toContainText('~/settings.json, 1 line changes, a backup is kept:');
  await expect(change.getByRole('region', { name: 'The change for Cursor' })).toContainText(
    '"mcpServers": {}',
  );
  await expect(black(page)).toHaveText('Write this change');
  await expectNoViolation(page, 'a change');
  await button(page, 'Write this change').click();
  await expect(change).toHaveCount(0);
  expect((await callsOf(page, 'connectClient')).map(([, payload]) => payload)).toEqual([
    { client: 'cursor', token: '0'.repeat(32) },
  ]);
});

test('an address leads to the change of one program, which may be closed unwritten', async ({
  openInApp,
}) => {
  const page = await openInApp('#/agents?client=zed');
  await expect(page.getByRole('group', { name: 'Connecting Zed' })).toBeVisible();
  await button(page, 'Not now').click();
  await expect(page.getByRole('group', { name: 'Connecting Zed' })).toHaveCount(0);
  expect(await callsOf(page, 'connectClient')).toEqual([]);
});

test('a connected program is disconnected, which is shown first, too', async ({ openInApp }) => {
  const page = await openInApp('#/agents');
  await button(page, 'Disconnect Claude Code…').click();
  await expect(page.getByRole('group', { name: 'Disconnecting Claude Code' })).toBeVisible();
  await button(page, 'Write this change').click();
  expect((await callsOf(page, 'connectClient')).map(([, payload]) => payload)).toEqual([
    { client: 'claude-code', remove: true, token: '0'.repeat(32) },
  ]);
});

test('a connected program is told unasked once its switch was shown and written', async ({ openInApp }) => {
  const hook = {
    state: 'absent',
    settingsFile: '/home/someone/settings.json',
    url: 'http://127.0.0.1:8701/v1/hook',
    snippet: '{}',
  } as const;
  const clients = CLIENTS.map((client) => (client.id === 'claude-code' ? { ...client, hook } : client));
  const page = await openInApp('#/agents', { clients });
  const toggle = page.getByRole('switch', { name: 'Told unasked: off, Claude Code' });
  await expect(toggle).toHaveAttribute('aria-checked', 'false');
  await expect(page.getByRole('switch')).toHaveCount(1);
  await toggle.click();
  const change = page.getByRole('group', { name: 'Telling Claude Code unasked' });
  await expect(change).toContainText('once per library and session, in at most 120 tokens');
  await expectNoViolation(page, 'a hook');
  await button(page, 'Write this change').click();
  expect((await callsOf(page, 'connectClient')).map(([, payload]) => payload)).toEqual([
    { client: 'claude-code', hook: true, token: '0'.repeat(32) },
  ]);
});

test('what a model was told unasked stands beside the last reads', { tag: '@own' }, async ({
  open,
  service,
}) => {
  const page = await open('#/agents');
  await holdClock(page);
  const content =
    'import sqlalchemy\nengine = sqlalchemy.create_engine(x)\nwith engine.connect() as c:\n    c.execute(q)\n';
  await fetch(`${service.url}/v1/hook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      session_id: 'one',
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: '/w/a.py', content },
    }),
  });
  await expect(now(page)).toHaveText(/^Claude Code was told of sqlalchemy: .+ And 2 more\.now$/);
  await expect(page.locator('section', { hasText: 'Told unasked' })).toContainText('Told unaskedtoday');
  const told = listed(page, 'Told unasked');
  await expect(told).toContainText(/^sqlalchemy .*engine\.connect\(\) without a commit.*Claude Code/);
});

test('settings that can’t be read are left alone, and the lines are offered by hand', async ({
  openInApp,
}) => {
  const page = await openInApp('#/agents', {
    refusals: { previewClient: 'The settings can’t be understood.' },
  });
  await button(page, 'By hand: Gemini CLI').click();
  await expect(page.getByRole('alert')).toContainText('The settings can’t be understood.');
  await button(page, 'Close').click();
  expect(await callsOf(page, 'connectClient')).toEqual([]);
});

test('the prompt stands in the row until the program’s first read', { tag: '@own' }, async ({
  openInApp,
  service,
}) => {
  const page = await openInApp('#/agents', { clients: without('zed', 'gemini-cli') });
  const prompt = page.getByText(/Look it up with the tools of skills-registry/);
  await expect(row(page, 'Claude Code').getByRole('button', { name: 'Copy the prompt' })).toBeVisible();
  await button(page, 'Copy the prompt').click();
  const [[, copied] = []] = await callsOf(page, 'copyText');
  expect((copied as { text: string }).text).toMatch(/Look it up with the tools of skills-registry/);
  await callAs(service.url, 'claude-code', 'get_section', {
    path: 'rust/tokio-rs/tokio',
    section: 'pitfalls.md',
  });
  await expect(row(page, 'Claude Code')).toContainText(/works\s*read tokio just now/);
  await expect(prompt).toHaveCount(0);
  await expect(title(page)).toHaveText('1 of 2 agents works. It read once in seven days.');
});

test('the last reads have an age and the gaps a count, in the app and in a browser alike', {
  tag: '@own',
}, async ({ open, openInApp, service }) => {
  await callAs(service.url, 'claude-code', 'get_skill', { path: 'tokio', query: 'blocking call in a task' });
  await callAs(service.url, 'claude-code', 'find_skills', { query: 'istio sidecar injection fails' });
  await callAs(service.url, 'claude-code', 'find_skills', { query: 'Istio  sidecar injection fails' });
  for (const page of [await open('#/agents'), await openInApp('#/agents')]) {
    await expect(listed(page, 'Last reads')).toHaveText(['tokio safetyClaude Codejust now']);
    await expect(listed(page, 'Most read')).toHaveText(['tokioonce']);
    await expect(listed(page, 'Asked in vain')).toHaveText([
      /istio\s+sidecar injection failsClaude Code(once|2 times)$/i,
    ]);
  }
});

test('a new read comes on top while one looks', { tag: '@own' }, async ({ open, service }) => {
  const page = await open('#/agents');
  const reads = listed(page, 'Last reads');
  await callAs(service.url, 'claude-code', 'get_section', { path: 'tokio', section: 'pitfalls.md' });
  await expect(reads.first()).toHaveText('tokio pitfallsClaude Codejust now');
  await callAs(service.url, 'cursor-vscode', 'get_section', { path: 'tokio', section: 'safety.md' });
  await expect(reads.first()).toHaveText('tokio safetyCursorjust now');
});

test('a program that nobody here knows has a row, too', { tag: '@own' }, async ({ open, service }) => {
  const page = await open('#/agents');
  await callAs(service.url, 'my-own-agent', 'get_skill', { path: 'tokio' });
  await expect(row(page, 'my-own-agent')).toContainText(/works\s*read tokio just now/);
  await expect(title(page)).toHaveText('1 agent works. It read once in seven days.');
});

test('a page in a browser has the prompt for a program that started', { tag: '@own' }, async ({
  open,
  service,
}) => {
  const page = await open('#/agents');
  await callAs(service.url, 'claude-code');
  await expect(row(page, 'Claude Code').getByRole('button', { name: 'Copy the prompt' })).toBeVisible();
  await callAs(service.url, 'claude-code', 'get_skill', { path: 'tokio' });
  await expect(row(page, 'Claude Code')).toContainText(/works\s*read tokio just now/);
  await expect(page.getByText(/Look it up with the tools of skills-registry/)).toHaveCount(0);
});

test('programs that are not here stand under More, with what any other needs', async ({
  openInApp,
  service,
}) => {
  const page = await openInApp('#/agents');
  await expect(button(page, 'Connect Claude Desktop')).toBeHidden();
  await page.getByText('More: 1 other program, and by hand').click();
  await expect(button(page, 'Connect Claude Desktop')).toBeVisible();
  await expect(page.getByText(`${service.url}/mcp`, { exact: true })).toBeVisible();
  await expectNoViolation(page, 'more programs');
});

test('a page in a browser has the line to paste for a program, and sees its first call', {
  tag: '@own',
}, async ({ open, service }) => {
  const page = await open('#/agents');
  await expect(title(page)).toHaveText('No agent has asked yet.');
  const read = await clipboardOf(page);
  await row(page, 'Cursor').getByRole('button', { name: 'Copy the command' }).click();
  expect(await read()).toBe(`skills-registry connect cursor --write --url ${service.url}`);
  await callAs(service.url, 'cursor-vscode', 'get_section', {
    path: 'rust/tokio-rs/tokio',
    section: 'pitfalls.md',
  });
  await expect(row(page, 'Cursor')).toContainText(/works\s*read tokio just now/);
  await expect(row(page, 'Claude Code')).toContainText('no call yet');
  await expect(title(page)).toHaveText('1 agent works. It read once in seven days.');
});

test('names stay on one line beside a line with a long path, which is copied whole', async ({
  page,
  service,
}) => {
  await withLongCommand(page, service.url);
  const read = await clipboardOf(page);
  for (const width of [420, 640, 900, 1_024, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${service.url}/#/agents`);
    const name = row(page, 'Cursor').locator('b');
    await expect(name).toBeVisible();
    expect((await name.boundingBox())?.height).toBeLessThan(30);
    const isWider = await page.locator('main').evaluate((main) => main.scrollWidth > main.clientWidth);
    expect(isWider).toBe(false);
  }
  await row(page, 'Cursor').getByRole('button', { name: 'Copy the command' }).click();
  expect(await read()).toBe(`${LONG_COMMAND} connect cursor --write --url ${service.url}`);
});

/** Stops the page's clock: what comes within ten seconds stays now, however slow the machine is. */
async function holdClock(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.now());
}

/** Programs that read some times, as on a usual day. */
async function readAs(url: string, client: string, ...paths: string[]): Promise<void> {
  for (const path of paths) await callAs(url, client, 'get_section', { path, section: 'pitfalls.md' });
}

test('a read shows at once which entry it is, and leaves after ten seconds without moving anything', {
  tag: '@own',
}, async ({ page, open, service }) => {
  await readAs(service.url, 'claude-code', 'tokio');
  await page.clock.install();
  await open('#/agents');
  await expect(now(page)).toContainText('Claude Code is reading tokio');
  await page.clock.fastForward(11_000);
  await expect(now(page)).toHaveText('No agent is reading at this moment.');
  const places = () =>
    page
      .locator('main :is(h1, h2, li)')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = await places();
  await page.clock.setSystemTime(Date.now());
  await callAs(service.url, 'claude-code', 'get_section', {
    path: 'pgx',
    section: 'Calling QueryRow and dropping the Row',
  });
  await expect(now(page)).toHaveText(
    'Claude Code is reading pgx, pitfalls: “Calling QueryRow and dropping the Row”now',
  );
  expect((await places()).slice(0, 3)).toEqual(before.slice(0, 3));
  await expectNoViolation(page, 'a read');
  await page.clock.fastForward(11_000);
  await expect(now(page)).toHaveText('No agent is reading at this moment.');
});

test('every other view has the read in its bar, below 900 px by the agent’s name, and leads to the read', {
  tag: '@own',
}, async ({ page, open, service }) => {
  await open('#/source');
  const bar = page.getByRole('banner');
  const chip = bar.getByRole('link', { name: 'Claude Code is reading tokio, pitfalls' });
  await expect(chip).toHaveCount(0);
  await holdClock(page);
  await readAs(service.url, 'claude-code', 'tokio');
  for (const width of [420, 900, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(chip).toBeVisible();
    const { width: shown = 0 } = (await chip.boundingBox()) ?? {};
    // Below 900 px the name alone is seen beside the dot: two dots side by side say nothing.
    if (width < 900) expect(shown).toBeLessThan(120);
    expect(shown).toBeGreaterThan(width < 900 ? 80 : 150);
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWider).toBe(false);
    await expectNoViolation(page, `a read in the bar at ${width} px`);
  }
  await chip.click();
  await expect(now(page)).toContainText('Claude Code is reading tokio');
  await expect(bar.getByText('is reading')).toHaveCount(0);
});

test('the dot of a read beats, rests where motion is reduced, and differs from that of the state below 900 px', {
  tag: '@own',
}, async ({ page, open, service }) => {
  await page.setViewportSize({ width: 420, height: 800 });
  await open('#/source');
  await holdClock(page);
  await readAs(service.url, 'claude-code', 'tokio');
  const bar = page.getByRole('banner');
  const live = bar.getByTitle('Claude Code is reading tokio, pitfalls');
  const animation = () =>
    live
      .locator('span')
      .first()
      .evaluate((element) => getComputedStyle(element).animationName);
  expect(await animation()).toBe('none');
  const washOf = (link: typeof live) => link.evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(await washOf(live)).not.toBe(await washOf(bar.getByRole('link', { name: / skills / })));
  // `?` lists the keys everywhere.
  await expect(bar.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await animation()).toMatch(/beat/);
});

test('each program has a bar per day, with the sum in words and the days for screen readers', {
  tag: '@own',
}, async ({ page, open, service }) => {
  await readAs(service.url, 'claude-code', 'tokio', 'pgx', 'tokio');
  await readAs(service.url, 'my-own-agent', 'pgx');
  await fetch(`${service.url}/v1/skills/go/jackc/pgx`, { headers: { 'user-agent': 'ci-script/2.0' } });
  await open('#/agents');
  await expect(title(page)).toHaveText('2 agents work. All agents read 5 times in seven days.');
  const bars = row(page, 'Claude Code').locator('svg rect');
  await expect(bars).toHaveCount(7);
  const heights = await bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('height'))));
  expect(heights).toEqual([1, 1, 1, 1, 1, 1, 26]);
  await expect(row(page, 'Claude Code')).toContainText(/3 reads in seven days\. .*: 0, .*: 3\./);
  await expect(row(page, 'my-own-agent').getByText('1 read', { exact: true })).toBeVisible();
  await expect(row(page, 'ci-script/2.0')).toContainText(/reads over HTTP\s*read pgx just now; a script/);
  for (const width of [420, 900, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    const isWider = await page.locator('main').evaluate((main) => main.scrollWidth > main.clientWidth);
    expect(isWider).toBe(false);
  }
  await expectNoViolation(page, 'the bars');
});
