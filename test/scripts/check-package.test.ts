import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { SENTINEL } from '@electron/fuses/dist/constants.js';
import { expect, it } from 'vitest';
import { fuseObjections, wantedFuses } from '../../scripts/check-package.mjs';
import { temporaryFolder } from '../support/temporary-registry.ts';

const WANTED_WIRE = '000011001';

/** A file with fuses in it, as `@electron/fuses` reads them. */
function wireOf(states: string, version = 1) {
  const file = join(temporaryFolder(), 'electron');
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from(`code ${SENTINEL}`),
      Buffer.from([version, states.length]),
      Buffer.from(`${states} code`),
    ]),
  );
  return file;
}

const objectionsTo = async (file: string) => fuseObjections(await getCurrentFuseWire(file), wantedFuses());

it('accepts the fuses that electron-builder.yml asks for, written by the packing tool', async () => {
  const file = wireOf('101100011');
  const named = [...wantedFuses()].filter(([index]) => index < 8);
  const config = Object.fromEntries(named.map(([index, { isOn }]) => [index, isOn]));
  await flipFuses(file, { version: '1', ...config } as never);
  expect(await objectionsTo(file)).toEqual([]);
});

it('names each fuse in another state, one that is removed or not there included', async () => {
  expect(await objectionsTo(wireOf(WANTED_WIRE))).toEqual([]);
  expect(await objectionsTo(wireOf('1r0011001'))).toEqual([
    'the fuse runAsNode is on and must be off',
    'the fuse enableCookieEncryption is removed and must be off',
  ]);
  expect(await objectionsTo(wireOf('0000110'))).toEqual([
    'the fuse grantFileProtocolExtraPrivileges is not there and must be off',
    'the fuse wasmTrapHandlers is not there and must be on',
  ]);
});

it('names a fuse that a newer Electron brings, and another version of the fuses', async () => {
  expect(await objectionsTo(wireOf(`${WANTED_WIRE}1`))).toEqual([
    'the fuse at 9 is on and has no wanted state',
  ]);
  expect(await objectionsTo(wireOf(WANTED_WIRE, 2))).toEqual(['fuses of version 2 are not known']);
});

it('refuses a file that is not Electron', async () => {
  const file = join(temporaryFolder(), 'program');
  writeFileSync(file, 'code');
  await expect(objectionsTo(file)).rejects.toThrow('Could not find sentinel');
});
