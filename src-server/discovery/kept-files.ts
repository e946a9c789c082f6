/** `<data>/skills-registry/callers/<hash>.json`, for each client that starts the program: times, never requests. */
import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isJsonObject, type McpCaller } from '../contract/api.ts';
import { joinCalls } from '../contract/clients/clients.ts';
import { checkOf } from '../contract/schema.ts';
import { callerFileSchema } from '../contract/schemas/files.ts';
import type { OfflineRegistry } from '../contract/service.ts';
import { writeInside } from '../platform/files.ts';
import { parse } from './ask-service.ts';
import { readJsonFiles } from './find-services.ts';

export type StoredCaller = Omit<McpCaller, 'lastRead'>;

const isCallerFile = checkOf(callerFileSchema);
const FOLDER = 'callers';
const UNUSED_MS = 30 * 24 * 60 * 60 * 1_000;

/** Keeps later times of other processes. Rejects if writing fails. */
export async function storeCaller(dataFolder: string, caller: StoredCaller): Promise<void> {
  const before = (await readCallers(dataFolder)).filter(({ name }) => name === caller.name);
  const kept = { schema: 1, name: caller.name, ...joinCalls([caller, ...before]) };
  // Hashed: names are untrusted.
  const name = createHash('sha256').update(caller.name).digest('hex').slice(0, 32);
  await writeInside(dataFolder, `${FOLDER}/${name}.json`, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
}

/** Of the last 30 days. Older ones are removed. */
export async function readCallers(dataFolder: string): Promise<readonly StoredCaller[]> {
  const files = await readJsonFiles(join(dataFolder, FOLDER), isCallerFile);
  const isOld = ({ lastAt }: StoredCaller) => Date.now() - Date.parse(lastAt) > UNUSED_MS;
  for (const { path } of files.filter(({ value }) => isOld(value)))
    await fs.rm(path, { force: true }).catch(() => {});
  return files.flatMap(({ value: { schema: _, ...caller } }) => (isOld(caller) ? [] : [caller]));
}
/** Last choice, without a named registry and a service. */
const FILE = 'remembered-registry.json';

/** @param registry absolute root */
export async function rememberRegistry(dataFolder: string, registry: string): Promise<void> {
  const text = `${JSON.stringify({ schema: 1, registry })}\n`;
  await writeInside(dataFolder, FILE, text, { mode: 0o600 });
}

/** Absolute, perhaps missing; undefined before the first choice. */
export async function rememberedRegistry(dataFolder: string): Promise<string | undefined> {
  const value = parse(await fs.readFile(join(dataFolder, FILE), 'utf8').catch(() => ''));
  const { schema, registry } = isJsonObject(value) ? value : {};
  return schema === 1 && typeof registry === 'string' && isAbsolute(registry) ? registry : undefined;
}

/** @param look returns the registry's root, if any */
export async function offlineRegistry(
  dataFolder: string,
  look: (folder: string) => Promise<string | undefined>,
): Promise<OfflineRegistry | undefined> {
  const folder = await rememberedRegistry(dataFolder);
  const root = folder && (await look(folder));
  if (root !== undefined) return { folder: root };
  return folder === undefined ? undefined : { folder, isGone: true };
}
