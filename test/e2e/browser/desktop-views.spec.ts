/** What the window shows inside the desktop app; its own specs cover the real bridge behind it. */
import type { Page } from 'playwright';
import type { RecordedEvent, ServiceState } from '../../../src-main/contract/desktop-bridge.ts';
import { test as base, expect, painted, sayOfRegistry } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { heldFile } from './held-file.ts';
import { callAs } from './mcp-calls.ts';
import {
  type BridgeState,
  bridgeState,
  CLIENTS,
  callsOf,
  installBridge,
  READING_THE_FOLDER,
  starting,
  tell,
  wanted,
} from './simulated-bridge.ts';

type OpenInApp = (hash?: string, changes?: Partial<BridgeState>) => Promise<Page>;

const test = base.extend<{ openInApp: OpenInApp }>({
  openInApp: async ({ open, page, service }, use) => {
    await use(async (hash = '#/', changes = {}) => {
      await installBridge(page, bridgeState(service.url, changes));
      return open(hash);
    });
  },
});

let sequence = 0;

function event(changes: Partial<RecordedEvent>): RecordedEvent {
  sequence += 1;
  return {
    sequence,
    at: new Date().toISOString(),
    client: 'cursor',
    protocol: 'http',
    route: 'GET /v1/skills',
    target: '',
    status: 200,
    durationMs: 0.7,
    ...changes,
  };
}

function portTaken(url: string): ServiceState {
  return {
    ...wanted(url),
    phase: 'failed',
    steps: [{ name: 'port', state: 'cut', detail: 'taken by node' }],
    failure: {
      reason: 'port-taken',
      message: 'Port 8701 is taken by node, process 48213.',
      nextFreePort: 8702,
    },
  };
}

