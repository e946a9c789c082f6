import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { SeedInput } from './fuzz-target.ts';

/** Larger files are cut: each mutation copies the input. */
const MAX_SEED_BYTES = 32 * 1024;
const SHARED = '../shared';

/** Files below a folder of the project, in the order of their names; empty if the folder is absent. */
export function filesBelow(
  folder: string,
  isSeed: (path: string) => boolean,
  most = 60,
): readonly SeedInput[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
    .filter((path) => isSeed(relative(folder, path).replaceAll('\\', '/')))
    .sort();
  // Spread over the folder: neighbours resemble each other.
  const step = Math.max(1, Math.ceil(paths.length / most));
  return paths
    .filter((_path, number) => number % step === 0)
    .map((path) => ({ name: basename(path), bytes: readFileSync(path).subarray(0, MAX_SEED_BYTES) }));
}

/** Files of a folder that not every checkout has. */
export function sharedFiles(
  folder: string,
  isSeed: (path: string) => boolean,
  most = 30,
): readonly SeedInput[] {
  return filesBelow(join(SHARED, folder), isSeed, most);
}

export function seed(name: string, content: string | Buffer | object): SeedInput {
  const isText = typeof content === 'string' || Buffer.isBuffer(content);
  return { name, bytes: Buffer.from(isText ? content : JSON.stringify(content, undefined, 2)) };
}
