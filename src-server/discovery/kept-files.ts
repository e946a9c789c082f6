/**
 * Keeps when each client that starts the program last called, in
 * `<data>/skills-registry/callers/<hash>.json`, and the registry that was last chosen. Requests are never
 * kept.
 */
import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isJsonObject, type McpCaller } from '../contract/api.ts';
import { joinCalls } from '../contract/clients/clients.ts';
import { LIMITS } from '../contract/limits.ts';
import { checkOf } from '../contract/schema.ts';
import { callerFileSchema } from '../contract/schemas/files.ts';
import type { OfflineRegistry } from '../contract/service.ts';
import { FileChanged, writeInside } from '../platform/files.ts';
import { readPlainText } from '../platform/plain-file.ts';
import { parse } from './ask-service.ts';
import { readJsonFiles } from './find-services.ts';

export type StoredCaller = Omit<McpCaller, 'lastRead'>;

const isCallerFile = checkOf(callerFileSchema);
const CALLERS_FOLDER = 'callers';
const CALLER_UNUSED_MS = 30 * 24 * 60 * 60 * 1_000;

/** Stores when a client called. Later times of other processes stay. Rejects if writing fails. */
export async function storeCaller(dataFolder: string, caller: StoredCaller): Promise<void> {
  const before = (await readCallers(dataFolder)).filter(({ name }) => name === caller.name);
  const kept = { schema: 1, name: caller.name, ...joinCalls([caller, ...before]) };
  // Hashed: names are untrusted.
  const name = createHash('sha256').update(caller.name).digest('hex').slice(0, 32);
  await writeInside(dataFolder, `${CALLERS_FOLDER}/${name}.json`, `${JSON.stringify(kept)}\n`, {
    mode: 0o600,
  });
}

/** Reads the callers of the last 30 days, and removes older ones. */
export async function readCallers(dataFolder: string): Promise<readonly StoredCaller[]> {
  const files = await readJsonFiles(join(dataFolder, CALLERS_FOLDER), isCallerFile);
  const isOld = ({ lastAt }: StoredCaller) => Date.now() - Date.parse(lastAt) > CALLER_UNUSED_MS;
  for (const { path } of files.filter(({ value }) => isOld(value)))
    await fs.rm(path, { force: true }).catch(() => {});
  return files.flatMap(({ value: { schema: _, ...caller } }) => (isOld(caller) ? [] : [caller]));
}

/** The file of the last choice of a registry, which counts where none is named and no service runs. */
const REMEMBERED_FILE = 'remembered-registry.json';

/** Remembers the absolute root of a registry. Of choices at the same moment, one counts. */
export async function rememberRegistry(dataFolder: string, registry: string): Promise<void> {
  const text = `${JSON.stringify({ schema: 1, registry })}\n`;
  await writeInside(dataFolder, REMEMBERED_FILE, text, { mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof FileChanged)) throw error;
  });
}

/** Returns the remembered folder, which may be gone. It is undefined before the first choice. */
export async function rememberedRegistry(dataFolder: string): Promise<string | undefined> {
  const value = parse((await readPlainText(join(dataFolder, REMEMBERED_FILE), LIMITS.announcedBytes)) ?? '');
  const { schema, registry } = isJsonObject(value) ? value : {};
  return schema === 1 && typeof registry === 'string' && isAbsolute(registry) ? registry : undefined;
}

/**
 * Returns what a program answers from without a service. `look` returns the root of the registry in a folder,
 * if any.
 */
export async function offlineRegistry(
  dataFolder: string,
  look: (folder: string) => Promise<string | undefined>,
): Promise<OfflineRegistry | undefined> {
  const folder = await rememberedRegistry(dataFolder);
  const root = folder && (await look(folder));
  if (root !== undefined) return { folder: root };
  return folder === undefined ? undefined : { folder, isGone: true };
}
