/** The app on the stand-in: its main process is plain Node, its windows are pages of a Chromium that the test holds. */
import { fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium as playwrightChromium } from 'playwright';
import { buildStandIn } from './build-stand-in.ts';
import type { PreparedLaunch, RunningApp } from './driver.ts';
import { endAll } from './processes.ts';
import { createChannel } from './stand-in/channel.ts';
import { hostWindows } from './window-host.ts';

/** Pages reach nothing but what the test answers. */
const CHROMIUM_ARGS = [
  ...(process.getuid?.() === 0 || process.env['CI'] ? ['--no-sandbox'] : []),
  '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

let browser: Promise<Browser> | undefined;

/** One for all apps of a test process; it ends with it. */
function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  browser ??= playwrightChromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS });
  return browser;
}

export async function launchStandIn(launch: PreparedLaunch): Promise<RunningApp> {
  const build = buildStandIn(dirname(fileURLToPath(import.meta.url)));
  const chromium = await openBrowser();
  const child = fork(build.boot, [], {
    cwd: launch.appFolder,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...launch.env,
      STAND_IN_BOOT: JSON.stringify({
        appFolder: launch.appFolder,
        electronVersion: build.electronVersion,
        isPackaged: launch.isPackaged,
        args: launch.args,
        utilityShim: build.utilityShim,
        preloads: [build.record],
      }),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += String(chunk);
    });
  const channel = createChannel({
    send: (message) => {
      // What is still on its way to an app that has just ended is lost, as it should be.
      if (child.connected) child.send(message as object, () => {});
    },
    onMessage: (listener) => void child.on('message', listener),
  });
  const host = hostWindows(chromium, channel);
  const violations: string[] = [];
  channel.handle('violation', (message: string) => void violations.push(message));
  channel.handle('failure', (message: string) => void violations.push(message));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  exited.then((code) => channel.close(`The app ended with ${code}.\n${violations.join('\n')}\n${output}`));

  const evaluate: RunningApp['evaluate'] = async (inside, argument) =>
    (await channel.call('evaluate', { source: inside.toString(), argument })) as never;

  const { electron, nodeVersion } = await evaluate(
    () => ({ electron: process.versions['electron'], nodeVersion: process.versions.node }),
    null,
  ).catch((error: unknown) => {
    // As Playwright's launch of the real one rejects.
    if (!launch.endsAtOnce) throw error;
    return { electron: 'unknown', nodeVersion: 'unknown' };
  });
  return {
    runtime: `stand-in for Electron ${electron}, Node ${nodeVersion}`,
    pid: child.pid ?? 0,
    exited,
    evaluate,
    page: () =>
      Promise.race([
        host.page(),
        exited.then((code) => {
          throw new Error(
            `The app ended with ${code} before a window opened.\n${violations.join('\n')}\n${output}`,
          );
        }),
      ]),
    pages: async () => host.pages(),
    problems: () => [...violations, ...host.problems],
    foreignRequests: () => host.foreignRequests,
    output: () => output,
    async dispose() {
      channel.close('The test is over.');
      // Its service would notice, and write into the home as it leaves.
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        await endAll(child.pid);
      await host.close();
      await exited;
    },
  };
}
