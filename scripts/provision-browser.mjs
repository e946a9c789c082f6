/**
 * Chromium for the specs, in this order: `CHROMIUM_PATH`, Playwright's, installed browsers, Playwright's download,
 * and Debian's package if that is permitted.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';

const INSTALLED = [
  // Without desktop integration; pages take a third of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Says how a browser is had, before the download. */
export const HOW_A_BROWSER_IS_HAD = `Playwright’s, once${mayInstall() ? ', or Debian’s package' : ''}; or name one in CHROMIUM_PATH`;

/** Returns the path of a browser; undefined if there is none, or if CHROMIUM_PATH is wrong. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  return [chromium.executablePath(), ...INSTALLED].find((file) => file && existsSync(file) && starts(file));
}

/** Whether a browser starts; only Linux may lack libraries that it needs. */
function starts(file) {
  return process.platform !== 'linux' || spawnSync(file, ['--version', '--no-sandbox']).status === 0;
}

function succeeds(command, args, cwd) {
  return spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

/** Returns the path of a browser, which it gets if need be; undefined after a message. */
export function provisionBrowser(root) {
  const found = findBrowser();
  if (found !== undefined) return found;
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    // An explicit choice is never replaced.
    console.error(`CHROMIUM_PATH names ${named}, which is not there.`);
    return undefined;
  }
  console.log('No Chromium that starts was found: getting one for the specs.');
  const playwright = join(root, 'node_modules', 'playwright', 'cli.js');
  if (succeeds(process.execPath, [playwright, 'install', 'chromium'], root) && findBrowser() !== undefined)
    return findBrowser();
  if (mayInstall()) {
    succeeds('apt-get', ['update', '-qq']);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
      if (findBrowser() !== undefined) return findBrowser();
    }
  }
  console.error(
    'The specs need Chromium, Chrome or Edge, with the libraries that it needs. Install one, or name it in CHROMIUM_PATH.',
  );
  return undefined;
}
