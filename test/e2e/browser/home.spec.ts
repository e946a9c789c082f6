/** Home and Connect at every size and in every state of the service. */
import type { ServiceState } from '../../../src-main/contract/desktop-bridge.ts';
import { expect, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { callAs } from './mcp-calls.ts';
import { bridgeState, CLIENTS, installBridge, starting, tell, wanted } from './simulated-bridge.ts';

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

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 480],
] as const)
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test(`no state of Home has an accessibility violation at ${width} px`, {
      tag: '@own',
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
