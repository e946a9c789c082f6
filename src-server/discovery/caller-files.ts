/**
 * What clients were seen to do that start the program by themselves: `<data>/skills-registry/callers/<name>.json`, one
 * file for each name that a client gives itself, readable by this user alone. They say when, and nothing of what was asked.
 */
import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { McpCaller } from '../contract/api/api.ts';
import { joinCalls } from '../contract/clients/client-calls.ts';
import isCallerFile from '../contract/schemas/caller-file.schema.json?validate';
import { readPrivateFile } from '../writing/private-file.ts';
import { sweepLeftovers } from '../writing/sweep-leftovers.ts';
import { writeInside } from '../writing/write-inside.ts';

/** A name and when it was heard of; what it read stays in the memory of the process. */
export type KeptCaller = Omit<McpCaller, 'lastRead'>;

const FOLDER = 'callers';
/** So many are kept; beyond, the one that was heard of longest ago goes. */
const MOST_CALLERS = 32;
/** Who wasn't heard of for this long is nobody's news any more. */
const UNUSED_MS = 30 * 24 * 60 * 60 * 1_000;
/** Ours have some 150. */
const MAX_BYTES = 4 * 1_024;
const KEPT_NAME = /^[0-9a-f]{32}\.json$/;

/**
 * Keeps when a client was heard of. What another process kept of it stays where it is later. With each start of a client,
 * what is old or too much is removed. Rejects where it can't be written.
 *
 * @param dataFolder of this user's services, absolute
 */
export async function keepCaller(dataFolder: string, caller: KeptCaller): Promise<void> {
  const folder = join(dataFolder, FOLDER);
  const file = fileOf(caller.name);
  const before = await readCaller(join(folder, file));
  const { lastAt, lastCall } = joinCalls([caller, ...(before === undefined ? [] : [before])]) ?? caller;
  const kept = { schema: 1, name: caller.name, lastAt, ...(lastCall === undefined ? {} : { lastCall }) };
  await writeInside(dataFolder, `${FOLDER}/${file}`, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  // A start has no call yet; calls come often, and would look through all for nothing.
  if (before === undefined || caller.lastCall === undefined) await prune(folder);
}

/** Who was heard of in the last 30 days. What can't be read, or isn't as we write it, is as if it weren't there. */
export async function readCallers(dataFolder: string): Promise<readonly KeptCaller[]> {
  const all = await readAll(join(dataFolder, FOLDER));
  return all.flatMap(({ caller }) => caller ?? []);
}

/** Names come from outside, so none is a part of a path. */
function fileOf(name: string): string {
  return `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.json`;
}

async function readAll(folder: string) {
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => KEPT_NAME.test(name));
  return Promise.all(names.map(async (file) => ({ file, caller: await readCaller(join(folder, file)) })));
}

async function readCaller(file: string): Promise<KeptCaller | undefined> {
  const bytes = await readPrivateFile(file, MAX_BYTES);
  try {
    const value: unknown = bytes && JSON.parse(bytes.toString('utf8'));
    if (!isCallerFile(value)) return undefined;
    const { name, lastAt, lastCall } = value as KeptCaller;
    const isRecent = Date.now() - Date.parse(lastAt) <= UNUSED_MS;
    return isRecent ? { name, lastAt, ...(lastCall === undefined ? {} : { lastCall }) } : undefined;
  } catch {
    return undefined;
  }
}

async function prune(folder: string): Promise<void> {
  const timeOf = ({ caller }: { readonly caller: KeptCaller | undefined }) => caller?.lastAt ?? '';
  const latestFirst = (await readAll(folder)).toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)));
  const isGone = (one: (typeof latestFirst)[number], at: number) =>
    at >= MOST_CALLERS || one.caller === undefined;
  const gone = latestFirst.filter(isGone);
  await Promise.all(gone.map(({ file }) => fs.rm(join(folder, file), { force: true }).catch(() => {})));
  await sweepLeftovers(folder);
}
