/**
 * Command line for the packed app: Node, server, page, sample, start commands. The app also forks its service
 * from there. electron-builder calls `beforePack`, then copies the folder to `resources/cli`.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Arch } from 'electron-builder';
import { CLI_CONTENT } from './cli-content.mjs';
import { placeOfficialNode } from './node-runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The layout of the project. */
const CONTENT = [...CLI_CONTENT, 'dist/renderer'];

/** Names of electron-builder and nodejs.org. */
const SYSTEMS = {
  linux: { folder: 'linux', node: 'linux' },
  darwin: { folder: 'mac', node: 'darwin' },
  win32: { folder: 'win', node: 'win' },
};

/** Resolves links, such as a package manager's. */
const SH = `#!/bin/sh
# The command line of Skills Registry, on the Node that came with it.
file=$0
while [ -L "$file" ]; do
  link=$(readlink "$file")
  case $link in
    /*) file=$link ;;
    *) file=$(dirname "$file")/$link ;;
  esac
done
cli=$(CDPATH='' cd -- "$(dirname -- "$file")/.." && pwd -P) || exit 1
exec "$cli/node" "$cli/dist/server/skills-registry.cjs" "$@"
`;
const CMD = '@"%~dp0..\\node.exe" "%~dp0..\\dist\\server\\skills-registry.cjs" %*\r\n';

/** Requires the official Node. */
export default async function beforePack({ electronPlatformName, arch }) {
  const folder = emptyFolder(electronPlatformName, Arch[arch]);
  const system = SYSTEMS[electronPlatformName].node;
  await placeOfficialNode(`${system}-${Arch[arch]}`, folder);
  stage(folder, electronPlatformName, Arch[arch]);
}

/** `DESKTOP_NODE` or the running Node, unverified. */
export function beforePackForTests({ electronPlatformName, arch }) {
  const folder = emptyFolder(electronPlatformName, Arch[arch]);
  const node = process.env.DESKTOP_NODE || process.execPath;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  copyFileSync(node, join(folder, name), constants.COPYFILE_FICLONE);
  chmodSync(join(folder, name), 0o755);
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`The command line is packed on ${node} (${version}), unchecked: for tests only.`);
  stage(folder, process.platform, process.arch);
}

/** For `extraResources` in electron-builder.yml. */
function emptyFolder(platform, arch) {
  const folder = join(root, 'release', 'cli', `${SYSTEMS[platform].folder}-${arch}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** @param platform recorded in package.json, with `arch` */
function stage(folder, platform, arch) {
  for (const path of CONTENT) cpSync(join(root, path), join(folder, path), { recursive: true });
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = { name, version, license, type: 'module', os: [platform], cpu: [arch] };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'skills-registry'), SH);
  chmodSync(join(folder, 'bin', 'skills-registry'), 0o755);
  if (platform === 'win32') writeFileSync(join(folder, 'bin', 'skills-registry.cmd'), CMD);
}
