/** Checks what was packed: the content of the app, and its fuses against electron-builder.yml. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { parse } from 'yaml';

const PRODUCT = 'Skills Registry';
const EXECUTABLE = 'skills-registry-app';

/** Returns the folder of an unpacked app in `release/`. */
export function unpackedFolder(platform, arch) {
  const suffix = arch === 'x64' ? '' : `-${arch}`;
  if (platform === 'darwin') return `mac${suffix}`;
  return `${platform === 'win32' ? 'win' : 'linux'}${suffix}-unpacked`;
}

/**
 * Locates the parts of an app; on macOS `folder` contains the `.app`.
 * @returns {{ app: string, binary: string, resources: string, fuses: string }} paths; `app` is the whole app,
 *   `fuses` the file with the fuses
 */
export function packedApp(folder, platform) {
  const { join } = platform === 'win32' ? win32 : posix;
  if (platform === 'darwin') {
    const app = join(folder, `${PRODUCT}.app`);
    const contents = join(app, 'Contents');
    return {
      app,
      binary: join(contents, 'MacOS', PRODUCT),
      resources: join(contents, 'Resources'),
      fuses: join(contents, 'Frameworks', 'Electron Framework.framework', 'Electron Framework'),
    };
  }
  const binary = join(folder, platform === 'win32' ? `${PRODUCT}.exe` : EXECUTABLE);
  return { app: folder, binary, resources: join(folder, 'resources'), fuses: binary };
}

/**
 * The files that may be in the archive. Dependencies are bundled, so node_modules holds only those of package.json:
 * none.
 */
const ALLOWED = [/^package\.json$/, /^dist\/third-party-notices\.txt$/, /^dist\/(?:main|renderer)\//];
const FORBIDDEN = [/\.map$/, /\.tsx?$/, /(?:^|\/)tests?\//, /\.(?:test|spec)\./];
const REQUIRED = [
  'package.json',
  'dist/main/main.js',
  'dist/main/preload.cjs',
  'dist/renderer/files.json',
  'dist/renderer/index.html',
  'dist/third-party-notices.txt',
];
/** What lies beside the archive. */
const RESOURCES = ['app.asar', 'cli', 'icons', 'skills-registry.mcpb', 'tray'];
/** What the service needs, and what it serves. */
const SERVICE = [
  'package.json',
  'dist/server/utility-process.js',
  'dist/server/skills-registry.cjs',
  'dist/server/o200k_base.tiktoken',
  'dist/renderer/files.json',
  'dist/renderer/index.html',
  'assets/sample-registry/index.json',
];
/** What electron-builder adds: the AppArmor profile of the deb, localizations and icons of macOS. */
const ADDED = { linux: [/^apparmor-profile$/], darwin: [/\.lproj$/, /\.icns$/] };

/** A fuse that electron-builder does not set yet stays as Electron ships it. */
const SHIPPED_FUSES = { wasmTrapHandlers: { index: 8, isOn: true } };
const FUSE_STATES = new Map([
  [0x30, 'off'],
  [0x31, 'on'],
  [0x72, 'removed'],
]);

/**
 * Checks a packed app and prints its size. Rejects with all faults.
 * @param folder of the app, as `packedApp` takes it
 * @param platform the system that it is for
 */
export async function checkPackage(folder, platform = process.platform) {
  const { resources, fuses } = packedApp(folder, platform);
  const archive = join(resources, 'app.asar');
  const files = listPackage(archive, { isPack: false })
    .map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
    .filter((path) => !isFolder(archive, path));
  const manifest = JSON.parse(extractFile(archive, 'package.json').toString('utf8'));
  const wanted = Object.keys(manifest.dependencies ?? {}).sort();
  const packed = [...new Set(files.flatMap((path) => packageOf(path) ?? []))].sort();
  const objections = [
    ...files
      .filter((path) => packageOf(path) === undefined)
      .filter((path) => !ALLOWED.some((rule) => rule.test(path)) || FORBIDDEN.some((rule) => rule.test(path)))
      .map((path) => `${path} must not be in the package`),
    ...REQUIRED.filter((path) => !files.includes(path)).map((path) => `${path} is missing`),
    ...(packed.join() === wanted.join()
      ? []
      : [
          `packed dependencies: ${packed.join(', ') || 'none'}; production ones: ${wanted.join(', ') || 'none'}`,
        ]),
    ...difference(readdirSync(resources).sort(), RESOURCES, ADDED[platform]),
    ...fuseObjections(await getCurrentFuseWire(fuses), wantedFuses()),
    ...SERVICE.filter((path) => !existsSync(join(resources, 'cli', path))).map(
      (path) => `cli/${path} is missing`,
    ),
  ];
  if (objections.length > 0) throw new Error(`The package is not right:\n${objections.join('\n')}`);
  const kilobytes = Math.round(statSync(archive).size / 1024);
  console.log(
    `Package: ${files.length} files, ${kilobytes.toLocaleString('en')} kB, ${packed.length} dependencies.`,
  );
  return { files, kilobytes };
}

/**
 * Compares each fuse of a binary with the wanted one. A fuse without a wanted state is a fault, too: a newer Electron
 * may bring one.
 *
 * @param wire as `getCurrentFuseWire` reads it: a byte by the fuse's index
 * @param wanted `isOn` and name by the fuse's index
 * @returns a sentence for each fault
 */
export function fuseObjections({ version, ...wire }, wanted) {
  if (version !== FuseVersion.V1) return [`fuses of version ${version} are not known`];
  const indices = new Set([...Object.keys(wire), ...wanted.keys()].map(Number));
  return [...indices].flatMap((index) => {
    const state = FUSE_STATES.get(wire[index]) ?? 'not there';
    const { name, isOn } = wanted.get(index) ?? {};
    if (name === undefined) return [`the fuse at ${index} is ${state} and has no wanted state`];
    const due = isOn ? 'on' : 'off';
    return state === due ? [] : [`the fuse ${name} is ${state} and must be ${due}`];
  });
}

/**
 * Returns the fuses of electron-builder.yml, whose names begin in lower case, and those that stay as Electron ships
 * them.
 */
export function wantedFuses() {
  const file = fileURLToPath(new URL('../electron-builder.yml', import.meta.url));
  const { electronFuses } = parse(readFileSync(file, 'utf8'));
  const wanted = new Map();
  for (const [name, isOn] of Object.entries(electronFuses)) {
    const index = FuseV1Options[name[0].toUpperCase() + name.slice(1)];
    if (index !== undefined) wanted.set(index, { name, isOn });
  }
  for (const [name, { index, isOn }] of Object.entries(SHIPPED_FUSES)) wanted.set(index, { name, isOn });
  return wanted;
}

function difference(found, wanted, added = []) {
  const isAdded = (name) => added.some((rule) => rule.test(name));
  return [
    ...found
      .filter((name) => !wanted.includes(name) && !isAdded(name))
      .map((name) => `resources/${name} must not be there`),
    ...wanted.filter((name) => !found.includes(name)).map((name) => `resources/${name} is missing`),
  ];
}

function packageOf(path) {
  return /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

function isFolder(archive, path) {
  try {
    extractFile(archive, path);
    return false;
  } catch {
    return true;
  }
}
