/** Importing a skill's folder, against the service as it is built. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { validSkill } from '../../support/valid-skill.ts';
import { test as base, expect } from './browser-test.ts';
import { type Contents, changeDropped, dropFolder } from './drop-folder.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { heldFile } from './held-file.ts';
import { startService } from './service.ts';
import { bridgeState, callsOf, installBridge, tell } from './simulated-bridge.ts';

/** A valid skill's files, with `changes`; undefined takes one away. */
function skillFiles(changes: Record<string, string | Uint8Array | undefined> = {}): Contents {
  const { manifest, files } = validSkill();
  const all: typeof changes = { 'skill.json': JSON.stringify(manifest), ...files, ...changes };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string | Uint8Array] => entry[1] !== undefined),
  );
}

const KEY = 'cpp/redis/hiredis';

type Importing = (name: string, files: Contents) => Promise<Page>;

const test = base.extend<{ importing: Importing }>({
  /** Opens the import and chooses a folder of these files. */
  importing: async ({ open }, use) => {
    await use(async (name, files) => {
      const page = await open('#/import');
      await choose(page, folder(name, files));
      return page;
    });
  },
});

/** Writes a folder of its own for this test, and gives its path. */
function folder(name: string, files: Contents): string {
  for (const [path, content] of Object.entries(files)) {
    const file = test.info().outputPath(name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return test.info().outputPath(name);
}

async function choose(page: Page, folder: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose/ }).click();
  await (await chooser).setFiles(folder);
}

const addButton = (page: Page) => page.getByRole('button', { name: 'Add to the registry' });

