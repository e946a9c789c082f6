import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Logger } from '../contract/logger.ts';
import { isJsonObject } from '../registry/model/json-object.ts';
import { editedSteps } from '../registry/model/newer-manifest.ts';
import { isIsoTime } from '../registry/model/registry-index-file.ts';
import { revisionSteps } from '../registry/model/registry-revision.ts';
import type { RegistrySnapshot, ServedVersion } from '../registry/model/registry-snapshot.ts';
import { runInSlices } from '../run-in-slices.ts';
import { readPrivateFile } from '../writing/private-file.ts';
import { writeInside } from '../writing/write-inside.ts';

export interface LastVersionOptions {
  /** Absolute path; one file for each registry. */
  readonly file: string;
  readonly logger: Logger;
  /** How long changes are gathered before they are written, in milliseconds; default 1,000. */
  readonly delayMs?: number;
}

/** The version of the list that was served last, kept over restarts so that it never goes back. */
export interface LastVersion {
  /** What an earlier run served last, for `emptySnapshot`; undefined where nothing usable was kept. */
  readonly earlier: ServedVersion | undefined;
  /** To be called with every new snapshot; what is served then is written soon after. */
  served(snapshot: RegistrySnapshot): void;
  /** Writes what is left to write. */
  close(): Promise<void>;
}

/** Ours has about 150, and some 80 for each skill that was edited after index.json was written. */
const MAX_BYTES = 256 * 1_024;
/** Leaves room to count on. */
const MAX_VERSION = 2 ** 52;

/** One that wasn't served for a year is of a registry that is gone; until then its version must not go back. */
const UNUSED_MS = 365 * 24 * 60 * 60 * 1_000;
const KEPT_NAME = /^[0-9a-f]{32}\.json$/;

/** Reads what was kept. What is missing, corrupt, or not to be believed is as if nothing had been kept. */
export async function openLastVersion({
  file,
  logger,
  delayMs = 1_000,
}: LastVersionOptions): Promise<LastVersion> {
  let kept = await readKept(file);
  const earlier = kept;
  let latest: RegistrySnapshot | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const snapshot = latest;
    latest = undefined;
    if (snapshot === undefined) return;
    const { version, updated_at: updatedAt } = snapshot.index;
    // A version stands for one state of what is served.
    if (kept?.version === version && kept.updatedAt === updatedAt) return;
    const revision = await runInSlices(revisionSteps(snapshot));
    kept = { version, updatedAt, revision, edited: await runInSlices(editedSteps(snapshot)) };
    try {
      await writeInside(dirname(file), basename(file), writeOut(kept), { mode: 0o600 });
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
    earlier,
    served(snapshot) {
      latest = snapshot;
      timer ??= setTimeout(() => void flush(), delayMs).unref();
    },
    close: flush,
  };
}

/** What was edited is left out where it is too much: the version matters more. */
function writeOut(kept: ServedVersion): string {
  const text = JSON.stringify(kept);
  return Buffer.byteLength(text) <= MAX_BYTES ? text : JSON.stringify({ ...kept, edited: {} });
}

async function readKept(file: string): Promise<ServedVersion | undefined> {
  const bytes = await readPrivateFile(file, MAX_BYTES);
  try {
    const kept: unknown = bytes && JSON.parse(bytes.toString('utf8'));
    return isServedVersion(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Removes what was kept of registries that nobody served for a year. Never rejects: what stays goes another time. */
async function pruneKept(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    if (!KEPT_NAME.test(name)) continue;
    const path = join(folder, name);
    const stats = await fs.lstat(path).catch(() => undefined);
    if (stats?.isFile() && Date.now() - stats.mtimeMs > UNUSED_MS) await fs.rm(path).catch(() => {});
  }
}

function isServedVersion(kept: unknown): kept is ServedVersion {
  if (typeof kept !== 'object' || kept === null) return false;
  const { version, updatedAt, revision, edited = {} } = kept as Readonly<Record<string, unknown>>;
  return (
    Number.isInteger(version) &&
    (version as number) >= 1 &&
    (version as number) <= MAX_VERSION &&
    isIsoTime(updatedAt) &&
    typeof revision === 'string' &&
    isJsonObject(edited) &&
    Object.values(edited).every((entry) => typeof entry === 'string')
  );
}
