import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { version as packageVersion } from '../package.json';

/** The folder of this module: `dist/server`, or `src-server` in tests. */
const here = dirname(fileURLToPath(import.meta.url));

/** Returns the folder of the package: the nearest above with a package.json. */
export function packageRoot(): string {
  let folder = here;
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** Returns the folder of the package with links followed, which is the same for all processes of one installation. */
export function programFolder(): string {
  const root = packageRoot();
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}

/**
 * Returns the built module of the thread that reads registries; undefined when run from source, without threads. In a
 * build, a missing file fails.
 */
export function registryWorkerUrl(): URL | undefined {
  if (import.meta.url.endsWith('.ts')) return undefined;
  return pathToFileURL(join(packageRoot(), 'dist', 'server', 'registry-worker.js'));
}

/** The name of the tokens of o200k_base beside the built modules. */
const TOKEN_FILE = 'o200k_base.tiktoken';

/** Returns the file with the tokens of o200k_base, which the build copies out of its package. */
export function tokenFile(): string {
  if (import.meta.url.endsWith('.ts'))
    return createRequire(import.meta.url).resolve(`gpt-tokenizer/data/${TOKEN_FILE}`);
  return join(packageRoot(), 'dist', 'server', TOKEN_FILE);
}

/** Returns the folder into which the page is built, whether or not it is there. */
export function pageFolder(): string {
  return join(packageRoot(), 'dist', 'renderer');
}

export function sampleRegistry(): string {
  return join(packageRoot(), 'assets', 'sample-registry');
}

/** Whether a registry is the sample of the package. The age of its index.json is not reported. */
export function isSampleRegistry(root: string): boolean {
  try {
    return realpathSync(sampleRegistry()) === root;
  } catch {
    return false;
  }
}

/** The version of this program, `x.y.z`. */
export const version: string = packageVersion;

/** Has the process end by a signal: a normal exit would wait for threads in hung calls of a disk. */
export function leaveWithoutWaiting(): void {
  process.once('exit', () => {
    // Without listeners SIGTERM ends the process at once.
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  });
}
