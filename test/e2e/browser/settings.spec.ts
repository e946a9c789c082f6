/** The settings: a dialog over any view of the app. */
import type { Page } from 'playwright';
import { expect, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { bridgeState, callsOf, tell } from './simulated-bridge.ts';

const changes = async (page: Page) => (await callsOf(page, 'changeSettings')).map(([, payload]) => payload);
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Settings' });

test('the gear opens them over the view, and Done leads back', async ({ openInApp }) => {
  const page = await openInApp('#/source');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(dialog(page)).toBeVisible();
  await expect(page.locator('main')).toHaveAttribute('data-view', 'source');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#\/source$/);
});

test('a switch applies at once', async ({ openInApp }) => {
  const page = await openInApp('#/settings');
  await page.getByRole('switch', { name: 'Start at login' }).click();
  await page.getByRole('switch', { name: 'Let agents submit skills' }).click();
  await page.getByRole('switch', { name: 'Look for updates once a day' }).click();
  expect(await changes(page)).toEqual([
    { startAtLogin: true },
    { allowSubmit: true },
    { checkRegistries: false },
  ]);
  await expect(page.getByRole('switch', { name: 'Start at login' })).toBeChecked();
  await page.getByLabel('Theme').selectOption('Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a port that can’t be is kept in the field with its reason, and not applied', async ({ openInApp }) => {
  const page = await openInApp('#/settings');
  const port = page.getByRole('textbox', { name: 'Port' });
  await port.fill('99999');
  await port.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('A whole number from 1 to 65535.');
  expect(await changes(page)).toEqual([]);
  await port.fill('8702');
  await port.press('Enter');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await changes(page)).toEqual([{ port: 8702 }]);
});

test('what waits for a restart is said, with the button', async ({ openInApp, service }) => {
  const page = await openInApp('#/settings');
  const { server } = bridgeState(service.url);
  await tell(page, 'server', { ...server, pending: ['port'] } as typeof server);
  await expect(dialog(page)).toContainText('Changed settings wait for a restart.');
  await page.getByRole('button', { name: 'Restart now' }).click();
  expect(await callsOf(page, 'restartServer')).toHaveLength(1);
});

test('what few need is closed, and warns of an address that others reach', async ({ openInApp }) => {
  const page = await openInApp('#/settings');
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeHidden();
  await page.getByText('Advanced').click();
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('0.0.0.0');
  await address.press('Enter');
  await expect(page.getByText('Other computers can reach the service. It has no password.')).toBeVisible();
  const origins = page.getByRole('textbox', { name: 'Web pages that may ask' });
  await origins.fill('https://tool.example http://127.0.0.1:3000');
  await origins.press('Enter');
  expect(await changes(page)).toEqual([
    { host: '0.0.0.0' },
    { allowedOrigins: ['https://tool.example', 'http://127.0.0.1:3000'] },
  ]);
  await expectNoViolation(page, 'all settings');
});

test('a refusal is said in the dialog', async ({ openInApp }) => {
  const page = await openInApp('#/settings', {
    refusals: { changeSettings: 'The settings could not be written.' },
  });
  await page.getByRole('switch', { name: 'Let agents submit skills' }).click();
  await expect(page.getByRole('alert')).toContainText('The settings could not be written.');
});
