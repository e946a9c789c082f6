import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import pinned from '../../scripts/node-runtime.json' with { type: 'json' };
import { type NodePins, placeOfficialNode } from '../../scripts/node-runtime.mjs';
import { temporaryFolder } from '../support/temporary-registry.ts';
import { onWindows, unless } from '../support/unless.ts';

afterEach(() => vi.unstubAllEnvs());

const PROGRAM = '#!/bin/sh\necho v1.2.3\n';

/** A folder with archives that look like nodejs.org's, and pins that fit them. */
function archives(): { readonly folder: string; readonly pins: NodePins } {
  const folder = temporaryFolder();
  const inner = join(folder, 'node-v1.2.3-linux-x64');
  mkdirSync(join(inner, 'bin'), { recursive: true });
  writeFileSync(join(inner, 'bin', 'node'), PROGRAM, { mode: 0o755 });
  writeFileSync(join(inner, 'LICENSE'), 'Its licence.');
  writeFileSync(join(inner, 'README.md'), 'Not needed.');
  execFileSync('tar', ['-czf', 'node-v1.2.3-linux-x64.tar.gz', 'node-v1.2.3-linux-x64'], { cwd: folder });
  const zip = zipSync({
    'node-v1.2.3-win-x64/node.exe': Buffer.from(PROGRAM),
    'node-v1.2.3-win-x64/LICENSE': Buffer.from('Its licence.'),
  });
  writeFileSync(join(folder, 'node-v1.2.3-win-x64.zip'), zip);
  const pin = (name: string) => ({ name, sha256: sumOf(join(folder, name)) });
  return {
    folder,
    pins: {
      version: '1.2.3',
      from: 'http://127.0.0.1:1',
      archives: {
        'linux-x64': pin('node-v1.2.3-linux-x64.tar.gz'),
        'win-x64': pin('node-v1.2.3-win-x64.zip'),
      },
    },
  };
}

const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('the Node that is packed with the app', () => {
  it('is pinned for each system and processor that installers are made for, with its own archive and sum', () => {
    const targets = ['linux', 'darwin', 'win'].flatMap((system) => [`${system}-x64`, `${system}-arm64`]);
    expect(Object.keys(pinned.archives).sort()).toEqual(targets.sort());
    for (const [target, { name, sha256 }] of Object.entries(pinned.archives)) {
      expect(name).toMatch(new RegExp(`^node-v${pinned.version}-${target}\\.(?:tar\\.gz|zip)$`));
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(new Set(Object.values(pinned.archives).map(({ sha256 }) => sha256)).size).toBe(targets.length);
  });

  it('is unpacked with its licence, ready to run', unless(onWindows), async () => {
    const { folder, pins } = archives();
    vi.stubEnv('PACKAGED_NODE', folder);
    const target = temporaryFolder();
    const { node, version } = await placeOfficialNode('linux-x64', target, pins);
    expect(version).toBe('1.2.3');
    expect(execFileSync(node, { encoding: 'utf8' })).toBe('v1.2.3\n');
    expect(readFileSync(join(target, 'node-licence.txt'), 'utf8')).toBe('Its licence.');
    expect(existsSync(join(target, 'README.md'))).toBe(false);
    expect(statSync(node).mode & 0o777).toBe(0o755);
  });

  it('is taken from a zip for Windows', async () => {
    const { folder, pins } = archives();
    vi.stubEnv('PACKAGED_NODE', join(folder, 'node-v1.2.3-win-x64.zip'));
    const target = temporaryFolder();
    const { node } = await placeOfficialNode('win-x64', target, pins);
    expect(node).toBe(join(target, 'node.exe'));
    expect(readFileSync(node, 'utf8')).toBe(PROGRAM);
  });

  it('is refused with another sum, wherever it came from', async () => {
    const { folder, pins } = archives();
    const file = join(folder, 'node-v1.2.3-win-x64.zip');
    writeFileSync(file, 'another archive');
    vi.stubEnv('PACKAGED_NODE', file);
    const target = temporaryFolder();
    await expect(placeOfficialNode('win-x64', target, pins)).rejects.toThrow(
      `${file} is not the official node-v1.2.3-win-x64.zip`,
    );
    expect(existsSync(join(target, 'node.exe'))).toBe(false);
  });

  it('fails with what to do where it can’t be fetched', async () => {
    vi.stubEnv('PACKAGED_NODE', '');
    const { pins } = archives();
    await expect(placeOfficialNode('win-x64', temporaryFolder(), pins)).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:1\/v1\.2\.3\/node-v1\.2\.3-win-x64\.zip can't be had: .+ Name a copy of it, or its folder, in PACKAGED_NODE\.$/,
    );
  });

  it('is not guessed for a system that isn’t pinned', async () => {
    await expect(placeOfficialNode('sunos-x64', temporaryFolder())).rejects.toThrow('no Node for sunos-x64');
  });
});