test.describe('where skills are taken', () => {
  test.use({ serveOptions: ['--allow-submit'] });

  test('a folder is chosen, checked, added and opened', { tag: '@own' }, async ({ importing, registry }) => {
    const page = await importing('hiredis', skillFiles({ LICENSE: 'MIT', '.DS_Store': 'x' }));
    await expect(page.getByRole('heading', { name: 'It can be added' })).toBeVisible();
    const contents = page.getByRole('region', { name: 'What would be added' });
    await expect(contents).toContainText(KEY);
    await expect(contents).toContainText('examples/basic.cpp');
    await expect(contents).toContainText('Left out, because a skill has no such files: LICENSE');
    const folder = join(registry.path, 'skills', ...KEY.split('/'));
    expect(existsSync(folder)).toBe(false);
    await addButton(page).click();
    await expect(page.locator('.toast_toast')).toContainText(`Added ${KEY}`);
    expect(readFileSync(join(folder, 'overview.md'), 'utf8')).toBe(skillFiles()['overview.md']);
    expect(existsSync(join(folder, 'LICENSE'))).toBe(false);
    await page.getByRole('link', { name: 'Open the skill' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('hiredis');
  });

  test('the keyboard alone does it, from Browse to the new skill', { tag: '@own' }, async ({ open }) => {
    const page = await open('#/browse');
    const path = folder('hiredis', skillFiles());
    await page.getByRole('link', { name: 'Import a skill…' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import a skill');
    await expect(page.locator('html[data-view="import"]')).toBeAttached();
    const chooser = page.waitForEvent('filechooser');
    // A key may overtake what was asked of the page before it: once this is answered, it tells of choosers.
    await page.evaluate(() => undefined);
    await page.keyboard.press('o');
    await (await chooser).setFiles(path);
    await expect(page.getByRole('heading', { name: 'It can be added' })).toBeVisible();
    for (let presses = 0; presses < 15; presses += 1) {
      if (await addButton(page).evaluate((button) => button === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Open the skill' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('hiredis');
  });

  test('a folder may be dropped in any view, and read again after it was mended', { tag: '@own' }, async ({
    open,
  }) => {
    const page = await open('#/problems');
    const files: Record<string, string | Uint8Array> = skillFiles({ 'safety.md': '# Nothing\n' });
    await dropFolder(page, 'hiredis', files);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import a skill');
    await expect(page.getByRole('heading', { name: /2 things keep it out/ })).toBeVisible();
    await changeDropped(page, skillFiles());
    await page.getByRole('button', { name: 'Read again' }).click();
    await expect(page.getByRole('heading', { name: 'It can be added' })).toBeVisible();
    await addButton(page).click();
    await expect(page.getByRole('link', { name: 'Open the skill' })).toBeVisible();
  });

  test('says what letting go does while something is held over the window', async ({ open }) => {
    const page = await open('#/browse');
    const held = await heldFile(page, 'hiredis');
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: held });
    await expect(page.getByText('Let go to look inside')).toBeVisible();
    await page.dispatchEvent('body', 'dragleave', { dataTransfer: held });
    await expect(page.getByText('Let go to look inside')).toHaveCount(0);
    await page.dispatchEvent('body', 'drop', { dataTransfer: held });
    await expect(page.getByRole('alert')).toContainText('What was dropped is not one folder.');
  });

  test('problems are shown with why and fix, and keep the button off', async ({ importing }) => {
    const { manifest } = validSkill();
    const changed = { ...manifest, tier: 'tier1', completeness: 3 };
    const page = await importing(
      'hiredis',
      skillFiles({ 'skill.json': JSON.stringify(changed), 'overview.md': '# Short\n' }),
    );
    await expect(page.getByRole('heading', { name: /keep it out/ })).toBeVisible();
    const section = (name: string) => page.getByRole('heading', { name, exact: true }).locator('..');
    await expect(section('Errors')).toContainText('tier1 is curated');
    await expect(section('Errors')).toContainText('overview.md has');
    await expect(section('Errors')).toContainText('To fix:');
    await expect(section('Warnings')).toContainText('"completeness" is 3');
    await expect(addButton(page)).toHaveAttribute('aria-disabled', 'true');
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await addButton(page).click({ force: true });
    await page.getByRole('link', { name: 'Browse', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'All skills' })).toBeVisible();
    expect(posts).toEqual([]);
  });

  test('a key that exists leads to the skill that is there', { tag: '@own' }, async ({ importing, page }) => {
    await importing('hiredis', skillFiles());
    await addButton(page).click();
    await expect(page.getByRole('link', { name: 'Open the skill' })).toBeVisible();
    await choose(page, folder('again', skillFiles()));
    await expect(page.getByText(`Skill '${KEY}' exists already.`)).toBeVisible();
    await page.getByRole('link', { name: 'Open the existing skill' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('hiredis');
  });

  test('what can’t be a skill is refused with what to do, without asking the service', async ({
    open,
    page,
  }) => {
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await open('#/import');
    for (const [what, changes, title, detail] of [
      [
        'no manifest',
        { 'skill.json': undefined },
        'There is no skill.json in no manifest.',
        'beside its .md files',
      ],
      ['broken', { 'skill.json': '{ "name": ' }, 'could not be read as JSON', 'Fix it'],
      [
        'binary',
        { 'examples/logo.png': Uint8Array.of(137, 80, 78, 71, 0, 255) },
        '1 file of binary is not text.',
        'examples/logo.png, 6 B',
      ],
      [
        'large',
        { 'examples/data.txt': 'x'.repeat(1_300_000) },
        'at most 1 MiB',
        'examples/data.txt, 1.2 MiB',
      ],
    ] as const) {
      await choose(page, folder(what, skillFiles(changes)));
      await expect(page.getByRole('alert')).toContainText(title);
      await expect(page.getByRole('alert')).toContainText(detail);
      await expect(addButton(page)).toHaveCount(0);
    }
    expect(posts).toEqual([]);
  });

  test('says the next step where adding is refused, and adds once it is not', { tag: '@own' }, async ({
    importing,
  }) => {
    const page = await importing('hiredis', skillFiles());
    await expect(page.getByRole('heading', { name: 'It can be added' })).toBeVisible();
    for (const [status, next] of [
      [409, 'never overwritten'],
      [413, 'Shorten the largest files'],
      [415, 'Reload this page'],
      [422, 'Check again'],
      [500, 'When the cause is gone'],
      [503, 'folder can be read'],
    ] as const) {
      await page.route('**/v1/skills', (route) =>
        route.fulfill({ status, json: { error: `The service says ${status}.` } }),
      );
      await addButton(page).click();
      await expect(page.getByRole('alert')).toContainText(`The service says ${status}.`);
      await expect(page.getByRole('alert')).toContainText(next);
      await page.unroute('**/v1/skills');
      await page.getByRole('button', { name: 'Check again' }).click();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
    await addButton(page).click();
    await expect(page.getByRole('link', { name: 'Open the skill' })).toBeVisible();
  });

  test('does not claim to know what became of a skill when the answer is lost', {
    tag: ['@own', '@ci'],
  }, async ({ importing }) => {
    const page = await importing('hiredis', skillFiles());
    await expect(page.getByRole('heading', { name: 'It can be added' })).toBeVisible();
    await page.route('**/v1/skills', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback(); // the list is asked for at the same address
      await route.fetch();
      await route.abort();
    });
    await addButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Whether the skill was added is not known');
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText(`Skill '${KEY}' exists already.`)).toBeVisible();
  });

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 420],
  ] as const)
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 720 } });

      test('has no accessibility violation in any state', {
        tag: width === 420 ? '@own' : ['@own', '@ci'],
      }, async ({ open }) => {
        const page = await open('#/import');
        await expectNoViolation(page, 'nothing chosen');
        const bad = { 'safety.md': '# Short\n', 'examples/a.cpp': 'int x; // \u200b' };
        await choose(page, folder('bad', skillFiles(bad)));
        await expect(page.getByRole('heading', { name: /keep it out/ })).toBeVisible();
        await expectNoViolation(page, 'problems');
        await choose(page, folder('none', { 'a.md': '' }));
        await expect(page.getByRole('alert')).toBeVisible();
        await expectNoViolation(page, 'no skill');
        await choose(page, folder('hiredis', skillFiles()));
        await expect(page.getByRole('heading', { name: 'It can be added' })).toBeVisible();
        await expectNoViolation(page, 'ready');
        await addButton(page).click();
        await expect(page.getByRole('link', { name: 'Open the skill' })).toBeVisible();
        await expectNoViolation(page, 'added');
      });
    });
});

