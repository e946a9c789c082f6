/** Starts the app on the real Electron. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron } from 'playwright';
import { buildStandIn } from './build-stand-in.ts';
import type { PreparedLaunch, RunningApp } from './driver.ts';

/** Path of Electron's binary, or undefined. Never by `require('electron')`: that starts a download. */
export function realElectron(project: string): string | undefined {
  if (process.env['DESKTOP_RUNTIME'] === 'stand-in') return undefined;
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(project, 'node_modules/electron/dist');
  const name =
    process.platform === 'darwin'
      ? 'Electron.app/Contents/MacOS/Electron'
      : process.platform === 'win32'
        ? 'electron.exe'
        : 'electron';
  return existsSync(join(folder, name)) ? join(folder, name) : undefined;
}

/**
 * Starts the app.
 * @param binary the path that `realElectron` returns
 */
export async function launchElectron(launch: PreparedLaunch, binary: string): Promise<RunningApp> {
  if (launch.endsAtOnce) return spawnElectron(launch, binary);
  const { record } = buildStandIn(dirname(fileURLToPath(import.meta.url)));
  // Only without an executable path does Playwright add the loader that holds back `ready`.
  const app = await _electron.launch({
    args: ['-r', record, ...appArguments(launch)],
    env: Object.fromEntries(Object.entries(launch.env).map(([name, value]) => [name, value ?? ''])),
    cwd: launch.appFolder,
  });
  const child = app.process();
  const foreign: string[] = [];
  const problems: string[] = [];
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += String(chunk);
    });
  app.on('window', (page) => {
    page.on('request', (request) => {
      if (!request.url().startsWith('app://')) foreign.push(request.url());
    });
    page.on('pageerror', (error) => problems.push(`the page threw: ${error.message}`));
  });
  const versions = await app.evaluate(() => ({
    electron: process.versions['electron'],
    node: process.versions.node,
    // On Windows the child is the shell that Playwright starts the app by.
    pid: process.pid,
  }));
  return {
    runtime: `Electron ${versions.electron}, Node ${versions.node}`,
    pid: versions.pid,
    exited: new Promise((resolve) => child.once('exit', resolve)),
    page: async () => app.windows()[0] ?? app.waitForEvent('window'),
    pages: async () => app.windows(),
    evaluate: (inside, argument) =>
      app.evaluate(inside as never, argument as never) as ReturnType<RunningApp['evaluate']> as never,
    problems: () => problems,
    foreignRequests: () => foreign,
    output: () => output,
    dispose: async () => {
      await app.close().catch(() => undefined);
    },
  };
}

/**
 * The app's folder comes first: what stands before it is Electron's own. Playwright adds `--no-sandbox` on Linux, and a
 * second start has to have it, too: Ubuntu 24.04 forbids the sandbox to programs without an AppArmor profile.
 */
function appArguments({ appFolder, args }: PreparedLaunch): string[] {
  return [appFolder, ...(process.platform === 'linux' ? ['--no-sandbox'] : []), ...args];
}

/** A start that ends by itself, which Playwright can't connect to. */
function spawnElectron(launch: PreparedLaunch, binary: string): RunningApp {
  const child = spawn(binary, appArguments(launch), { cwd: launch.appFolder, env: launch.env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  const ended = async (): Promise<never> => {
    throw new Error(`This start was to end at once.\n${output}`);
  };
  return {
    runtime: binary,
    pid: child.pid ?? 0,
    exited: new Promise((resolve) => child.once('exit', resolve)),
    page: ended,
    pages: async () => [],
    evaluate: ended,
    problems: () => [],
    foreignRequests: () => [],
    output: () => output,
    dispose: async () => void child.kill(),
  };
}
