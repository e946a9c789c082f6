/** What people come for, from the start of the window, and the clicks that it takes: those of the table in docs/window.md. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { PREVIEW } from './added-registries.ts';
import { button, expect, test, title } from './browser-test.ts';
import { dropFolder } from './drop-folder.ts';
import { PAYMENTS } from './project-folders.ts';
import { PROJECT } from './service.ts';
import { type BridgeState, CLIENTS, callsOf } from './simulated-bridge.ts';

interface Task {
  /** What the bridge says, where that matters. */
  readonly changes?: Partial<BridgeState>;
  /** What is there before the window is. */
  readonly before?: (registry: string) => void;
  /** Does the task, from the start; fails unless it is done at the end. */
  readonly does: (page: Page) => Promise<void>;
}

const view = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const pitfall = (page: Page) =>
  page.getByRole('heading', { name: 'Writing through engine.connect() without a commit' });

async function ask(page: Page): Promise<void> {
  // The box has the focus.
  await page.keyboard.type('an UPDATE without an error, but no change');
  await expect(pitfall(page)).toBeInViewport();
}

const connects = (name: string): Task => ({
  changes: { clients: CLIENTS.map((client) => ({ ...client, connection: { state: 'absent' } })) },
  async does(page) {
    await view(page, 'Agents');
    await button(page, `Connect ${name}`).click();
    await button(page, 'Write this change').click();
    await expect.poll(() => callsOf(page, 'connectClient')).toHaveLength(1);
  },
});

/** By their words in the table. */
const TASKS: Readonly<Record<string, Task>> = {
  'find the pitfall behind a problem': { does: ask },
  'read a whole skill': {
    async does(page) {
      await page.getByRole('list', { name: 'Skills' }).getByText('asyncio', { exact: true }).click();
      await expect(title(page)).toHaveText('asyncio');
    },
  },
  'copy it for an agent': {
    async does(page) {
      await ask(page);
      await button(page, 'Copy for an agent').click();
      await expect.poll(() => callsOf(page, 'copyText')).toHaveLength(1);
    },
  },
  'serve my own folder': {
    async does(page) {
      await view(page, 'Source');
      await button(page, 'Change folder…').click();
      await button(page, 'Choose a folder…').click();
      await expect.poll(() => callsOf(page, 'chooseRegistry')).toHaveLength(1);
    },
  },
  'see a fault, and open its line': {
    before(registry) {
      mkdirSync(join(registry, 'skills/go/someone/broken'), { recursive: true });
      writeFileSync(
        join(registry, 'skills/go/someone/broken/skill.json'),
        '{\n  "name": "broken",\n  oops\n}\n',
      );
    },
    async does(page) {
      await view(page, 'Source');
      await button(page, 'Open skills/go/someone/broken/skill.json').click();
      await expect.poll(() => callsOf(page, 'openFile')).toHaveLength(1);
    },
  },
  'connect Claude Code': connects('Claude Code'),
  'connect Cursor': connects('Cursor'),
  'see what could go wrong in my project': {
    async does(page) {
      await view(page, 'Project');
      await expect(
        page.locator('main[data-view="project"]').getByRole('heading', { level: 1 }),
      ).toBeVisible();
      await dropFolder(page, 'payments', PAYMENTS);
      await expect(page.getByRole('region', { name: 'Libraries with a skill' })).toContainText('sqlalchemy');
    },
  },
  'add a registry from Git': {
    changes: { preview: PREVIEW },
    async does(page) {
      await view(page, 'Source');
      await button(page, 'Add from Git…').click();
      // The field has the focus.
      await expect(page.getByLabel('Address of a Git repository')).toBeFocused();
      await page.keyboard.type('acme/skills');
      await button(page, 'Look inside').click();
      await button(page, 'Add it').click();
      await expect.poll(() => callsOf(page, 'addRegistry')).toHaveLength(1);
    },
  },
  'see whether all is well': {
    async does(page) {
      await expect(page.getByRole('banner')).toContainText(/\d+ skills/);
    },
  },
  'stop the service': {
    async does(page) {
      await view(page, 'Source');
      await button(page, 'Stop').click();
      await expect.poll(() => callsOf(page, 'stopServer')).toHaveLength(1);
    },
  },
};

/** Runs in the page, before its own code. */
function countClicks(): void {
  Object.assign(window, { clicks: 0 });
  addEventListener('click', () => ((window as unknown as { clicks: number }).clicks += 1), true);
}

const table = readFileSync(join(PROJECT, 'docs/window.md'), 'utf8').split('\n## Clicks\n')[1] ?? '';
const told = [...table.matchAll(/^\| ([a-z][^|]*) \| (\d)[^|]* \|/gim)].map(
  ([, task = '', clicks]) => [task, Number(clicks)] as const,
);

test('the page about the window counts the clicks of each task', () => {
  expect(told.map(([task]) => task)).toEqual(Object.keys(TASKS));
});

for (const [task, clicks] of told)
  test(`${task}: clicks, ${clicks}`, {
    // The simulated bridge changes nothing.
    tag: TASKS[task]?.before === undefined ? [] : ['@own'],
  }, async ({ page, registry, openInApp }) => {
    const { changes, before, does } = TASKS[task] ?? {};
    before?.(registry.path);
    await page.addInitScript(countClicks);
    await openInApp('#/', changes);
    await does?.(page);
    expect(await page.evaluate(() => (window as unknown as { clicks: number }).clicks)).toBe(clicks);
  });
