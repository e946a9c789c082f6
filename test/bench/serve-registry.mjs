import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Serves a registry from `dist` with cache and data folders of its own, so that nothing of the user's is touched.
 *
 * @param {...string} registries layers, the upper first
 * @returns {Promise<{ base: string, pid: number, close: () => Promise<void> }>}
 */
export async function serveRegistry(...registries) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'skills-bench-'));
  const env = { ...process.env, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder };
  const layers = registries.flatMap((registry) => ['--registry', registry]);
  const args = ['dist/server/skills-registry.cjs', 'serve', '--port', String(port), ...layers];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const base = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt += 1) {
    const isUp = await fetch(`${base}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (child.exitCode !== null || attempt > 300) throw new Error('The server did not start.');
    await setTimeout(100);
  }
  return {
    base,
    pid: child.pid,
    async close() {
      child.kill();
      await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
