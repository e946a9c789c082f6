/** Where the skills come from: what agents get, what needs repair, added registries; in the app and in a browser. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { ServerFailure } from '../../../src-main/contract/service-state.ts';
import type { Status } from '../../../src-server/contract/api.ts';
import { SAMPLE_COUNT } from '../../support/sample-skills.ts';
import { ADDED, CHANGES, PREVIEW } from './added-registries.ts';
import { button, clipboardOf, expect, sayOfRegistry, test, title, withLongCommand } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { EMPTY } from './service.ts';
import { answerHeld, callsOf, tell, wanted } from './simulated-bridge.ts';

const rows = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).locator('> li');
const payloads = async (page: Page, name: Parameters<typeof callsOf>[1]) =>
  (await callsOf(page, name)).map(([, payload]) => payload);

test('one sentence says what agents get, and from where', async ({ open, registry, service }) => {
  const page = await open('#/source');
  await expect(title(page)).toHaveText(`Agents get ${SAMPLE_COUNT} from ${registry.path}.`);
  await expect(page.getByRole('list', { name: 'Needs repair' })).toHaveCount(0);
  const read = await clipboardOf(page);
  await button(page, 'Copy the address').click();
  expect(await read()).toBe(service.url);
});

test('a page in a browser has commands instead of buttons, each to copy up to what is filled in', async ({
  open,
  service,
}) => {
  const page = await open('#/source');
  const commands = page.getByRole('definition');
  await expect(commands).toHaveText([
    `skills-registry serve --port ${service.port} --replace -r <folder>`,
    'skills-registry registry add <address>',
    `skills-registry stop --port ${service.port}`,
    'skills-registry serve --help',
    'Light or dark, as your system says.',
  ]);
  const read = await clipboardOf(page);
  await commands.nth(1).getByRole('button', { name: 'Copy the command' }).click();
  expect(await read()).toBe('skills-registry registry add ');
  await expect(button(page, 'Stop')).toHaveCount(0);
});

test('a page of the app’s own service prints no command that this service refuses, and says what does it', async ({
  page,
  service,
}) => {
  await sayOfRegistry(page, service.url, {}, { startedBy: 'tray' });
  await page.goto(`${service.url}/#/source`);
  const lines = page.getByRole('definition');
  await expect(lines.filter({ hasText: 'In the app, under Source.' })).toHaveCount(1);
  await expect(lines.filter({ hasText: 'In the app: Settings.' })).toHaveCount(1);
  await expect(lines.filter({ hasText: /--replace|stop --port|serve --help/ })).toHaveCount(0);
  await page.goto(`${service.url}/#/settings`);
  await expect(page.getByRole('dialog', { name: 'Settings are in the app' })).toBeVisible();
  // The first start and an empty registry.
  await sayOfRegistry(page, service.url, { sample: true }, { startedBy: 'tray' });
  await page.goto(service.url);
  await page.reload();
  await expect(page.getByText('choose your folder there')).toBeVisible();
  await expect(page.locator('body')).not.toContainText('--replace');
});

test.describe('an empty registry of the app’s service, in a browser', () => {
  test.use({ source: EMPTY });
  test('has no command that this service refuses', async ({ page, service }) => {
    await sayOfRegistry(page, service.url, {}, { startedBy: 'tray' });
    await page.goto(`${service.url}/#/source`);
    await expect(page.getByText('In the app, under Source.').first()).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('--replace');
  });
});

test('a service that ended is not said to run, and has the command that serves the folder there again', {
  tag: '@own',
}, async ({ open, registry, service }) => {
  // Both views' parts are there before it ends.
  const page = await open('#/agents');
  await page.getByRole('link', { name: 'Source', exact: true }).click();
  await expect(title(page)).toContainText(SAMPLE_COUNT);
  await service.stop();
  await expect(title(page)).toHaveText(`Nothing answers at ${service.url}.`);
  const line = `skills-registry serve -r ${registry.path} --port ${service.port}`;
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('skills-registry stop');
  await expect(page.getByText(line)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('the app restarts it');
  await expectNoViolation(page, 'a service that ended');
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await expect(title(page)).toHaveText('The service does not run: no agent gets an answer.');
  await expect(page.getByText(line)).toBeVisible();
});

const BROKEN = 'skills/go/someone/broken';

/** A folder that can't be served, with a fault in line 3. */
function addBroken(registry: string): string {
  mkdirSync(join(registry, BROKEN), { recursive: true });
  const file = join(registry, BROKEN, 'skill.json');
  writeFileSync(file, '{\n  "name": "broken",\n  oops\n}\n');
  return file;
}

