/** The desktop specs' own `test`: starts apps, each with a home of its own, and ends with nothing left behind. */
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import type { DesktopBridge, RequestName, Result } from '../../src-main/contract/requests.ts';
import type { Phase, ServiceState, StateIn } from '../../src-main/contract/service-state.ts';
import type { DiscoveryFile } from '../../src-server/contract/service.ts';
import { type DesktopDriver, forget, type LaunchOptions, launchDesktop, newFolder } from './driver.ts';
import { PROJECT } from './project.ts';

/** The app under test: the project's own build, or the packed one, unpacked where no parent has node_modules. */
export interface AppUnderTest {
  readonly folder: string;
  readonly isPackaged: boolean;
  /** The folder of the registry that ships with the app. */
  readonly sample: string;
}

/** What a test under `packed` in playwright.config.ts runs on; package.setup.ts puts it there. */
export function packedResources(): string {
  const folder = process.env['DESKTOP_PACKED'];
  if (folder === undefined) throw new Error('playwright.config.ts names the folder of the packed app.');
  return join(folder, 'resources');
}

export interface StartOptions extends LaunchOptions {
  /** The port to serve on; a free one by default. */
  readonly port?: number;
  /** What settings.json holds before the start. */
  readonly settings?: object | string;
}

export type StartedApp = DesktopDriver & { readonly port: number };
export type StartApp = (options?: StartOptions) => Promise<StartedApp>;

let saidRuntime = false;

export const test = base.extend<{ start: StartApp }, { packed: boolean; target: AppUnderTest }>({
  packed: [false, { scope: 'worker', option: true }],
  target: [
    async ({ packed }, use) => {
      const folder = packed ? join(packedResources(), 'app') : PROJECT;
      const cli = packed ? join(packedResources(), 'cli') : PROJECT;
      await use({ folder, isPackaged: packed, sample: join(cli, 'assets', 'sample-registry') });
    },
    { scope: 'worker' },
  ],
  start: async ({ target }, use, info) => {
    const apps: StartedApp[] = [];
    await use(async (options = {}) => {
      const app = await startApp(target, options);
      apps.push(app);
      if (!saidRuntime) console.log(`${target.isPackaged ? 'Packed app' : 'App'} on: ${app.runtime}.`);
      saidRuntime = true;
      return app;
    });
    const problems: string[] = [];
    for (const app of apps) {
      problems.push(...app.problems());
      if (info.status !== info.expectedStatus) console.log(app.output());
      await app.dispose();
    }
    for (const { home } of apps) await forget(home);
    expect(problems, 'what the runtime or the page complained about').toEqual([]);
  },
});

async function startApp(target: AppUnderTest, options: StartOptions): Promise<StartedApp> {
  const { port = await freePort(), settings, args = [], ...rest } = options;
  const home = options.home ?? newFolder();
  if (settings !== undefined) {
    mkdirSync(join(home, 'user-data'), { recursive: true });
    const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
    writeFileSync(join(home, 'user-data', 'settings.json'), text);
  }
  const app = await launchDesktop({
    appFolder: target.folder,
    isPackaged: target.isPackaged,
    ...rest,
    home,
    args: ['--port', String(port), ...args],
  });
  return { ...app, port };
}

/** Sends a request of the page through its bridge. */
export function ask<Name extends RequestName>(
  page: Page,
  name: Name,
  payload?: unknown,
): Promise<Result<Name>> {
  return page.evaluate(
    ([method, given]) =>
      (
        window as unknown as { skillsDesktop: Record<string, (payload: unknown) => Promise<never>> }
      ).skillsDesktop[method]?.(given),
    [name, payload] as const,
  ) as Promise<unknown> as Promise<Result<Name>>;
}

/** Waits until the service is in this state, and gives its status. */
export async function serverIs<In extends Phase>(page: Page, phase: In): Promise<StateIn<In>> {
  let status: ServiceState | undefined;
  await expect
    .poll(
      async () => {
        status = await ask(page, 'getServiceState');
        return status.phase;
      },
      { intervals: [50] },
    )
    .toBe(phase);
  return status as StateIn<In>;
}

/** Keeps each state that the page hears of from now on, once in a row; some are over before anybody could ask. */
export async function watchStates(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    const { skillsDesktop } = window as unknown as { skillsDesktop: DesktopBridge };
    skillsDesktop.on('server', ({ phase }) => {
      if (seen.at(-1) !== phase) seen.push(phase);
    });
    Object.assign(window, { __states: seen });
  });
  return () => page.evaluate(() => (window as unknown as { __states: string[] }).__states);
}

export function discoveryFiles(app: Pick<StartedApp, 'discoveryFolder'>): DiscoveryFile[] {
  if (!existsSync(app.discoveryFolder)) return [];
  return readdirSync(app.discoveryFolder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(app.discoveryFolder, name), 'utf8')) as DiscoveryFile);
}

/** Below those that systems give away by themselves: nobody gets one before it is used. By chance, as others ask, too. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const server = await occupy(port).catch(() => undefined);
    if (server === undefined) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Takes a port, as a stranger would. */
export function occupy(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** Writes a registry with one small skill per name. */
export function writeRegistry(folder: string, names: readonly string[]): string {
  for (const name of names) {
    const skill = join(folder, 'skills', 'js', 'someone', name);
    mkdirSync(skill, { recursive: true });
    const manifest = {
      schema: 'skills/v1',
      name,
      repo: `someone/${name}`,
      language: 'js',
      tags: [name],
      files: { P0: ['overview.md'] },
    };
    writeFileSync(join(skill, 'skill.json'), JSON.stringify(manifest));
    writeFileSync(join(skill, 'overview.md'), `# ${name}\n\nWhat ${name} is for.\n`);
  }
  return folder;
}

/** Why a test can't run here; undefined where it can. */
type Reason = string | undefined;

export const notOnLinux: Reason =
  process.platform === 'linux'
    ? undefined
    : 'only Linux desktops lack trays, or keep all of it in files of their own';

/** Skips the test that runs, or all of the file or group that this stands in, where there is a reason. */
export function unless(reason: Reason): void {
  // biome-ignore lint/suspicious/noSkippedTests: with a reason, which `npm test` prints.
  if (reason !== undefined) test.skip(true, reason);
}

export { expect };
