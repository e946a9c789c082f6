/**
 * The Node that Electron carries, for tests where Electron itself can't be had: `DESKTOP_NODE`, this process's own, or
 * the npm package that holds its binary, installed once into node_modules/.cache.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Of the line that Electron 45 carries. */
const VERSION = '24.21.0';
const INSTALL_TIMEOUT_MS = 180_000;

/** Said before it is fetched. */
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

/** Path of a Node of Electron's line that is here: named, this process's own, or fetched before; undefined without one. */
export function findElectronNode(root) {
  if (process.env.DESKTOP_NODE) return process.env.DESKTOP_NODE;
  if (process.versions.node.split('.')[0] === VERSION.split('.')[0]) return process.execPath;
  const cached = cachedNode(root);
  return existsSync(cached) ? cached : undefined;
}

/** The same, fetched where it isn't here; undefined after saying that this one is used instead. */
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
