/**
 * Runs the built command line, after a build if dist/ is missing or older than the sources.
 *
 *   node scripts/run-built.mjs serve …    `npm run serve`; paths are those of the folder that npm was called in
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const REGISTRY_OPTION = /^(?:--registry|-r)$/;

/** Returns the arguments with absolute paths of registries: the user typed them in another folder. */
export function npmArguments(args, { INIT_CWD = process.cwd() } = process.env) {
  // Shells don't expand `~` after `=`.
  const whole = (path) => (path.startsWith('~') ? path : resolve(INIT_CWD, path));
  return args.map((arg, at) => {
    if (REGISTRY_OPTION.test(args[at - 1] ?? '')) return whole(arg);
    return arg.replace(/^(--registry=)(.+)$/, (_, option, path) => option + whole(path));
  });
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs the built command in this process and in npm's first folder. Builds it if need be. */
export async function runBuiltCli(args) {
  ensureBuilt();
  const cli = join(root, 'dist', 'server', 'skills-registry.cjs');
  process.argv = [process.execPath, cli, ...args];
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  await import(pathToFileURL(cli).href);
}

const SOURCES = ['src-server', 'src-renderer', 'src-main', 'scripts', 'package.json'];
/** The last file that each target writes. */
const BUILT = ['dist/server/skills-registry.cjs', 'dist/main/main.js', 'dist/renderer/files.json'];

/** Builds if dist/ is missing or older than the sources, and exits if that fails. */
export function ensureBuilt() {
  if (!isStale()) return;
  // Standard output may carry a protocol.
  console.error('Building, since dist/ is missing or older than the sources: less than a minute…');
  const build = [join(root, 'scripts', 'with-packages.mjs'), 'build.mjs'];
  const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' });
  if (status !== 0) process.exit(status || 1);
}

function isStale() {
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

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runBuiltCli(npmArguments(process.argv.slice(2)));
