/** `<data>/skills-registry/callers/<hash>.json`, for each client that starts the program: times, never requests. */
import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { McpCaller } from '../contract/api/api.ts';
import { joinCalls } from '../contract/clients/client-calls.ts';
import { checkOf } from '../contract/schema-check.ts';
import { callerFileSchema } from '../contract/schemas/own-files.ts';
import { writeInside } from '../platform/write-file.ts';

export type StoredCaller = Omit<McpCaller, 'lastRead'>;

const isCallerFile = checkOf(callerFileSchema);
const FOLDER = 'callers';
const UNUSED_MS = 30 * 24 * 60 * 60 * 1_000;

/** Keeps later times of other processes. Rejects if writing fails. */
export async function storeCaller(dataFolder: string, caller: StoredCaller): Promise<void> {
  // Hashed: names are untrusted.
  const name = `${createHash('sha256').update(caller.name).digest('hex').slice(0, 32)}.json`;
  const before = await readCaller(join(dataFolder, FOLDER, name));
  const times = joinCalls([caller, ...(before === undefined ? [] : [before])]);
  const kept = { schema: 1, name: caller.name, ...times };
  await writeInside(dataFolder, `${FOLDER}/${name}`, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
}

/** Of the last 30 days. Older ones are removed. */
export async function readCallers(dataFolder: string): Promise<readonly StoredCaller[]> {
  const folder = join(dataFolder, FOLDER);
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) =>
    /^[0-9a-f]{32}\.json$/.test(name),
  );
  const callers = await Promise.all(
    names.map(async (name) => {
      const caller = await readCaller(join(folder, name));
      if (caller === undefined || Date.now() - Date.parse(caller.lastAt) <= UNUSED_MS) return caller;
      await fs.rm(join(folder, name), { force: true }).catch(() => {});
      return undefined;
    }),
  );
  return callers.filter((caller) => caller !== undefined);
}

async function readCaller(file: string): Promise<StoredCaller | undefined> {
  try {
    const value: unknown = JSON.parse(await fs.readFile(file, 'utf8'));
    if (!isCallerFile(value)) return undefined;
    const { schema: _, ...caller } = value;
    return caller;
  } catch {
    return undefined;
  }
}
