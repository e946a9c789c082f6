import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['src-server', 'src-renderer', 'src-main', 'scripts', 'package.json'];

/** Whether a source file is newer than what was built from it. */
function isStale(built) {
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  const isNewer = (path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return false;
    if (!stats.isDirectory()) return stats.mtimeMs > builtAt;
    return readdirSync(path).some((name) => isNewer(join(path, name)));
  };
  return SOURCES.some((source) => isNewer(join(root, source)));
}

/** Builds if needed, then runs the command line in this very process, in the folder where npm was called. */
export async function runBuiltCli(args) {
  const cli = join(root, 'dist', 'server', 'skills.js');
  if (isStale(cli)) {
    const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(status ?? 1);
  }
  process.argv = [process.execPath, cli, ...args];
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  await import(pathToFileURL(cli).href);
}
