import { rmSync } from 'node:fs';
import { clipboardOf, expect, test } from './browser-test.ts';
import { startService } from './service.ts';

test('Home says that the service serves, where, and what', async ({ open, service, registry }) => {
  const page = await open();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Serving');
  const main = page.getByRole('main');
  await expect(main.getByText(service.url, { exact: true })).toBeVisible();
  await expect(main.getByText(registry.path)).toBeVisible();
  await expect(main.getByText(/10 skills in \d/)).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('10 skills');
});

test('the address is copied by button and by key', async ({ open, service }) => {
  const page = await open();
  const clipboard = await clipboardOf(page);
  await page.getByRole('button', { name: /^Copy\s*C$/ }).click();
  await expect(page.getByText('Copied the address')).toBeVisible();
  expect(await clipboard()).toBe(service.url);
  await page.getByRole('button', { name: 'Copy the MCP address' }).click();
  await expect.poll(clipboard).toBe(`${service.url}/mcp`);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('c');
  await expect.poll(clipboard).toBe(service.url);
});

test('a service that stops is said to be silent, and one that comes back to serve', async ({
  open,
  service,
  registry,
}) => {
  const page = await open();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Serving');
  await service.stop();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Not answering', { timeout: 15_000 });
  await expect(page.getByRole('alert')).toContainText('Nothing answers here any more');
  await expect(page.getByRole('contentinfo')).toContainText('Not answering');
  const again = await startService(registry.path, service.port);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Serving', { timeout: 15_000 });
  await again.stop();
});

test('what was loaded stays readable while the service is away', async ({ open, service }) => {
  const page = await open('#/browse');
  await expect(page.getByRole('link', { name: /^Tokio/ })).toBeVisible();
  await service.stop();
  await expect(page.getByRole('contentinfo')).toContainText('Not answering', { timeout: 15_000 });
  await expect(page.getByRole('link', { name: /^Tokio/ })).toBeVisible();
});

test('a registry whose folder goes away is said to be away', async ({ open, registry }) => {
  const page = await open();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Serving');
  rmSync(registry.path, { recursive: true });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Registry away', { timeout: 20_000 });
  await expect(page.getByRole('alert')).toContainText(registry.path);
});

test('a browser is offered nothing that only the desktop app can do', async ({ open }) => {
  const page = await open();
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
    /Home/,
    /Browse/,
    /Problems/,
    /Connect/,
  ]);
  for (const name of ['Start', 'Stop', 'Restart'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await open('#/settings');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Serving');
});

test('the page’s policy allows no unsafe code and the page needs none', async ({ open, page, service }) => {
  const response = await page.request.get(`${service.url}/`);
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  await open('#/skill/rust/tokio-rs/tokio?file=pitfalls.md');
  await expect(page.getByRole('article')).toContainText('Tokio: pitfalls');
});