test.describe('where none are taken', () => {
  test('says so first, and how to turn it on; then checks what was chosen', { tag: '@own' }, async ({
    importing,
    service,
    registry,
  }) => {
    const page = await importing('hiredis', skillFiles());
    await expect(page.getByText('This registry takes no new skills yet.')).toBeVisible();
    await expect(
      page.getByText(
        `skills-registry serve --registry ${registry.path} --port ${service.port} --allow-submit`,
      ),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Not checked yet' })).toBeVisible();
    await expect(addButton(page)).toHaveAttribute('aria-disabled', 'true');
    await expectNoViolation(page, 'submissions are off');
    await service.stop();
    const again = await startService(registry.path, service.port, ['--allow-submit']);
    try {
      await expect(page.getByRole('heading', { name: 'It can be added' })).toBeVisible();
      await expect(page.getByText('This registry takes no new skills yet.')).toHaveCount(0);
    } finally {
      await again.stop();
    }
  });

  test('on the desktop leads to the setting, then to the restart', async ({ open, page, service }) => {
    const state = bridgeState(service.url);
    await installBridge(page, state);
    await open('#/import');
    await expect(page.getByText(/Turn on “Accept new skills over HTTP”/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open settings' })).toHaveAttribute('href', '#/settings');
    if (state.server.phase !== 'serving') throw new Error('the simulated service serves');
    await tell(page, 'server', { ...state.server, pending: ['allowSubmit'] });
    await page.getByRole('button', { name: 'Restart now' }).click();
    await expect.poll(() => callsOf(page, 'restartServer')).toHaveLength(1);
  });
});

test('in the registry picker of the desktop a dropped folder is still a registry to serve', async ({
  open,
  page,
  service,
}) => {
  await installBridge(page, bridgeState(service.url));
  await open('#/registry');
  await expect(page.getByRole('heading', { name: 'Which folder holds your skills?' })).toBeVisible();
  const dropped = await heldFile(page, 'my-registry');
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: dropped });
  await expect(page.getByText('Let go to look inside')).toBeVisible();
  await expect(page.getByText('what lies in the folder decides')).toHaveCount(0);
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
  await expect
    .poll(() => callsOf(page, 'setRegistry'))
    .toEqual([['setRegistry', { path: '/dropped/my-registry' }]]);
});