test.describe('the registry picker', () => {
  const refused = {
    outcome: 'refused',
    path: '/home/someone/libs',
    message: 'There is no skill in /home/someone/libs.',
    nextStep: 'Choose the folder above it.',
    candidates: [{ path: '/home/someone/registry', layout: 'registry' }],
  } as const;

  test('chooses by button, and goes home when it serves', async ({ openInApp }) => {
    const page = await openInApp('#/registry', { registries: { dialog: { outcome: 'ok', path: '/reg' } } });
    await page.getByRole('button', { name: /Choose folder/ }).click();
    await expect(page.getByText('Serving /reg')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect your IDE');
    expect(await callsOf(page, 'chooseRegistry')).toHaveLength(1);
  });

  test('goes home without a word of serving where the folder can’t be served now', async ({ openInApp }) => {
    const message = 'Port 8701 is taken by node, process 48213.';
    const page = await openInApp('#/registry', {
      registries: { dialog: { outcome: 'not-serving', path: '/reg', message } },
    });
    await page.getByRole('button', { name: /Choose folder/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect your IDE');
    await expect(page.getByText('Serving /reg')).toHaveCount(0);
  });

  test('stays when the dialog is cancelled', async ({ openInApp }) => {
    const page = await openInApp('#/registry', { registries: { dialog: { outcome: 'cancelled' } } });
    await expect(page.getByLabel('Path')).toBeVisible();
    await page.keyboard.press('o');
    await expect.poll(() => callsOf(page, 'chooseRegistry')).toHaveLength(1);
    await painted(page);
    await expect(page.getByRole('heading', { name: 'Which folder holds your skills?' })).toBeVisible();
  });

  test('a wrong folder gets a sentence and the next step, which is also a button', async ({ openInApp }) => {
    const page = await openInApp('#/registry', { registries: { '/home/someone/libs': refused } });
    await page.getByLabel('Path').fill('/home/someone/libs');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText(refused.message);
    await expect(page.getByRole('alert')).toContainText(refused.nextStep);
    await expect(page.getByLabel('Path')).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: 'Open /home/someone/registry' }).click();
    await expect
      .poll(() => callsOf(page, 'setRegistry'))
      .toEqual([
        ['setRegistry', { path: '/home/someone/libs' }],
        ['setRegistry', { path: '/home/someone/registry' }],
      ]);
  });

  test('takes a folder that is dropped anywhere', async ({ openInApp }) => {
    const page = await openInApp('#/registry');
    await expect(page.getByLabel('Path')).toBeVisible();
    const dropped = await heldFile(page, 'my-registry');
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: dropped });
    await expect(page.getByText('Let go to look inside')).toBeVisible();
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
    await expect
      .poll(() => callsOf(page, 'setRegistry'))
      .toEqual([['setRegistry', { path: '/dropped/my-registry' }]]);
  });

  test('says so when what was dropped has no path', async ({ openInApp }) => {
    const page = await openInApp('#/registry');
    await expect(page.getByLabel('Path')).toBeVisible();
    const dropped = await heldFile(page, 'no-path');
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
    await expect(page.getByRole('alert')).toContainText('has no path on this computer');
  });

  test('lists recent folders, opens and forgets them, and opens the sample', async ({ openInApp }) => {
    const page = await openInApp('#/registry');
    await expect(page.getByText('/mnt/team/registry')).toBeVisible();
    await page.getByRole('button', { name: 'Take /mnt/team/registry off this list' }).click();
    await expect(page.getByText('/mnt/team/registry')).toHaveCount(0);
    await page
      .getByRole('button', { name: /payments/ })
      .first()
      .click();
    await expect
      .poll(() => callsOf(page, 'setRegistry'))
      .toEqual([['setRegistry', { path: '/home/someone/src/payments/.skills' }]]);
    await page.goto(`${page.url().split('#')[0]}#/registry`);
    await page.getByRole('button', { name: 'Open the sample' }).click();
    await expect.poll(() => callsOf(page, 'useSampleRegistry')).toHaveLength(1);
  });

  test('a taken port is explained there too, and the next free one taken', async ({
    openInApp,
    service,
    page,
  }) => {
    await page.setViewportSize({ width: 420, height: 720 });
    await openInApp('#/registry', { server: portTaken(service.url) });
    await expect(page.getByRole('alert')).toContainText('is taken by node, process 48213');
    await expectNoViolation(page, 'registry picker, port taken');
    await page.getByRole('button', { name: 'Use 8702 this time' }).click();
    await page.getByRole('button', { name: 'Always use 8702' }).click();
    await expect
      .poll(() => callsOf(page, 'usePort'))
      .toEqual([
        ['usePort', { port: 8702, always: false }],
        ['usePort', { port: 8702, always: true }],
      ]);
    await tell(page, 'server', bridgeState(service.url).server);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a service that waits for its next attempt is tried at once from there', async ({
    openInApp,
    service,
  }) => {
    const page = await openInApp('#/registry', {
      server: {
        ...wanted(service.url),
        phase: 'restarting',
        attempt: 2,
        why: 'The service ended unexpectedly.',
        nextRetryAt: Date.now() + 60_000,
      },
    });
    await expect(page.getByRole('main')).toContainText('The service ended unexpectedly.');
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect.poll(() => callsOf(page, 'startServer')).toHaveLength(1);
  });

  test('a folder without a registry does not lead back to where one is', async ({ openInApp, service }) => {
    const page = await openInApp('#/registry', {
      server: {
        ...wanted(service.url),
        phase: 'failed',
        steps: [],
        failure: { reason: 'no-registry', message: 'No skill was found.' },
      },
    });
    await expect(page.getByRole('alert')).toContainText('There is no registry in the folder.');
    await expect(page.getByRole('link', { name: 'Choose another folder' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('is all that the very first window shows, until it is answered', async ({ openInApp, service }) => {
    const { info, settings } = bridgeState(service.url);
    const page = await openInApp('#/', {
      info: { ...info, firstStart: true },
      settings: { ...settings, settings: { ...settings.settings, registry: null } },
    });
    await expect(
      page.getByRole('heading', { name: 'What should your agents know before they write code?' }),
    ).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    // The third door: a question that the sample answers strongly.
    await page.getByRole('button', { name: /^“.*”$/ }).click();
    await expect(page.getByRole('searchbox')).toHaveValue(/\w+ \w+/);
    await expect(page.getByRole('navigation')).toBeVisible();
    expect(await callsOf(page, 'useSampleRegistry')).toHaveLength(1);
  });

  test('is not asked first of someone who has chosen before', async ({ openInApp, service }) => {
    const { info } = bridgeState(service.url);
    const page = await openInApp('#/', { info: { ...info, firstStart: true } });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect your IDE');
    await expect.poll(() => callsOf(page, 'getAppInfo')).toHaveLength(1);
    await expect(page.getByRole('navigation')).toBeVisible();
  });

  test('says of each folder what it held when it was served last', async ({ openInApp }) => {
    const page = await openInApp('#/registry');
    await expect(page.getByRole('button', { name: /payments/ }).first()).toContainText('12 skills');
    await expect(page.getByText('not reachable now')).toBeVisible();
  });
});

test.describe('Home on the desktop', () => {
  test('stops and restarts the service', async ({ openInApp, service }) => {
    const page = await openInApp();
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect.poll(() => callsOf(page, 'restartServer')).toHaveLength(1);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => callsOf(page, 'stopServer')).toHaveLength(1);
    await tell(page, 'server', { ...wanted(service.url), phase: 'stopped', by: 'user' });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Stopped');
    await expect(page.getByRole('contentinfo')).toContainText('Stopped');
    await page.getByRole('button', { name: 'Start' }).click();
    await expect.poll(() => callsOf(page, 'startServer')).toHaveLength(1);
  });

  test('follows every state of the service', async ({ openInApp, service }) => {
    const page = await openInApp();
    const title = page.getByRole('heading', { level: 1 });
    const states: ReadonlyArray<readonly [ServiceState, string]> = [
      [starting(service.url), 'Starting'],
      [
        {
          ...wanted(service.url),
          phase: 'restarting',
          attempt: 2,
          why: 'The service ended unexpectedly.',
          nextRetryAt: Date.now() + 5000,
        },
        'Restarting',
      ],
      [{ ...wanted(service.url), phase: 'stopping' }, 'Stopping'],
      [bridgeState(service.url).server, 'Connect your IDE'],
    ];
    for (const [status, word] of states) {
      await tell(page, 'server', status);
      await expect(title).toContainText(word);
    }
  });

  test('a taken port is explained, and the next free one is offered once or always', async ({
    openInApp,
    service,
  }) => {
    const page = await openInApp('#/', { server: portTaken(service.url) });
    await expect(page.getByRole('alert')).toContainText('is taken by node, process 48213');
    await page.getByRole('button', { name: 'Use 8702 this time' }).click();
    await page.getByRole('button', { name: 'Always use 8702' }).click();
    await expect
      .poll(() => callsOf(page, 'usePort'))
      .toEqual([
        ['usePort', { port: 8702, always: false }],
        ['usePort', { port: 8702, always: true }],
      ]);
  });

  test('where a service of ours has the port, its page opens in the browser', async ({
    openInApp,
    service,
  }) => {
    const failure = {
      reason: 'port-taken',
      message: 'Port 8701 is taken by Skills Registry itself (pid 4711), which serves /home/someone/skills.',
      ...{ nextFreePort: 8702, servedAt: 'http://127.0.0.1:8701' },
    } as const;
    const page = await openInApp('#/', {
      server: { ...wanted(service.url), phase: 'failed', steps: [], failure },
    });
    await expect(page.getByRole('alert')).toContainText('which serves /home/someone/skills');
    await page.getByRole('button', { name: 'Open its page' }).click();
    await expect
      .poll(() => callsOf(page, 'openExternal'))
      .toEqual([['openExternal', { url: 'http://127.0.0.1:8701' }]]);
    await expect(page.getByRole('button', { name: 'Use 8702 this time' })).toBeVisible();
  });

  test('a refused action says why', async ({ openInApp }) => {
    const page = await openInApp('#/', {
      refusals: { restartServer: 'The service belongs to another app.' },
    });
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect(page.getByRole('alert')).toContainText('The service belongs to another app.');
  });

  test('a notice is shown until it is closed', async ({ openInApp }) => {
    const page = await openInApp('#/', {
      notices: [
        { id: 'settings-recovered', title: 'Settings could not be read.', text: 'Defaults are in use.' },
      ],
    });
    await expect(page.getByText('Defaults are in use.')).toBeVisible();
    await page.getByRole('button', { name: 'Close this notice' }).click();
    await expect(page.getByText('Defaults are in use.')).toHaveCount(0);
    expect(await callsOf(page, 'dismissNotice')).toEqual([['dismissNotice', { id: 'settings-recovered' }]]);
  });

  test('copies by the app’s clipboard, and opens the address in the browser', async ({
    openInApp,
    service,
  }) => {
    const page = await openInApp();
    await page.getByRole('button', { name: 'Copy the address for everything else' }).click();
    await page.getByRole('button', { name: 'Open in the browser' }).click();
    await expect.poll(() => callsOf(page, 'copyText')).toEqual([['copyText', { text: service.url }]]);
    await expect.poll(() => callsOf(page, 'openExternal')).toEqual([['openExternal', { url: service.url }]]);
  });

  test('leads with the first program to connect, then with the prompt that proves it', {
    tag: '@own',
  }, async ({ openInApp, service }) => {
    const cursor = CLIENTS.filter(({ id }) => id === 'cursor');
    const page = await openInApp('#/', { clients: cursor });
    await expect(page.getByText('none yet; 1 was found on this computer')).toBeVisible();
    await expect(page.getByText('after the first one is connected')).toBeVisible();
    await callAs(service.url, 'cursor');
    await expect(page.getByText('next: Cursor, which has started, and got no answer yet')).toBeVisible();
    await page.getByRole('button', { name: 'Ask Cursor' }).click();
    await expect(page.getByRole('button', { name: 'Copy the prompt' })).toBeFocused();
  });

  test('says of a sample that it is one, and offers one’s own folder', async ({
    openInApp,
    page,
    service,
  }) => {
    await sayOfRegistry(page, service.url, { sample: true });
    await openInApp();
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: '10 sample skills' })).toBeVisible();
    await main.getByRole('link', { name: 'Use your own folder…' }).first().click();
    await expect(page.getByRole('heading', { name: 'Which folder holds your skills?' })).toBeVisible();
  });

  test('leaves one line of the proof once every program that is here works', { tag: '@own' }, async ({
    openInApp,
    service,
  }) => {
    const clients = CLIENTS.filter(({ id }) => ['cursor', 'zed', 'claude-desktop'].includes(id));
    for (const name of ['cursor', 'zed'])
      await callAs(service.url, name, { path: 'cpp/gabime/spdlog', section: 'safety' });
    const page = await openInApp('#/', { clients });
    await expect(page.getByText('2 of 2 work')).toBeVisible();
    const proof = page.getByRole('region', { name: 'Ask your agent' });
    const { height: ofProof = 0 } = (await proof.boundingBox()) ?? {};
    const address = page.getByRole('term').filter({ hasText: 'Serving' }).locator('..');
    const { height: ofLine = 0 } = (await address.boundingBox()) ?? {};
    expect(ofProof).toBeGreaterThan(0);
    expect(ofProof).toBeLessThanOrEqual(ofLine);
    await proof.getByRole('button', { name: 'Copy the prompt' }).click();
    await expect.poll(() => callsOf(page, 'copyText')).toHaveLength(1);
  });

  test('shows how far a failed start got', async ({ openInApp, service }) => {
    const page = await openInApp('#/', { server: portTaken(service.url), clients: CLIENTS });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not serving');
    await expect(page.getByRole('list', { name: 'What was checked' })).toContainText(
      'Port not bound: failed',
    );
    await expect(page.getByText('nothing answers here now')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Ask your agent' })).toHaveCount(0);
  });

  test('says what a start is doing now', async ({ openInApp, service }) => {
    const page = await openInApp('#/', {
      server: starting(service.url, READING_THE_FOLDER),
    });
    await expect(page.getByRole('list', { name: 'What was checked' }).getByRole('listitem')).toHaveText([
      /^Process started: done/,
      /^Reading the folder: under way/,
      /^Port bound: not reached/,
      /not reached/,
    ]);
  });

  test('the tray leads to a view', async ({ openInApp }) => {
    const page = await openInApp();
    await tell(page, 'navigate', { hash: '#/settings' });
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  });
});

