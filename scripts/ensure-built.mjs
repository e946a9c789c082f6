import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['src-server', 'src-renderer', 'src-main', 'scripts', 'package.json'];
/** The last file that each target writes. */
const BUILT = ['dist/server/skills-registry.cjs', 'dist/main/main.js', 'dist/renderer/index.html'];

/** Builds if dist/ is missing or older than the sources, and exits if that fails. */
export function ensureBuilt(root) {
  if (!isStale(root)) return;
  // Standard output may carry a protocol.
  console.error('Building, since dist/ is missing or older than the sources: less than a minute…');
  const build = [join(root, 'scripts', 'with-packages.mjs'), 'build.mjs'];
  const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' });
  if (status !== 0) process.exit(status || 1);
}

function isStale(root) {
  const present = BUILT.filter((file) => existsSync(join(root, file)));
  if (present.length < BUILT.length) return true;
  const builtAt = Math.min(...present.map((file) => statSync(join(root, file)).mtimeMs));
  const isNewer = (path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return false;
    if (!stats.isDirectory()) return stats.mtimeMs > builtAt;
    return readdirSync(path).some((name) => isNewer(join(path, name)));
  };
  return SOURCES.some((source) => isNewer(join(root, source)));
}
