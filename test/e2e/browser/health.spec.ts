import { rmSync } from 'node:fs';
import type { Page } from 'playwright';
import { clipboardOf, expect, test } from './browser-test.ts';
import { callAs } from './mcp-calls.ts';
import { startService } from './service.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('Home says that the service serves, where, and what', async ({ open, service, registry }) => {
  const page = await open();
  await expect(title(page)).toHaveText('Skills for your agents');
  const main = page.getByRole('main');
  await expect(main.getByText(service.url, { exact: true })).toBeVisible();
  await expect(main.getByText(registry.path)).toBeVisible();
  await expect(main.getByRole('link', { name: '10 skills' })).toBeVisible();
  await expect(main.getByRole('img', { name: /^2 C\+\+, 2 Go/ })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Serving');
  await expect(page.getByRole('contentinfo')).toContainText('10 skills');
});

test('the address is copied by button and by key', async ({ open, service }) => {
  const page = await open();
  const clipboard = await clipboardOf(page);
  await page.getByRole('button', { name: 'Copy the address for everything else' }).click();
  await expect(page.getByText('Copied the address')).toBeVisible();
  expect(await clipboard()).toBe(service.url);
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect.poll(clipboard).toBe(`${service.url}/mcp`);
  await page.getByRole('button', { name: 'Copy the address for everything else' }).click();
  await expect.poll(clipboard).toBe(service.url);
  await title(page).click();
  await page.keyboard.press('c');
  await expect.poll(clipboard).toBe(`${service.url}/mcp`);
});

test('a program’s row says what it was seen to do, and nothing before', { tag: '@own' }, async ({
  open,
  service,
}) => {
  const page = await open();
  await expect(page.getByRole('link', { name: 'How to connect one' })).toBeVisible();
  await expect(row(page, 'Cursor')).toHaveCount(0);
  await callAs(service.url, 'cursor-vscode');
  await expect(row(page, 'Cursor')).toContainText('Seen');
  await expect(row(page, 'Cursor')).toContainText('it started, no call of it was answered so far');
  await callAs(service.url, 'cursor-vscode', { path: 'cpp/gabime/spdlog', section: 'safety' });
  await expect(row(page, 'Cursor')).toContainText('Works');
  await expect(row(page, 'Cursor')).toContainText('read spdlog › safety.md');
  await expect(page.getByText('1 works', { exact: true })).toBeVisible();
});

test('the prompt that proves names a skill that is served, and the file that holds the answer', async ({
  open,
  service,
}) => {
  const page = await open();
  const clipboard = await clipboardOf(page);
  const part = page.getByRole('region', { name: 'Ask your agent' });
  const skill = (await part.locator('b').nth(0).textContent()) ?? '';
  const file = (await part.locator('b').nth(1).textContent()) ?? '';
  await part.getByRole('button', { name: 'Copy the prompt' }).click();
  await expect.poll(clipboard).toContain(skill.split('/')[1] ?? 'a name');
  const list = (await (await fetch(`${service.url}/v1/skills`)).json()) as { skills: { key: string }[] };
  const key = list.skills.find(({ key: one }) => one.endsWith(`/${skill}`))?.key;
  expect((await fetch(`${service.url}/v1/skills/${key}/${file}`)).status).toBe(200);
});

test('a service that stops is said to be silent, and one that comes back to serve', { tag: '@own' }, async ({
  open,
  service,
  registry,
}) => {
  const page = await open();
  await callAs(service.url, 'cursor', { path: 'cpp/gabime/spdlog', section: 'safety' });
  await expect(row(page, 'Cursor')).toContainText('Works');
  await service.stop();
  await expect(title(page)).toContainText('Not answering');
  await expect(page.getByRole('alert')).toContainText('Nothing answers at');
  await expect(page.getByRole('contentinfo')).toContainText('Not answering');
  await expect(row(page, 'Cursor')).toContainText('No answer');
  await expect(page.getByText(service.url, { exact: true })).toHaveCSS(
    'text-decoration-line',
    'line-through',
  );
  const clipboard = await clipboardOf(page);
  await page.getByRole('button', { name: 'Copy the command' }).click();
  await expect
    .poll(clipboard)
    .toBe(`skills-registry serve --registry ${registry.path} --port ${service.port}`);
  const again = await startService(registry.path, service.port);
  await expect(title(page)).toHaveText('Skills for your agents');
  await again.stop();
});

test('what was loaded stays readable while the service is away', { tag: '@own' }, async ({
  open,
  service,
}) => {
  const page = await open('#/browse');
  await expect(page.getByRole('link', { name: /^tokio/ })).toBeVisible();
  await service.stop();
  await expect(page.getByRole('contentinfo')).toContainText('Not answering');
  await expect(page.getByRole('link', { name: /^tokio/ })).toBeVisible();
});

test('a registry whose folder goes away is said to be away', { tag: '@own' }, async ({ open, registry }) => {
  const page = await open();
  await expect(title(page)).toHaveText('Skills for your agents');
  rmSync(registry.path, { recursive: true });
  await expect(title(page)).toContainText('Registry away');
  await expect(page.getByRole('alert')).toContainText(registry.path);
});

test('Home in a browser says what a skill is, shows one, and leaves the ways to connect to Connect', async ({
  open,
}) => {
  const page = await open();
  const main = page.getByRole('main');
  await expect(main).toContainText('A skill is a short text about a library');
  await expect(main.getByRole('blockquote')).toContainText('Never fork');
  await expect(main.getByRole('listitem').filter({ hasText: 'Cursor' })).toHaveCount(0);
  await main.getByRole('link', { name: 'How to connect one' }).click();
  await expect(page).toHaveURL(/#\/connect$/);
});

test('a browser is offered nothing that only the desktop app can do', async ({ open }) => {
  const page = await open();
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
    /Home/,
    /Projects/,
    /Browse/,
    /Problems/,
    /Connect/,
  ]);
  for (const name of ['Start', 'Stop', 'Restart', 'Another folder…'])
    await expect(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'What needs the app' })).toBeVisible();
  await open('#/settings');
  await expect(title(page)).toHaveText('Settings are part of the desktop app.');
});

test('a browser’s programs are connected by lines to copy', async ({ open, service }) => {
  const page = await open('#/connect?client=claude-code');
  const clipboard = await clipboardOf(page);
  await page.getByRole('button', { name: 'Copy the lines' }).click();
  await expect.poll(clipboard).toContain(`${service.url}/mcp`);
});

test.describe('a program’s name that would be code', { tag: '@own' }, () => {
  test('stands in no row, and does nothing', async ({ open, service }) => {
    const page = await open();
    await callAs(service.url, '<img src=x onerror=alert(1)>');
    await callAs(service.url, 'zed', { path: 'cpp/gabime/spdlog', section: 'safety' });
    await expect(row(page, 'Zed')).toContainText('Works');
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
  });
});

test('the page’s policy allows no unsafe code and the page needs none', async ({ open, page, service }) => {
  const response = await page.request.get(`${service.url}/`);
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  await open('#/skill/rust/tokio-rs/tokio?file=pitfalls.md');
  await expect(page.getByRole('article')).toContainText('Tokio: pitfalls');
});