test.describe('Activity', () => {
  const events = [
    event({ client: 'curl', route: 'GET /v1/skills' }),
    event({ client: 'cursor', route: 'search_skills', target: 'duckdb', results: 0 }),
    event({ client: 'claude-code', route: 'search_skills', target: 'DuckDB ', results: 0 }),
    event({ client: 'curl', route: 'GET /v1/skills/:lang/:author/:name', target: 'rust/x/y', status: 404 }),
  ];
  const activity = { events, recording: true };

  test('lists requests, the newest first, with what was not found counted', async ({ openInApp }) => {
    const page = await openInApp('#/activity', { activity });
    await expect(page.locator('tbody tr')).toHaveCount(4);
    await expect(page.locator('tbody tr').first()).toContainText('rust/x/y');
    await expect(page.locator('tbody tr').first()).toContainText('404');
    await expect(page.locator('.activity_gapList li')).toHaveCount(1);
    await expect(page.locator('.activity_gapList li')).toContainText('2×');
  });

  test('new requests appear by themselves, and wait while it is paused', async ({ openInApp }) => {
    const page = await openInApp('#/activity', { activity });
    const added = (target: string) => ({ kind: 'added' as const, events: [event({ target })] });
    await tell(page, 'activity', added('first'));
    await expect(page.locator('tbody tr')).toHaveCount(5);
    await page.getByRole('button', { name: /Pause/ }).click();
    await tell(page, 'activity', added('second'));
    await expect(page.getByRole('button', { name: 'Go on (1 new)' })).toBeVisible();
    await expect(page.locator('tbody tr')).toHaveCount(5);
    await page.keyboard.press('p');
    await expect(page.locator('tbody tr')).toHaveCount(6);
  });

  test('is filtered by every word', async ({ openInApp }) => {
    const page = await openInApp('#/activity', { activity });
    await page.getByLabel(/Filter by client/).fill('curl 404');
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await page.getByLabel(/Filter by client/).fill('nobody');
    await expect(page.getByText('No request matches “nobody”.')).toBeVisible();
  });

  test('is cleared, and recording is turned off', async ({ openInApp }) => {
    const page = await openInApp('#/activity', { activity });
    await page.getByRole('switch', { name: 'Record activity' }).click();
    await expect
      .poll(() => callsOf(page, 'recordActivity'))
      .toEqual([['recordActivity', { recording: false }]]);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(page.getByText('Recording is off.')).toBeVisible();
  });
});

