import { execFileSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withWriteLock } from '../../../src-server/platform/folder-lock.ts';
import { runCliProcess, temporaryUserFolder } from '../../support/built-cli.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

it('init does not wait for a pipe', unless(onWindows), async () => {
  const cwd = temporaryFolder();
  execFileSync('mkfifo', [join(cwd, 'Cargo.toml')]);
  const args = ['init', '--language', 'cpp', '--repo', 'acme/zz'];
  expect((await runCliProcess(args, { userFolder: temporaryUserFolder(), cwd })).code).toBe(0);
});

it('a lock that came with the folder, of a time to come, keeps nobody out for good', async () => {
  const root = temporaryFolder({ '.submissions/lock': '1 elsewhere' });
  utimesSync(join(root, '.submissions/lock'), 4e9, 4e9);
  await expect(withWriteLock(root, '.submissions', async () => 'done')).resolves.toBe('done');
});
