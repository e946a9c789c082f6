import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import { expect, it } from 'vitest';
import { defaultFuseWire, fuseObjections, readFuses } from '../../scripts/electron-fuses.mjs';
import { temporaryFolder } from '../support/temporary-registry.ts';

const code = Buffer.alloc(1_000, 'x');
const binary = (...wires: Buffer[]) => Buffer.concat(wires.flatMap((wire) => [code, wire, code]));

it('reads what stands in a binary', () => {
  expect(readFuses(binary(defaultFuseWire()))).toEqual({
    runAsNode: true,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: true,
    enableNodeCliInspectArguments: true,
    enableEmbeddedAsarIntegrityValidation: false,
    onlyLoadAppFromAsar: false,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: true,
  });
});

it('reads what the packing tool has written', async () => {
  const file = join(temporaryFolder(), 'electron');
  writeFileSync(file, binary(defaultFuseWire()));
  await flipFuses(file, { version: '1', 0: false, 4: true } as never);
  expect(readFuses(readFileSync(file))).toMatchObject({
    runAsNode: false,
    enableEmbeddedAsarIntegrityValidation: true,
    enableNodeOptionsEnvironmentVariable: true,
  });
});

it('refuses a file without fuses, with other fuses, or with two halves that differ', () => {
  expect(() => readFuses(code)).toThrow('it is not Electron');
  const other = defaultFuseWire();
  other[32] = 2;
  expect(() => readFuses(binary(other))).toThrow('version 2');
  const flipped = defaultFuseWire();
  flipped[34] = 0x30;
  expect(readFuses(binary(flipped, flipped))).toMatchObject({ runAsNode: false });
  expect(() => readFuses(binary(defaultFuseWire(), flipped))).toThrow('differ');
});

it('names each fuse that is not as it must be, one that Electron dropped included', () => {
  const wanted = readFuses(defaultFuseWire());
  expect(fuseObjections(wanted, wanted)).toEqual([]);
  expect(fuseObjections({ ...wanted, runAsNode: false, onlyLoadAppFromAsar: undefined }, wanted)).toEqual([
    'the fuse runAsNode is off and must be on',
    'the fuse onlyLoadAppFromAsar is not there and must be off',
  ]);
});
