import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Logger } from '../contract/service/logger.ts';
import { MAX_VERSION_BYTES } from '../registry/disk/read-served-version.ts';
import type { ServedVersion } from '../registry/model/registry-snapshot.ts';
import { writeInside } from '../writing/write-inside.ts';

interface LastVersionOptions {
  readonly file: string;
  readonly logger: Logger;
  readonly delayMs?: number;
}

/** The list's version never decreases, even over restarts. */
interface LastVersion {
  served(version: ServedVersion): void;
  close(): Promise<void>;
}

/** After a year, the registry counts as gone. */
const UNUSED_MS = 365 * 24 * 60 * 60 * 1_000;
const KEPT_NAME = /^[0-9a-f]{32}\.json$/;

export function createLastVersionStore({ file, logger, delayMs = 1_000 }: LastVersionOptions): LastVersion {
  let latest: ServedVersion | undefined;
  let kept: ServedVersion | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const version = latest;
    latest = undefined;
    // A version identifies one state of the list.
    if (version === undefined || (kept?.version === version.version && kept.updatedAt === version.updatedAt))
      return;
    kept = version;
    try {
      await writeInside(dirname(file), basename(file), writeOut(version), { mode: 0o600 });
      await pruneKept(dirname(file));
    } catch (error) {
      logger.warn('The version of the list could not be kept; it may go back at the next start.', {
        error: String(error),
      });
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    served(version) {
      latest = version;
      timer ??= setTimeout(() => void flush(), delayMs).unref();
    },
    close: flush,
  };
}

/** Drops `edited` if too large: the version matters more. */
function writeOut(kept: ServedVersion): string {
  const text = JSON.stringify(kept);
  return Buffer.byteLength(text) <= MAX_VERSION_BYTES ? text : JSON.stringify({ ...kept, edited: {} });
}

/** Never rejects. */
async function pruneKept(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    if (!KEPT_NAME.test(name)) continue;
    const path = join(folder, name);
    const stats = await fs.lstat(path).catch(() => undefined);
    if (stats?.isFile() && Date.now() - stats.mtimeMs > UNUSED_MS) await fs.rm(path).catch(() => {});
  }
}
