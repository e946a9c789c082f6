import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Builds the command line before the tests, since some of them start it as a process of its own. `npm test` has built
 * everything, and says so.
 */
export default function setup(): void {
  if (process.env['SKILLS_REGISTRY_BUILT'] === '1') return;
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs', 'server'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The server could not be built.');
}
