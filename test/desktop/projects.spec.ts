/** A project in the app: chosen, dropped, followed, written to, remembered. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { dropFolder } from '../e2e/browser/drop-folder.ts';
import { PAYMENTS } from '../e2e/browser/project-folders.ts';
import { ask, expect, onRealElectron, type StartedApp, serverIs, test, unless } from './desktop-test.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
const agents = (page: Page) => page.getByRole('region', { name: 'What the project’s agents are told' });

/** A home with the project in it. */
function homeWithProject(): { readonly home: string; readonly project: string } {
  const home = mkdtempSync(join(tmpdir(), 'skills-desktop-'));
  const project = join(home, 'payments');
  for (const [path, content] of Object.entries(PAYMENTS)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content);
  }
  return { home, project };
}

async function openProjects(app: StartedApp): Promise<Page> {
  const page = await app.page();
  await serverIs(page, 'serving');
  await page.evaluate(() => {
    location.hash = '#/projects';
  });
  await expect(page.locator('html[data-view="projects"]')).toBeAttached();
  return page;
}

/** As package managers do it: a new file takes the place of the old one. */
function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

test('a project is chosen, its change is shown, and written by a click', async ({ start, target }) => {
  const { home, project } = homeWithProject();
  writeFileSync(join(project, 'AGENTS.md'), '# Rules\n\nBe kind.\n');
  const app = await start({ home, settings: { schemaVersion: 1, registry: target.sample } });
  const page = await openProjects(app);
  await app.answerDialog('showOpenDialog', { canceled: false, filePaths: [project] });
  await page.getByRole('button', { name: /^Choose a project…/ }).click();
  await expect(title(page)).toHaveText('payments');
  await expect(row(page, 'sqlalchemy')).toContainText(/1\.4\.54.*skill is for/);

  await expect(agents(page).getByRole('status')).toHaveText('Behind');
  expect(readFileSync(join(project, 'AGENTS.md'), 'utf8')).toBe('# Rules\n\nBe kind.\n');
  await agents(page).getByRole('button', { name: 'Show the change' }).click();
  const change = page.getByRole('group', { name: 'The change to AGENTS.md' });
  await expect(change).toContainText('+ - tokio 1.44.2 (high risk)');
  expect(existsSync(join(project, '.agents'))).toBe(false);
  await agents(page).getByRole('button', { name: 'Write this change' }).click();
  await expect(agents(page).getByRole('status').first()).toHaveText(/^Level, since /);
  const written = readFileSync(join(project, 'AGENTS.md'), 'utf8');
  expect(written).toMatch(/^# Rules\n\nBe kind\.\n/);
  expect(written).toContain('tokio 1.44.2');
  expect(existsSync(join(project, '.agents', 'skills', 'rust-tokio-rs-tokio', 'SKILL.md'))).toBe(true);
  expect(app.foreignRequests()).toEqual([]);

  // What somebody changes is kept, and said.
  replaceFile(join(project, 'AGENTS.md'), written.replace('tokio 1.44.2', 'tokio, with care'));
  await expect(agents(page)).toContainText('AGENTS.md is kept: it has a block of ours');
});

test('the page follows the lock file, and keeps what it read while the folder is away', async ({
  start,
  target,
}) => {
  const { home, project } = homeWithProject();
  const outside = join(home, 'outside.json');
  writeFileSync(outside, '{"lockfileVersion":3,"packages":{"node_modules/secret":{"version":"1.0.0"}}}');
  mkdirSync(join(project, 'web'));
  symlinkSync(outside, join(project, 'web', 'package-lock.json'));
  const settings = { schemaVersion: 1, registry: target.sample, recentProjects: [project, '/gone/away'] };
  const app = await start({ home, settings });
  const page = await openProjects(app);
  await page.getByRole('button', { name: project, exact: true }).click();
  await expect(row(page, 'tokio')).toContainText('1.44.2');
  await expect(page.getByRole('region', { name: 'Not read' })).toContainText(
    'web/package-lock.json is a link, which is not followed',
  );
  await expect(page.locator('main')).not.toContainText('secret');

  const lock = join(project, 'Cargo.lock');
  replaceFile(lock, readFileSync(lock, 'utf8').replace('1.44.2', '1.51.4'));
  await expect(row(page, 'tokio')).toContainText('1.51.4');

  renameSync(project, `${project}-away`);
  await expect(page.getByText('not compared while the folder can’t be read')).toBeVisible();
  await expect(page.getByText(/payments is not a folder that can be read/)).toHaveCount(1);
  await expect(row(page, 'tokio')).toContainText('1.51.4');
  renameSync(`${project}-away`, project);
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByText(/is not a folder that can be read/)).toHaveCount(0);
});

test('projects are remembered, forgotten, and no other folder can be named', async ({ start, target }) => {
  const { home, project } = homeWithProject();
  const settings = { schemaVersion: 1, registry: target.sample };
  const app = await start({ home, settings });
  const page = await openProjects(app);
  await app.answerDialog('showOpenDialog', { canceled: false, filePaths: [home] });
  await page.getByRole('button', { name: /^Choose a project…/ }).click();
  await expect(page.getByRole('alert')).toContainText('holds the home folder, not a project');
  await app.answerDialog('showOpenDialog', { canceled: true, filePaths: [] });
  await page.getByRole('button', { name: /^Choose a project…/ }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await app.answerDialog('showOpenDialog', { canceled: false, filePaths: [project] });
  await page.getByRole('button', { name: /^Choose a project…/ }).click();
  await expect(title(page)).toHaveText('payments');
  expect((await ask(page, 'getSettings')).recentProjects).toEqual([{ path: project, reachable: true }]);

  await expect(ask(page, 'openRecentProject', { path: home })).rejects.toThrow('Choose the project first.');
  expect(
    await page.evaluate(
      () => 'openProject' in (window as unknown as { skillsDesktop: object }).skillsDesktop,
    ),
  ).toBe(false);
  expect((await ask(page, 'forgetProject', { path: project })).recentProjects).toEqual([]);
});

test('a project that is dropped is read by the app, by its path', async ({ start, target }) => {
  unless(onRealElectron);
  const { home, project } = homeWithProject();
  const app = await start({ home, settings: { schemaVersion: 1, registry: target.sample } });
  const page = await app.page();
  await serverIs(page, 'serving');
  await page.evaluate((path) => {
    document.documentElement.dataset['droppedPath'] = path;
  }, project);
  // The names come with the drop; what is in the files does not.
  await dropFolder(page, 'payments', { 'Cargo.lock': 'not read' });
  await expect(title(page)).toHaveText('payments');
  await expect(page.getByText(project).first()).toBeVisible();
  await expect(row(page, 'tokio')).toContainText('1.44.2');
});
