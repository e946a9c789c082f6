import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the command line, which some tests start as a process, once for all projects of Vitest; `npm test` has built it. */
export default function setup(): void {
  if (process.env['SKILLS_REGISTRY_BUILT'] === '1') return;
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs', 'server'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The server could not be built.');
  process.env['SKILLS_REGISTRY_BUILT'] = '1';
}
