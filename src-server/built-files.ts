import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { version as packageVersion } from '../package.json';

/** `dist/server` or below; in tests `src-server`. */
const here = dirname(fileURLToPath(import.meta.url));

/** Nearest with a package.json. */
export function packageRoot(): string {
  let folder = here;
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** Links followed: the same for all processes of one installation. */
export function programFolder(): string {
  const root = packageRoot();
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}

type WorkerName = 'registry-worker';

/** Undefined when run from source, without threads. In a build, a missing file fails. */
export function compiledWorker(name: WorkerName): URL | undefined {
  if (import.meta.url.endsWith('.ts')) return undefined;
  return pathToFileURL(join(packageRoot(), 'dist', 'server', `${name}.js`));
}

/** Undefined if not built. */
export function builtPage(): string | undefined {
  const folder = join(packageRoot(), 'dist', 'renderer');
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}

export function sampleRegistry(): string {
  return join(packageRoot(), 'assets', 'sample-registry');
}

/** Its index's age is not reported. */
export function isSampleRegistry(root: string): boolean {
  try {
    return realpathSync(sampleRegistry()) === root;
  } catch {
    return false;
  }
}

/** `x.y.z` */
export const version: string = packageVersion;

/** By a signal: a normal exit would wait for threads in hung disk calls. */
export function leaveWithoutWaiting(): void {
  process.once('exit', () => {
    // Without listeners SIGTERM ends the process at once.
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  });
}
