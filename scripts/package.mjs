/**
 * Packs the desktop app with electron-builder, and checks the result.
 *
 *   npm run package                   installers for this system and processor, into release/; fetches Electron
 *   npm run package -- --unpacked     without installers
 *   npm run package:dir               unpacked and offline, with a stub instead of Electron. For tests.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SENTINEL } from '@electron/fuses/dist/constants.js';
import { build } from 'electron-builder';
import { checkPackage, unpackedFolder } from './check-package.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { packageMcpb } from './package-mcpb.mjs';
import { applySigning } from './release/signing.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const electronVersion = JSON.parse(
  readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'),
).version;

/** The fuses of version 1, in the states in which Electron ships them. */
const SHIPPED_WIRE = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 9]), Buffer.from('101100011')]);

/** Makes what stands for Electron in tests, and saves 200 MB. */
function makeStubRuntime(folder) {
  for (const name of ['resources', 'locales']) mkdirSync(join(folder, name), { recursive: true });
  const script = '#!/bin/sh\necho "A stub: packed without Electron, for tests only." >&2\nexit 1\n';
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from(script), SHIPPED_WIRE]));
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), electronVersion);
  writeFileSync(join(folder, 'LICENSE'), 'Stub.\n');
  writeFileSync(join(folder, 'LICENSES.chromium.html'), '<!doctype html><title>Stub</title>\n');
  writeFileSync(join(folder, 'locales/en-US.pak'), '');
  return folder;
}

/** electron-builder leaves out of the archive each file that also lies beside it, so the service gets a copy. */
function makeResources() {
  const release = join(root, 'release');
  packageMcpb(release);
  copyFileSync(join(root, 'package.json'), join(release, 'package.json'));
}

/** Packs the app unpacked and with the stub. */
export async function packUnpacked(output) {
  makeResources();
  const scratch = mkdtempSync(join(tmpdir(), 'stub-electron-'));
  try {
    await build({
      projectDir: root,
      linux: ['dir'],
      x64: true,
      config: {
        extends: 'electron-builder.yml',
        directories: { output },
        electronVersion,
        electronDist: makeStubRuntime(join(scratch, 'dist')),
      },
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return join(output, unpackedFolder('linux', 'x64'));
}

/** Packs installers for this system, signed if the environment provides certificates. */
async function packForThisSystem(isUnpacked) {
  const { said, isSigned, azure } = applySigning();
  console.log(said);
  makeResources();
  const files = await build({
    projectDir: root,
    config: { extends: 'electron-builder.yml', ...(azure && { win: { azureSignOptions: azure } }) },
    publish: 'never',
    dir: isUnpacked,
  });
  await checkPackage(join(root, 'release', unpackedFolder(process.platform, process.arch)));
  for (const file of files.filter((name) => existsSync(name))) console.log(file);
  const state = { platform: process.platform, arch: process.arch, isSigned };
  writeFileSync(
    join(root, 'release', `signing-${process.platform}-${process.arch}.json`),
    JSON.stringify(state),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureBuilt(root);
  if (process.argv.includes('--dir'))
    await checkPackage(await packUnpacked(join(root, 'release', 'stub')), 'linux');
  else await packForThisSystem(process.argv.includes('--unpacked'));
}
