import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCli } from '../../scripts/check-cli.mjs';
import { temporaryFolder } from '../support/temporary-registry.ts';
import { onWindows, unless } from '../support/unless.ts';

const FILES = [
  ...['LICENSE', 'dist/third-party-notices.txt', 'dist/renderer/index.html'],
  ...['dist/server/skills-registry.cjs', 'dist/server/run-cli.js', 'dist/server/utility-process.js'],
  ...['disk', 'token', 'validation'].map((name) => `dist/server/${name}-worker.cjs`),
  ...['serve', 'body-parser', 'mcp-sdk'].map((name) => `dist/server/${name}.cjs`),
  ...['dist/server/o200k_base.js', 'dist/server/chunk-A.js', 'assets/sample-registry/index.json', 'node'],
];

/** A packed command line that says its version, without Node in it. */
function packedCli(): string {
  const folder = temporaryFolder();
  for (const path of FILES) put(folder, path, '');
  const system = { os: [process.platform], cpu: [process.arch] };
  put(folder, 'package.json', JSON.stringify(system));
  put(folder, 'bin/skills-registry', '#!/bin/sh\necho 1.2.3\n');
  for (const path of ['node', 'bin/skills-registry']) chmodSync(join(folder, path), 0o755);
  return folder;
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

describe('the check of the packed command line', unless(onWindows), () => {
  it('has nothing to object to where it is whole and tells the app’s version', () => {
    expect(checkCli(packedCli(), '1.2.3').objections).toEqual([]);
  });

  it.each([...FILES.filter((path) => !path.includes('chunk')), 'bin/skills-registry'])(
    'misses %s',
    (path) => {
      const folder = packedCli();
      rmSync(join(folder, path));
      expect(checkCli(folder, '1.2.3').objections).toContain(`cli/${path} is missing`);
    },
  );

  it.each(['node', 'bin/skills-registry'])('objects to a %s that can’t be executed', (path) => {
    const folder = packedCli();
    chmodSync(join(folder, path), 0o644);
    expect(checkCli(folder, '1.2.3').objections).toEqual([`cli/${path} can't be executed`]);
  });

  it.each(['dist/server/skills-registry.cjs.map', 'node_modules/x/index.js', 'npm'])(
    'objects to %s, which nothing needs',
    (path) => {
      const folder = packedCli();
      put(folder, path, '');
      expect(checkCli(folder, '1.2.3').objections).toEqual([`cli/${path} must not be there`]);
    },
  );

  it('objects to a command of another version than the app', () => {
    expect(checkCli(packedCli(), '1.2.4').objections).toEqual([
      expect.stringContaining('--version says “1.2.3”, not 1.2.4'),
    ]);
  });

  it('says so where there is none at all', () => {
    expect(checkCli(temporaryFolder(), '1.2.3').objections).toEqual(['cli/package.json is missing']);
  });

  it('doesn’t start what was packed for another system', () => {
    const folder = packedCli();
    put(folder, 'package.json', JSON.stringify({ os: ['aix'], cpu: [process.arch] }));
    expect(checkCli(folder, 'another version').objections).toEqual([]);
  });
});