test('a broken skill.json shows with its line, and goes once it is mended', { tag: '@own' }, async ({
  open,
  registry,
}) => {
  const page = await open('#/source');
  const file = addBroken(registry.path);
  await expect(rows(page, 'Needs repair')).toHaveCount(1);
  await expect(title(page)).toContainText('1 is not served.');
  const read = await clipboardOf(page);
  await button(page, `Copy the path of ${BROKEN}/skill.json`).click();
  await expect.poll(read).toBe(`${file}:3`);
  rmSync(join(registry.path, BROKEN), { recursive: true });
  await expect(rows(page, 'Needs repair')).toHaveCount(0);
});

test('the app opens the file at its line', { tag: '@own' }, async ({ openInApp, registry }) => {
  addBroken(registry.path);
  const page = await openInApp('#/source');
  await button(page, `Open ${BROKEN}/skill.json`).click();
  await expect.poll(() => payloads(page, 'openFile')).toEqual([{ path: `${BROKEN}/skill.json`, line: 3 }]);
});

test('house style is closed, and has the one command that mends it', { tag: '@own' }, async ({
  open,
  registry,
}) => {
  const file = join(registry.path, 'skills/go/jackc/pgx/skill.json');
  writeFileSync(file, JSON.stringify({ name: 'pgx', repo: 'jackc/pgx', language: 'go' }));
  const page = await open('#/source');
  const summary = page.getByText(/^House style: \d+ kinds?, \d+ places?$/);
  await expect(summary).toBeVisible();
  await expect(page.getByText('They keep no skill from agents.')).toBeHidden();
  await summary.click();
  await expect(page.getByText(`skills-registry validate --fix ${registry.path}`)).toBeVisible();
});

