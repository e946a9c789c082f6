/**
 * `<data>/skills-registry/callers/<name>.json`: a private file per starting client. Contains times, never
 * requests.
 */
import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { McpCaller } from '../contract/api/api.ts';
import { joinCalls } from '../contract/clients/client-calls.ts';
import { checkOf } from '../contract/schema-check.ts';
import { callerFileSchema } from '../contract/schemas/own-files.ts';
import { READ_PLAIN } from '../platform/guarded-path.ts';
import { writeInside } from '../platform/write-file.ts';

export type StoredCaller = Omit<McpCaller, 'lastRead'>;

const isCallerFile = checkOf(callerFileSchema);
const FOLDER = 'callers';
/** Then removes the oldest. */
const MOST_CALLERS = 32;
const UNUSED_MS = 30 * 24 * 60 * 60 * 1_000;
/** Ours has some 150. */
const MAX_BYTES = 4 * 1_024;
const KEPT_NAME = /^[0-9a-f]{32}\.json$/;

/**
 * Keeps later times of other processes. A client's start removes old and superfluous files. Rejects if
 * writing fails.
 *
 * @param dataFolder absolute
 */
export async function storeCaller(dataFolder: string, caller: StoredCaller): Promise<void> {
  const folder = join(dataFolder, FOLDER);
  const file = fileOf(caller.name);
  const before = await readCaller(join(folder, file));
  const { lastAt, lastCall } = joinCalls([caller, ...(before === undefined ? [] : [before])]) ?? caller;
  const kept = { schema: 1, name: caller.name, lastAt, ...(lastCall === undefined ? {} : { lastCall }) };
  await writeInside(dataFolder, `${FOLDER}/${file}`, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  // Calls are frequent, so only starts prune.
  if (before === undefined || caller.lastCall === undefined) await prune(folder);
}

/** Of the last 30 days. */
export async function readCallers(dataFolder: string): Promise<readonly StoredCaller[]> {
  const all = await readAll(join(dataFolder, FOLDER));
  return all.flatMap(({ caller }) => caller ?? []);
}

/** Hashed: names are untrusted. */
function fileOf(name: string): string {
  return `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.json`;
}

async function readAll(folder: string) {
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => KEPT_NAME.test(name));
  return Promise.all(names.map(async (file) => ({ file, caller: await readCaller(join(folder, file)) })));
}

async function readCaller(file: string): Promise<StoredCaller | undefined> {
  let handle: fs.FileHandle | undefined;
  try {
    handle = await fs.open(file, READ_PLAIN);
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
    const value: unknown = JSON.parse(await handle.readFile('utf8'));
    if (!isCallerFile(value)) return undefined;
    const { name, lastAt, lastCall } = value;
    const isRecent = Date.now() - Date.parse(lastAt) <= UNUSED_MS;
    return isRecent ? { name, lastAt, ...(lastCall === undefined ? {} : { lastCall }) } : undefined;
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

async function prune(folder: string): Promise<void> {
  const timeOf = ({ caller }: { readonly caller: StoredCaller | undefined }) => caller?.lastAt ?? '';
  const latestFirst = (await readAll(folder)).toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)));
  const isGone = (one: (typeof latestFirst)[number], at: number) =>
    at >= MOST_CALLERS || one.caller === undefined;
  const gone = latestFirst.filter(isGone);
  await Promise.all(gone.map(({ file }) => fs.rm(join(folder, file), { force: true }).catch(() => {})));
}
