/** Only the packed app brings its command line, so these run on it alone. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Page } from 'playwright';
import { commandScript } from '../../src-server/connect/command/command-script.ts';
import { ask, expect, packedResources, type StartedApp, serverIs, test } from './desktop-test.ts';
import { forget, newFolder } from './driver.ts';

const packedCommand = () => join(packedResources(), 'cli', 'bin', 'skills-registry');
const installedAt = ({ home }: Pick<StartedApp, 'home'>) => join(home, '.local', 'bin', 'skills-registry');

/** As a terminal would start it: by its name. */
function inTerminal(app: StartedApp, ...args: string[]) {
  const path = [dirname(installedAt(app)), process.env['PATH'] ?? ''].join(delimiter);
  return spawnSync('skills-registry', args, { env: { HOME: app.home, PATH: path }, encoding: 'utf8' });
}

function whereIs(tool: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, tool)).find((file) => existsSync(file)) ?? tool;
}

async function openSettings(page: Page): Promise<void> {
  await serverIs(page, 'serving');
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await expect(page.getByRole('heading', { name: 'Command line' })).toBeVisible();
}

/** What a client of the official SDK gets over standard input and output: the tools, and the text of one skill. */
async function askOver(command: string, args: readonly string[], home: string) {
  const client = new Client({ name: 'claude-ai', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...args],
      cwd: home,
      env: { HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_CACHE_HOME: join(home, 'cache') },
    }),
  );
  const { tools } = await client.listTools();
  const skill = await client.callTool({ name: 'get_skill', arguments: { path: 'js/websockets/ws' } });
  await client.close();
  return { tools: tools.map(({ name }) => name), skill: JSON.stringify(skill.content) };
}

test('the packed command tells the app’s version, behind links too, and needs no Node of the machine', async ({
  start,
}) => {
  const app = await start();
  const { version } = await ask(await app.page(), 'getAppInfo');
  const link = join(app.home, 'a link to it');
  symlinkSync(packedCommand(), link);
  // All that the script needs of a machine.
  const tools = join(app.home, 'tools');
  mkdirSync(tools);
  for (const tool of ['readlink', 'dirname']) symlinkSync(whereIs(tool), join(tools, tool));
  for (const command of [packedCommand(), link]) {
    const said = execFileSync(command, ['--version'], { encoding: 'utf8', env: { PATH: tools } });
    expect(said.trim()).toBe(version);
  }
});

test('the packed command speaks MCP to a client that starts it, with the registry that came with it', async () => {
  const home = newFolder();
  try {
    const { tools, skill } = await askOver(packedCommand(), ['mcp'], home);
    expect(tools).toEqual([
      'find_skills',
      'search_skills',
      'get_skill',
      'get_section',
      'match_project',
      'report_skill',
    ]);
    expect(skill).toContain('pitfalls.md');
  } finally {
    await forget(home);
  }
});

test('the window installs the command, says where and what PATH lacks, and takes it back', async ({
  start,
}) => {
  const app = await start({ env: { SHELL: '/bin/sh' } });
  const page = await app.page();
  await openSettings(page);
  await expect(page.getByText(`Not installed. It would be at ${installedAt(app)}.`)).toBeVisible();
  expect(existsSync(installedAt(app))).toBe(false);

  await page.getByRole('button', { name: 'Install command' }).click();
  await expect(page.getByText(`Your PATH lacks ${dirname(installedAt(app))}.`).first()).toBeVisible();
  await expect(page.getByText(`export PATH="$HOME/.local/bin:$PATH"`).first()).toBeVisible();
  const { version } = await ask(page, 'getAppInfo');
  expect(inTerminal(app, '--version').stdout.trim()).toBe(version);
  expect(inTerminal(app, 'no-such-command').status).toBe(2);

  await page.getByRole('button', { name: 'Remove command' }).click();
  await expect(page.getByText(`Removed ${installedAt(app)}.`)).toBeVisible();
  expect(existsSync(installedAt(app))).toBe(false);
  await expect(page.getByRole('button', { name: 'Install command' })).toBeVisible();
});

test('the tray leads to where the command is installed', async ({ start }) => {
  const app = await start({ args: ['--hidden'] });
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
  await app.clickTray('Command line…');
  const page = await app.page();
  await page.getByRole('button', { name: 'Install command' }).click();
  await expect.poll(() => existsSync(installedAt(app))).toBe(true);
  expect(inTerminal(app, '--version').status).toBe(0);
});

test('another program of the name stays as it is, and the window says so', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  mkdirSync(dirname(installedAt(app)), { recursive: true });
  writeFileSync(installedAt(app), '#!/bin/sh\necho mine\n', { mode: 0o755 });
  await openSettings(page);
  await expect(page.getByText(`${installedAt(app)} is another program’s`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Install command' })).toHaveCount(0);
  for (const action of ['installCommand', 'removeCommand'] as const)
    expect(await ask(page, action)).toMatchObject({ ok: false });
  expect(readFileSync(installedAt(app), 'utf8')).toBe('#!/bin/sh\necho mine\n');
});

test('a client that starts its servers gets the installed Node and script, which answer it', async ({
  start,
}) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  const preview = await ask(page, 'previewClient', { client: 'claude-desktop' });
  if (!preview.ok) throw new Error(preview.reason);
  await ask(page, 'connectClient', { client: 'claude-desktop', token: preview.token });
  const { command, args } = JSON.parse(readFileSync(preview.file, 'utf8')).mcpServers['skills-registry'];
  const cli = join(packedResources(), 'cli');
  expect([command, ...args]).toEqual([
    join(cli, 'node'),
    join(cli, 'dist', 'server', 'skills-registry.cjs'),
    'mcp',
  ]);
  expect((await askOver(command, args, app.home)).skill).toContain('pitfalls.md');
});

test('the doctor finds a command whose app was moved, and installing again mends it', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  const starts = '/gone/cli/dist/server/skills-registry.cjs';
  mkdirSync(dirname(installedAt(app)), { recursive: true });
  const stale = commandScript({ node: '/gone/cli/node', script: starts }, 'linux', undefined) ?? '';
  writeFileSync(installedAt(app), stale, { mode: 0o755 });
  expect(inTerminal(app).stderr).toContain('is not there any more');
  expect(await ask(page, 'examineConnection')).toContainEqual({
    severity: 'error',
    title: expect.stringContaining(`${installedAt(app)} starts ${starts}, but the program is gone`),
    fix: expect.stringContaining('install the command again'),
  });
  await openSettings(page);
  await page.getByRole('button', { name: 'Install again' }).click();
  await expect(page.getByText(`Installed at ${installedAt(app)}.`).first()).toBeVisible();
  expect(inTerminal(app, '--version').status).toBe(0);
});
