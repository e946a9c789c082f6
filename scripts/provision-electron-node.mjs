/**
 * The Node that Electron carries, for the desktop specs where Electron itself can't be had: `DESKTOP_NODE`, this
 * process's own, or the npm package that holds its binary, installed once into node_modules/.cache.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Of the line that Electron 45 carries. */
const VERSION = '24.21.0';
const INSTALL_TIMEOUT_MS = 180_000;

/** Path of a Node of Electron's line, or undefined after saying that the specs run on this one. */
export function provisionElectronNode(root) {
  if (process.env.DESKTOP_NODE) return process.env.DESKTOP_NODE;
  const [major] = VERSION.split('.');
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(root, 'node_modules', '.cache', `electron-node-${VERSION}`);
  const binary = join(folder, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node');
  if (!existsSync(binary)) {
    console.log(`Getting Node ${VERSION} for the desktop specs, once: Electron carries that line.`);
    mkdirSync(folder, { recursive: true });
    spawnSync('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `${name}@${VERSION}`], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: INSTALL_TIMEOUT_MS,
      shell: process.platform === 'win32',
    });
  }
  if (existsSync(binary)) return binary;
  console.log(`Node ${VERSION} can't be had here: the desktop specs run on Node ${process.versions.node}.`);
  return undefined;
}
