/**
 * Electron's Node version, for tests without Electron: `DESKTOP_NODE`, the running Node, or an npm package in
 * node_modules/.cache.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Node line of Electron 45. */
const VERSION = '24.21.0';
const INSTALL_TIMEOUT_MS = 180_000;

/** Announced before the download. */
export const HOW_A_NODE_IS_HAD = `${VERSION}, from the npm registry, once, or name one in DESKTOP_NODE`;

const systemName = process.platform === 'win32' ? 'win' : process.platform;
const packageName = `node-${systemName}-${process.arch}`;

const cacheFolder = (root) => join(root, 'node_modules', '.cache', `electron-node-${VERSION}`);
const cachedNode = (root) =>
  join(
    cacheFolder(root),
    'node_modules',
    packageName,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );

export function findElectronNode(root) {
  if (process.env.DESKTOP_NODE) return process.env.DESKTOP_NODE;
  if (process.versions.node.split('.')[0] === VERSION.split('.')[0]) return process.execPath;
  const cached = cachedNode(root);
  return existsSync(cached) ? cached : undefined;
}

/** Undefined after a notice that the running Node is used. */
export function provisionElectronNode(root) {
  const found = findElectronNode(root);
  if (found !== undefined) return found;
  console.log(`Getting Node ${VERSION}, once: Electron carries that line.`);
  const folder = cacheFolder(root);
  mkdirSync(folder, { recursive: true });
  const wanted = ['--no-save', '--ignore-scripts', `${packageName}@${VERSION}`];
  spawnSync('npm', ['install', '--prefix', folder, ...wanted], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: INSTALL_TIMEOUT_MS,
    shell: process.platform === 'win32',
  });
  if (existsSync(cachedNode(root))) return cachedNode(root);
  console.log(`Node ${VERSION} can't be had here: what needs it runs on Node ${process.versions.node}.`);
  return undefined;
}