test.describe('Settings', () => {
  test('a switch applies at once', async ({ openInApp }) => {
    const page = await openInApp('#/settings');
    await page.getByRole('switch', { name: 'Start when I log in' }).click();
    await expect(page.getByText('On, as reported by your system.')).toBeVisible();
    expect(await callsOf(page, 'changeSettings')).toEqual([['changeSettings', { startAtLogin: true }]]);
  });

  test('a port counts when it is whole and right, and says what it must be when it isn’t', async ({
    openInApp,
  }) => {
    const page = await openInApp('#/settings');
    const port = page.getByRole('textbox', { name: 'Port' });
    await port.fill('99999');
    await port.press('Enter');
    await expect(page.getByText('A whole number from 1 to 65535.')).toBeVisible();
    expect(await callsOf(page, 'changeSettings')).toEqual([]);
    await port.fill('8710');
    await port.press('Enter');
    await expect.poll(() => callsOf(page, 'changeSettings')).toEqual([['changeSettings', { port: 8710 }]]);
  });

  test('what waits for a restart is said where it was changed, with the button that helps', async ({
    openInApp,
    service,
  }) => {
    const { server } = bridgeState(service.url);
    const page = await openInApp('#/settings', {
      server: { ...(server as Extract<ServiceState, { phase: 'serving' }>), pending: ['port'] },
    });
    await expect(page.getByText('after a restart')).toBeVisible();
    await page.getByRole('button', { name: 'Restart now' }).click();
    await expect.poll(() => callsOf(page, 'restartServer')).toHaveLength(1);
  });

  test('binding another address says what that means', async ({ openInApp }) => {
    const page = await openInApp('#/settings');
    await page.getByRole('textbox', { name: 'Address' }).fill('0.0.0.0');
    await page.getByRole('textbox', { name: 'Address' }).blur();
    await expect(page.getByText('Other computers can reach the service. It has no password.')).toBeVisible();
  });

  test('the theme changes the page', async ({ openInApp }) => {
    const page = await openInApp('#/settings');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('radio', { name: 'System' }).click();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  });

  test('a refused change says why, and shows what is so', async ({ openInApp }) => {
    const page = await openInApp('#/settings', { refusals: { changeSettings: 'The file is read-only.' } });
    await page.getByRole('switch', { name: 'Start hidden in the tray' }).click();
    await expect(page.getByRole('alert')).toContainText('The file is read-only.');
    await expect(page.getByRole('switch', { name: 'Start hidden in the tray' })).toBeChecked();
  });
});

test('a problem’s file is revealed in the file manager', { tag: '@own' }, async ({ openInApp, registry }) => {
  const { mkdirSync, writeFileSync } = await import('node:fs');
  const folder = `${registry.path}/skills/js/someone/broken`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/skill.json`, 'not JSON');
  const page = await openInApp('#/problems');
  await page.getByRole('button', { name: 'Reveal file' }).first().click();
  await expect
    .poll(() => callsOf(page, 'revealPath'))
    .toEqual([['revealPath', { path: 'skills/js/someone/broken/skill.json' }]]);
});