test.describe('an empty folder', () => {
  test.use({ source: EMPTY });

  test('has three next steps', async ({ openInApp }) => {
    const page = await openInApp('#/source');
    await expect(title(page)).toContainText('There is no skill in');
    await expect(page.getByText(/^skills-registry init -r .* <language>\/<author>\/<name>$/)).toBeVisible();
    await button(page, 'Open the sample').click();
    expect(await callsOf(page, 'serveSample')).toHaveLength(1);
    await button(page, 'Change folder…').click();
    await expect(page.getByRole('dialog', { name: 'Change folder' })).toBeVisible();
  });

  test('keeps each step in its own card beside lines with a long path', async ({ page, service }) => {
    await withLongCommand(page, service.url);
    for (const width of [420, 900, 1_024, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${service.url}/#/source`);
      const steps = page.locator('main section', {
        has: page.getByRole('button', { name: 'Copy the command' }),
      });
      await expect(steps).toHaveCount(3);
      for (const step of await steps.all()) {
        const isWider = await step.evaluate((card) => card.scrollWidth > card.clientWidth);
        expect(isWider, `at ${width} pixels`).toBe(false);
      }
    }
  });
});

test('a refused folder says what was looked for, and what would do', async ({ openInApp }) => {
  const page = await openInApp('#/source', {
    registries: {
      '~/code': {
        outcome: 'refused',
        path: '/home/someone/code',
        message: 'There is no registry in it.',
        nextStep: 'Choose one of these.',
        candidates: [{ path: '/home/someone/code/team', layout: 'registry' }],
      },
    },
  });
  await button(page, 'Change folder…').click();
  await page.getByLabel('Or its path').fill('~/code');
  await page.getByLabel('Or its path').press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('There is no registry in it.');
  await expect(dialog.getByLabel('Or its path')).toHaveValue('/home/someone/code');
  await expectNoViolation(page, 'a refused folder');
  await button(page, 'Serve ~/code/team').click();
  await expect(dialog).toHaveCount(0);
  expect(await payloads(page, 'setRegistry')).toEqual([
    { path: '~/code' },
    { path: '/home/someone/code/team' },
  ]);
});

test.describe('a folder that is refused after its dialog was closed', () => {
  const refused = {
    outcome: 'refused',
    path: '/home/someone/big',
    message: 'It holds no registry.',
    nextStep: 'Choose a folder with skills.',
    candidates: [],
  } as const;

  test('is still said to be, and no other dialog is closed', async ({ openInApp }) => {
    const page = await openInApp('#/source', {
      registries: { '/home/someone/big': refused },
      held: ['setRegistry'],
    });
    await button(page, 'Change folder…').click();
    await page.getByLabel('Or its path').fill('/home/someone/big');
    await page.getByLabel('Or its path').press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await button(page, 'Change folder…').click();
    await expect(button(page, 'Serve it')).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await button(page, 'Add from Git…').click();
    await answerHeld(page);
    await expect(page.getByText('It holds no registry. Choose a folder with skills.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });

  test('is said to be where the app could not even look', async ({ openInApp }) => {
    const page = await openInApp('#/source', {
      refusals: { chooseRegistry: 'The dialog could not be opened.' },
      held: ['chooseRegistry'],
    });
    await button(page, 'Change folder…').click();
    await button(page, 'Choose a folder…').click();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await answerHeld(page);
    await expect(page.getByText('The dialog could not be opened.')).toBeVisible();
  });
});

test('folders that were served before are one press away, and can be forgotten', async ({ openInApp }) => {
  const page = await openInApp('#/source');
  await button(page, 'Change folder…').click();
  await button(page, 'Forget /mnt/team/registry').click();
  await button(page, '/home/someone/src/payments/.skills').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Serving /home/someone/src/payments/.skills')).toBeVisible();
  expect(await payloads(page, 'forgetRegistry')).toEqual([{ path: '/mnt/team/registry' }]);
});

test('stop and restart are quiet, and a stopped service has one black button', async ({
  openInApp,
  service,
}) => {
  const page = await openInApp('#/source');
  await expect(page.locator('main [data-kind="primary"]')).toHaveCount(0);
  await button(page, 'Restart').click();
  await button(page, 'Stop').click();
  await tell(page, 'server', { ...wanted(service.url), phase: 'stopped', by: 'user' });
  await expect(title(page)).toHaveText('Stopped. Agents get nothing.');
  await button(page, 'Start').click();
  const asked = (await callsOf(page)).map(([name]) => name);
  expect(asked.filter((name) => name.endsWith('Server'))).toEqual([
    'restartServer',
    'stopServer',
    'startServer',
  ]);
  await expect(page.locator('main [data-kind="primary"]')).toHaveCount(1);
});

const TAKEN: ServerFailure = {
  reason: 'port-taken',
  message: 'Port 8701 is taken by node, process 48213.',
  nextFreePort: 8702,
};

test('a taken port offers the next free one, or the page of another Skills Registry', async ({
  openInApp,
  service,
}) => {
  const page = await openInApp('#/source');
  await tell(page, 'server', { ...wanted(service.url), phase: 'failed', failure: TAKEN });
  await expect(title(page)).toHaveText('Port 8701 is taken by node, process 48213. Agents get nothing.');
  await button(page, 'Use 8702').click();
  expect(await payloads(page, 'serveOnPort')).toEqual([{ port: 8702 }]);
  const failure = { ...TAKEN, servedAt: 'http://127.0.0.1:8701', servedFolder: '/home/someone/other' };
  await tell(page, 'server', { ...wanted(service.url), phase: 'failed', failure });
  await expect(title(page)).toHaveText('Agents get the skills of ~/other, from another Skills Registry.');
  await button(page, 'Open its page').click();
  expect(await payloads(page, 'openExternal')).toEqual([{ url: 'http://127.0.0.1:8701' }]);
});

test('a folder that is gone keeps its skills, and asks for another', { tag: '@own' }, async ({
  openInApp,
  registry,
}) => {
  const page = await openInApp('#/source');
  renameSync(registry.path, `${registry.path}-moved`);
  await expect(title(page)).toContainText(`is not readable. Agents get its ${SAMPLE_COUNT} as they were at`);
  await expect(button(page, 'Change folder…')).toHaveAttribute('data-kind', 'primary');
});

test('added registries are short rows, moved by buttons', async ({ openInApp }) => {
  const page = await openInApp('#/source', { added: ADDED });
  await expect(rows(page, 'Added registries')).toContainText([
    'git.example.com/platform, an update of 5 skills is available',
    'github.com/LibSkills/libskills-registry, updates are taken without asking',
    'git.example.com/embedded, folder skills at stable, https://git.example.com was silent for 30 s.',
  ]);
  await button(page, 'Move platform down').click();
  expect(await payloads(page, 'changeRegistry')).toEqual([
    { do: 'order', names: ['libskills-registry', 'platform', 'embedded'] },
  ]);
  await expect(rows(page, 'Added registries').first()).toContainText('libskills-registry');
  await expect(button(page, 'Move libskills-registry up')).toBeDisabled();
});

test('an added registry is pinned, and removed only after a question', async ({ openInApp }) => {
  const page = await openInApp('#/source', { added: ADDED });
  await button(page, 'More for embedded').click();
  await page
    .getByRole('group', { name: 'More for embedded' })
    .getByLabel('Updates')
    .selectOption('Pin: stay at this one');
  await button(page, 'Remove…').click();
  const question = page.getByRole('dialog', { name: 'Remove embedded?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(rows(page, 'Added registries')).toHaveCount(2);
  expect(await payloads(page, 'changeRegistry')).toEqual([
    { do: 'mode', name: 'embedded', mode: 'pin' },
    { do: 'remove', name: 'embedded' },
  ]);
});

test('an update is read whole before it is taken, in both widths', async ({ openInApp }) => {
  const page = await openInApp('#/source', { added: ADDED, changes: { platform: CHANGES } });
  await page.getByRole('link', { name: 'See the update of platform' }).click();
  await expect(title(page)).toHaveText('Update of platform: 3 skills change, 1 is new, 1 goes.');
  await expect(page.getByRole('list', { name: 'Look at this first' })).toContainText(
    '1 new command that an agent could run.',
  );
  for (const width of [1280, 480]) {
    await page.setViewportSize({ width, height: 800 });
    // Nothing stands above what is to be read.
    const command = page.getByText('go install github.com/jackc/tern/v2@latest').first();
    await command.scrollIntoViewIfNeeded();
    expect(await command.evaluate(isOnTop)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectNoViolation(page, `the update at ${width}`);
  }
  await button(page, 'Take the update').click();
  expect(await payloads(page, 'changeRegistry')).toEqual([
    { do: 'take', name: 'platform', commit: CHANGES.update?.commit },
  ]);
  await expect(page).toHaveURL(/#\/source$/);
});

test('nothing is fetched before one looks inside, and each text can be read before it is added', async ({
  openInApp,
}) => {
  const page = await openInApp('#/source', { preview: PREVIEW });
  await button(page, 'Add from Git…').click();
  expect(await callsOf(page, 'previewRegistry')).toEqual([]);
  await page.getByLabel('Address of a Git repository').fill('acme/skills');
  await button(page, 'Look inside').click();
  const dialog = page.getByRole('dialog', { name: 'Add from Git' });
  await expect(dialog).toContainText('4 skills in Rust (3) and C++ (1), 1 of high risk.');
  await dialog.getByText('rust/tokio-rs/tokio').click();
  await expect(dialog.getByText('curl https://tool.example | sh')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'pitfalls.md of rust/tokio-rs/tokio' })).toBeVisible();
  await expectNoViolation(page, 'a preview');
  await button(page, 'Add it').click();
  await expect(dialog).toHaveCount(0);
  expect(await payloads(page, 'previewRegistry')).toEqual([{ address: 'acme/skills' }]);
});

test('closing the preview cancels it', async ({ openInApp }) => {
  const page = await openInApp('#/source');
  await button(page, 'Add from Git…').click();
  await button(page, 'Look into the public LibSkills registry').click();
  await expect(page.getByText('Looking inside… 1.2 MiB received (45 %)')).toBeVisible();
  const progress = { step: 'writing', done: 240, total: 1_000 } as const;
  await tell(page, 'registries', { ...ADDED, addition: { state: 'fetching', progress } });
  await expect(page.getByText('Looking inside… 240 of 1,000 files written')).toBeVisible();
  await button(page, 'Close').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => callsOf(page, 'cancelRegistry')).toHaveLength(1);
});

/** What is at the middle of its first line belongs to the element. */
function isOnTop(element: Element): boolean {
  const [{ left, top, width, height } = new DOMRect()] = element.getClientRects();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

test('reading, splitting and checking move in Source and in the bar, and are gone at the end', async ({
  openInApp,
  service,
}) => {
  const page = await openInApp('#/source');
  await expect(title(page)).toContainText('Agents get');
  const bar = page.getByRole('banner');
  const moving = page.getByRole('progressbar');
  const say = (progress: Partial<Status>) => sayOfRegistry(page, service.url, {}, progress);
  for (const done of [50, 2_400]) {
    const read = `${done === 50 ? '50' : '2,400'} skills read so far`;
    await say({ reading: { done } });
    await expect(page.getByText(`The folder has changed: ${read}.`)).toBeVisible();
    await expect(bar).toContainText(read);
    await expect(title(page)).toContainText(`Agents get ${SAMPLE_COUNT}`);
  }
  for (const [step, does] of [
    ['indexing', 'known to find'],
    ['checking', 'checked'],
  ] as const)
    for (const done of [240, 400]) {
      await say({ [step]: { done, total: 1_000 } });
      await expect(bar).toContainText(`${done} of 1,000 skills ${does}`);
      await expect(title(page)).toContainText(`${done} of 1,000 skills from `);
      await expect(moving).toHaveAccessibleName(`${done} of 1,000 skills ${does}`);
      await expect(moving).toHaveJSProperty('position', done / 1_000);
    }
  await expectNoViolation(page, 'a registry that is being checked');
  await say({});
  await expect(title(page)).toContainText(`Agents get ${SAMPLE_COUNT}`);
  await expect(moving).toHaveCount(0);
  await expect(page.getByText(/read so far|known to find|skills checked/)).toHaveCount(0);
});

test('a start says how many skills it has read', async ({ openInApp, service }) => {
  const page = await openInApp('#/source');
  const starting = { ...wanted(service.url), phase: 'starting', attempt: 1 } as const;
  await expect(title(page)).toContainText('Agents get');
  await tell(page, 'server', starting);
  await expect(title(page)).toHaveText('Starting. ~/code/skills-registry is being read.');
  for (const [read, words] of [
    [50, '50 skills read so far'],
    [2_400, '2,400 skills read so far'],
  ] as const) {
    await tell(page, 'server', { ...starting, read });
    await expect(title(page)).toHaveText(`Starting. ${words} from ~/code/skills-registry.`);
    await expect(page.getByRole('banner')).toContainText(`Starting: ${words}`);
  }
});

test('the row of a registry says how far the fetch of its update is, until it is there', async ({
  openInApp,
}) => {
  const page = await openInApp('#/source', { added: ADDED });
  const name = 'platform';
  const row = page.getByRole('list', { name: 'Added registries' }).getByRole('listitem').first();
  const checking = { ...ADDED, checking: [name] };
  await tell(page, 'registries', checking);
  await expect(row).toContainText('its address is being asked');
  for (const [progress, words] of [
    [{ step: 'receiving', bytes: 1_258_291, part: 0.45 }, '1.2 MiB received (45 %)'],
    [{ step: 'writing', done: 240, total: 1_000 }, '240 of 1,000 files written'],
  ] as const) {
    await tell(page, 'registries', { ...checking, fetching: { name, progress } });
    await expect(row).toContainText(`its update is being fetched: ${words}`);
  }
  await tell(page, 'registries', ADDED);
  await expect(row).not.toContainText('fetched');
});
