/**
 * Fetches Electron's binary, once: `node scripts/install-electron.mjs`. Its npm package brings it only when asked, and tests
 * that ask at the same time get it in pieces.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findElectron } from './desktop-runtime.mjs';

const FETCH_TIMEOUT_MS = 180_000;

/** Why it can't be had, in a clause; undefined where it is there. */
export function installElectron(root) {
  if (findElectron(root) !== undefined) return undefined;
  console.log('Fetching Electron, once…');
  const { status, stderr, error } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/electron/install.js')],
    { encoding: 'utf8', timeout: FETCH_TIMEOUT_MS },
  );
  if (status === 0 && findElectron(root) !== undefined) return undefined;
  const cause = /(?:Error|error):?\s*(.+)/.exec(stderr ?? '')?.[1] ?? error?.message ?? `exit code ${status}`;
  return describeFailedFetch(cause.trim());
}

/** Where Electron's npm package fetches its binary from. */
const ELECTRON_HOST = 'https://github.com/electron/electron/releases/download/';

/** What failed, and what helps behind a proxy or with a server of one's own; in a clause. */
export function describeFailedFetch(cause, env = process.env) {
  const host = new URL(env.ELECTRON_MIRROR || ELECTRON_HOST).host;
  return (
    `Electron could not be fetched from ${host} (${cause}); behind a proxy set HTTPS_PROXY and ELECTRON_GET_USE_PROXY=1, ` +
    'for another server ELECTRON_MIRROR'
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const problem = installElectron(root);
  if (problem !== undefined) {
    console.error(`${problem}.`);
    process.exit(1);
  }
  console.log(`Electron is at ${findElectron(root)}.`);
}
