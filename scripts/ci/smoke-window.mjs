/**
 * Opens the window of the unpacked app in release/, with the fuses that ship, and drives it through Chromium's
 * own port: no fuse concerns it. Pictures of page and desktop go to test-results/smoke-window. `node
 * scripts/ci/smoke-window.mjs [program]` tests another program; run through on-display.mjs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.mjs';
import { packedApp, unpackedFolder } from '../packed-app.mjs';
import { until } from '../release/smoke-checks.mjs';

/** First starts are slow on hosted runners. */
const START_MS = 120_000;
const WAIT_MS = 60_000;

/** Command that takes a picture of the whole desktop. Pure. */
export function pictureCommand(platform, file) {
  if (platform === 'darwin') return ['screencapture', '-x', file];
  if (platform !== 'win32') return ['scrot', '--overwrite', file];
  const script = [
    'Add-Type -AssemblyName System.Windows.Forms, System.Drawing',
    '$area = [System.Windows.Forms.SystemInformation]::VirtualScreen',
    '$picture = New-Object System.Drawing.Bitmap $area.Width, $area.Height',
    '[System.Drawing.Graphics]::FromImage($picture).CopyFromScreen($area.Location, [System.Drawing.Point]::Empty, $area.Size)',
    `$picture.Save('${file.replaceAll("'", "''")}')`,
  ].join('; ');
  return ['powershell', '-NoProfile', '-Command', script];
}

/**
 * Page of the window, once its heading is there.
 *
 * @param {string} endpoint of the debugging port
 * @param {string} origin beginning of the page's address
 */
export async function openPage(endpoint, origin = 'app://') {
  const { chromium } = await import('playwright');
  const browser = await until(
    'no window could be driven',
    () => chromium.connectOverCDP(endpoint).catch(() => undefined),
    START_MS,
  );
  const page = await until(
    'the window had no page',
    () =>
      browser
        .contexts()
        .flatMap((context) => context.pages())
        .find((open) => open.url().startsWith(origin)),
    WAIT_MS,
  );
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: WAIT_MS });
  return { browser, page };
}

/** Asks as the page does, through the app's own protocol. */
export async function readStatus(page) {
  return until(
    'the page got no status',
    () =>
      page.evaluate(() =>
        fetch('/v1/status').then(
          (response) => (response.ok ? response.json() : undefined),
          () => undefined,
        ),
      ),
    WAIT_MS,
  );
}

async function smoke(program) {
  const userData = mkdtempSync(join(tmpdir(), 'smoke-window-'));
  const pictures = join(fileURLToPath(new URL('../..', import.meta.url)), 'test-results', 'smoke-window');
  mkdirSync(pictures, { recursive: true });
  const [debugging, port] = [await freePort(), await freePort()];
  const app = spawn(
    program,
    [
      ...(process.platform === 'linux' ? ['--no-sandbox'] : []),
      `--remote-debugging-port=${debugging}`,
      `--user-data-dir=${userData}`,
      ...['--port', String(port)],
    ],
    { stdio: 'inherit' },
  );
  const ended = new Promise((resolve) => {
    app.once('exit', resolve);
    app.once('error', resolve);
  });
  let browser;
  try {
    const opened = await openPage(`http://127.0.0.1:${debugging}`);
    browser = opened.browser;
    const { page } = opened;
    const { registry, counts } = await readStatus(page);
    await page.screenshot({ path: join(pictures, `page-${process.platform}.png`) });
    const [command, ...args] = pictureCommand(
      process.platform,
      join(pictures, `desktop-${process.platform}.png`),
    );
    const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
    if (status !== 0)
      console.warn(`No picture of the desktop: ${command}: ${error?.message ?? `code ${status}`}.`);
    if (registry.sample !== true) throw new Error('The packed service does not know its own sample.');
    console.log(`✓ The window shows ${counts.skills} skills of the sample.`);
  } finally {
    await browser?.close().catch(() => undefined);
    if (process.platform === 'win32') spawnSync('taskkill', ['/PID', String(app.pid), '/T', '/F']);
    else app.kill('SIGTERM');
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 30_000).unref())]);
    if (app.exitCode === null && app.signalCode === null) app.kill('SIGKILL');
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { platform, arch } = process;
  const folder = join(
    fileURLToPath(new URL('../..', import.meta.url)),
    'release',
    unpackedFolder(platform, arch),
  );
  await smoke(process.argv[2] ?? packedApp(folder, platform).binary);
}
