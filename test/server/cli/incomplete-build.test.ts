import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryUserFolder } from '../../support/built-cli.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

it('a build that lacks the disk’s thread serves nothing, instead of asking the disk where a hanging one stops all', () => {
  const copy = temporaryUserFolder();
  for (const part of ['package.json', 'dist/server', 'assets/sample-registry'])
    cpSync(join(PROJECT, part), join(copy, part), { recursive: true });
  rmSync(join(copy, 'dist/server/disk-worker.cjs'));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(copy, 'dist/server/skills-registry.cjs'), 'serve', '--port', '0'],
    {
      cwd: copy,
      encoding: 'utf8',
      // One that serves all the same would run for ever.
      timeout: 120_000,
      env: { ...process.env, HOME: copy, XDG_DATA_HOME: copy, XDG_CACHE_HOME: copy, LOCALAPPDATA: copy },
    },
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('disk-worker.cjs');
});
