/**
 * Downloads Electron once: `node scripts/install-electron.mjs`. On first use, parallel tests would get a
 * partial binary.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findElectron } from './desktop-runtime.mjs';

const FETCH_TIMEOUT_MS = 180_000;

/** Undefined if installed. */
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

/** Default of Electron's npm package. */
const ELECTRON_HOST = 'https://github.com/electron/electron/releases/download/';

/** A clause, with advice for proxies and mirrors. */
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
