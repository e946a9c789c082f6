import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Where the package's own files are. Compiled, this code runs from `dist/server` or a folder below it; from source, in
 * tests, from `src-server`.
 */
const here = dirname(fileURLToPath(import.meta.url));

/** The package's root: the nearest folder above with a package.json. */
export function packageRoot(): string {
  let folder = here;
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

type WorkerName = 'disk-worker' | 'token-worker' | 'validation-worker';

/**
 * The compiled entry of a thread, or undefined when running from source: the work is then done without one. In a build it is
 * never left out: whoever starts a thread whose file is missing is told so, as without threads a disk that hangs would stop
 * everything.
 */
export function compiledWorker(name: WorkerName): URL | undefined {
  if (import.meta.url.endsWith('.ts')) return undefined;
  return pathToFileURL(join(packageRoot(), 'dist', 'server', `${name}.cjs`));
}

/** Folder of the built page, or undefined where it wasn't built. */
export function builtPage(): string | undefined {
  const folder = join(packageRoot(), 'dist', 'renderer');
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}

/** The registry that is served where none is named. */
export function sampleRegistry(): string {
  return join(packageRoot(), 'assets', 'sample-registry');
}

/** Whether a registry is the sample. It is as it was shipped, so nobody is told that its index grows old. */
export function isSampleRegistry(root: string): boolean {
  try {
    return realpathSync(sampleRegistry()) === root;
  } catch {
    return false;
  }
}
