import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Per cache, and in total. */
export const LARGEST_CACHE = 1024 * 1024 * 1024;
const UNUSED_MS = 30 * 24 * 60 * 60 * 1000;
const WRITING_MS = 60 * 60 * 1000;

interface CacheFile {
  readonly name: string;
  readonly size: number;
  readonly usedMs: number;
}

/** Names except `kept` and other files. */
export function staleCaches(files: readonly CacheFile[], kept: string, nowMs: number): readonly string[] {
  const stale = files.filter(({ name, usedMs }) => isLeftOver(name) && nowMs - usedMs > WRITING_MS);
  const caches = files.filter(({ name }) => /\.(?:index|skills|folders|findings)$/.test(name));
  // Last used first; the newly written cache before all.
  caches.sort((a, b) => Number(b.name === kept) - Number(a.name === kept) || b.usedMs - a.usedMs);
  let sum = 0;
  for (const cache of caches) {
    sum += cache.size;
    if (cache.name !== kept && (nowMs - cache.usedMs > UNUSED_MS || sum > LARGEST_CACHE)) stale.push(cache);
  }
  return stale.map(({ name }) => name);
}

const isLeftOver = (name: string): boolean =>
  /\.(?:index|skills|folders|findings)\.[0-9a-f-]{36}\.tmp$/.test(name);

/** Deletes unused caches and killed processes' temporary files. */
export async function pruneCaches(folder: string, kept: string): Promise<void> {
  const files: CacheFile[] = [];
  for (const name of await readdir(folder)) {
    const stat = await lstat(join(folder, name)).catch(() => undefined);
    if (stat?.isFile() === true) files.push({ name, size: stat.size, usedMs: stat.mtimeMs });
  }
  for (const name of staleCaches(files, basename(kept), Date.now())) {
    // Another process may have deleted it.
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}
