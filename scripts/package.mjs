/**
 * Packs the desktop app with electron-builder.
 *
 *   npm run package        installers for this platform, into release/; fetches Electron and the packing tools
 *   npm run package:dir    the unpacked app, offline: a stub stands where Electron's runtime would be. For tests.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'electron-builder';
import { checkPackage } from './check-package.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { packageMcpb } from './package-mcpb.mjs';
import { beforePackForTests } from './stage-cli.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const electronVersion = JSON.parse(
  readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'),
).version;

/** A folder that looks like Electron's Linux build to electron-builder, without the 200 MB that run. */
function makeStubRuntime(folder) {
  for (const name of ['resources', 'locales']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(
    join(folder, 'electron'),
    '#!/bin/sh\necho "A stub: packed without Electron, for tests only." >&2\nexit 1\n',
  );
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), electronVersion);
  writeFileSync(join(folder, 'LICENSE'), 'Stub.\n');
  writeFileSync(join(folder, 'LICENSES.chromium.html'), '<!doctype html><title>Stub</title>\n');
  writeFileSync(join(folder, 'locales/en-US.pak'), '');
  return folder;
}

/** Packs with the stub into `output`; gives the folder of the app's resources. */
export async function packUnpacked(output) {
  packageMcpb(join(root, 'release'));
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
        beforePack: beforePackForTests,
        // There are no fuses in a stub.
        afterPack: undefined,
        electronFuses: null,
      },
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return join(output, 'linux-unpacked', 'resources');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureBuilt(root);
  if (process.argv.includes('--dir')) {
    const output = join(root, 'release', 'stub');
    checkPackage(await packUnpacked(output));
  } else {
    packageMcpb(join(root, 'release'));
    const files = await build({ projectDir: root, config: 'electron-builder.yml' });
    for (const file of files.filter((name) => existsSync(name))) console.log(file);
  }
}
