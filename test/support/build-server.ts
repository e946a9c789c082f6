import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the command line before the tests, since some of them start it as a process of its own. */
export default function setup(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs', 'server'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The server could not be built.');
}
