import { existsSync, promises as fs, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../contract/api/json-object.ts';
import type { AddedRegistry } from '../contract/service/registry-work.ts';
import { isAlive, withWriteLock } from '../platform/folder-lock.ts';
import { guardPath, inspect } from '../platform/guarded-path.ts';
import { writeInside } from '../platform/write-file.ts';
import { COMMIT_FILE, DRAFTS, sizeWords, type UnplacedCopy } from './copy.ts';
import { OBJECT_ID } from './git-refs.ts';
import { isRegistryName } from './registry-address.ts';
import { RegistryRefusal } from './registry-refusal.ts';

export const REGISTRY_LIST = 'registries.json';
const COPIES = 'copies';
const LOCK = '.lock';
/** Constant path: services see updates as normal edits. */
const CURRENT = 'current';
/** Replaced copy with damaged facts, until deletion. */
const DAMAGED = 'damaged';
const PRIVATE = 0o700;
/** Parsed by the serving thread. */
export const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** Older drafts are deleted even if the process ID is alive: systems reuse IDs. */
const ABANDONED_MS = 24 * 3_600_000;

export interface RegistryStore {
  /** Absolute. */
  readonly folder: string;
  /** Highest priority first. Throws `RegistryRefusal` if damaged. */
  list(): readonly AddedRegistry[];
  servedFolder(name: string): string;
  /** With the listed commit, after completing a killed command. */
  readyFolder(registry: AddedRegistry): Promise<string>;
  /** Absolute; also for the served commit. */
  copyOf(registry: AddedRegistry, commit: string): string;
  /**
   * Under a lock, after completing a killed command. Then adapts the folders. Copies of removed registries are
   * deleted by the next change: services may still read them.
   *
   * @param draft copy to move into place
   */
  change(
    next: (registries: readonly AddedRegistry[]) => readonly AddedRegistry[],
    draft?: { readonly name: string; readonly copy: UnplacedCopy },
  ): Promise<readonly AddedRegistry[]>;
}

/** @param data of the user */
export function openRegistryStore(data: string): RegistryStore {
  const folder = join(data, 'registries');
  const list = () => readList(folder);
  const copyOf = (registry: AddedRegistry, commit: string) =>
    join(folder, COPIES, registry.name, commit === registry.commit ? CURRENT : commit);
  const servedFolder = (name: string) => join(folder, COPIES, name, CURRENT, name);
  const change: RegistryStore['change'] = async (next, draft) => {
    await fs.mkdir(folder, { recursive: true, mode: PRIVATE });
    return withWriteLock(folder, LOCK, async () => {
      // Completes a killed command first, because the folders still match the old list.
      const before = list();
      await settle(folder, before);
      const after = next(before);
      if (draft !== undefined) await placeDraft(folder, draft.name, draft.copy);
      if (JSON.stringify(after) !== JSON.stringify(before)) await writeList(folder, after);
      await settle(folder, after, before);
      return after;
    });
  };
  return {
    folder,
    list,
    copyOf,
    servedFolder,
    async readyFolder({ name, commit }) {
      const served = servedFolder(name);
      if (commitAt(join(folder, COPIES, name, CURRENT)) === commit) return served;
      // A command was killed, or another command holds the lock: the present copy is served until the update is complete.
      await change((all) => all).catch((error: unknown) => {
        if (!existsSync(served)) throw error;
      });
      return served;
    },
    change,
  };
}

async function writeList(folder: string, registries: readonly AddedRegistry[]): Promise<void> {
  const text = `${JSON.stringify({ schema: 1, registries }, undefined, 2)}\n`;
  if (Buffer.byteLength(text) > MAX_LIST_BYTES)
    throw new RegistryRefusal(
      `${join(folder, REGISTRY_LIST)} would be larger than ${sizeWords(MAX_LIST_BYTES)}. Take, skip or remove updates, then try again.`,
    );
  await writeInside(folder, REGISTRY_LIST, text, { mode: 0o600 });
}

function readList(folder: string): readonly AddedRegistry[] {
  const file = join(folder, REGISTRY_LIST);
  const text = readText(file);
  if (text === undefined) return [];
  const registries = parseList(text);
  if (registries !== undefined) return registries;
  throw new RegistryRefusal(
    `${file} is damaged, so no added registry is known. Repair it, or remove it and add them again.`,
  );
}

function readText(file: string): string | undefined {
  try {
    if (statSync(file).size > MAX_LIST_BYTES)
      throw new RegistryRefusal(
        `${file} is larger than ${sizeWords(MAX_LIST_BYTES)}, so no added registry is known. Remove it and add them again.`,
      );
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof RegistryRefusal) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new RegistryRefusal(`${file} can't be read (${code}).`, { cause: error });
  }
}

function parseList(text: string): readonly AddedRegistry[] | undefined {
  try {
    const { schema, registries } = JSON.parse(text) as { schema?: unknown; registries?: unknown };
    const isList = schema === 1 && Array.isArray(registries) && registries.every(isAddedRegistry);
    return isList ? (registries as readonly AddedRegistry[]) : undefined;
  } catch {
    return undefined;
  }
}

function isAddedRegistry(value: unknown): value is AddedRegistry {
  if (!isJsonObject(value)) return false;
  const isTextOrNull = (name: string) => value[name] === null || typeof value[name] === 'string';
  return (
    typeof value['name'] === 'string' &&
    isRegistryName(value['name']) &&
    typeof value['address'] === 'string' &&
    isCommit(value['commit']) &&
    (value['previous'] === null || isCommit(value['previous'])) &&
    ['folder', 'ref', 'checked_at', 'error'].every(isTextOrNull) &&
    typeof value['follow'] === 'boolean' &&
    typeof value['pinned'] === 'boolean' &&
    typeof value['skills'] === 'number' &&
    (value['update'] === null || isUpdate(value['update'])) &&
    (value['left_out'] === undefined || isTexts(value['left_out'])) &&
    (value['skipped'] === undefined || value['skipped'] === null || isCommit(value['skipped']))
  );
}

function isUpdate(value: unknown): boolean {
  if (!isJsonObject(value) || !isCommit(value['commit']) || typeof value['rewritten'] !== 'boolean')
    return false;
  return ['added', 'changed', 'removed', 'risk_raised'].every((name) => isTexts(value[name]));
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string');

function isCommit(value: unknown): boolean {
  return typeof value === 'string' && OBJECT_ID.test(value);
}

async function placeDraft(folder: string, name: string, { path, facts }: UnplacedCopy): Promise<void> {
  const target = await guardPath(folder, `${COPIES}/${name}/${facts.commit}`, PRIVATE);
  // Another command may have fetched the same commit.
  await fs.rm(target.path, { recursive: true, force: true });
  await target.checkAgain();
  await fs.rename(path, target.path);
}

/**
 * Moves the served copy into place; deletes unlisted copies.
 * @param before keeps their copies, too
 */
async function settle(
  folder: string,
  registries: readonly AddedRegistry[],
  before: readonly AddedRegistry[] = [],
): Promise<void> {
  for (const registry of registries) await settleOne(folder, registry);
  const names = new Set([...registries, ...before].map(({ name }) => name));
  await removeOthers(join(folder, COPIES), (name) => names.has(name));
  await removeOthers(join(folder, DRAFTS), isDraftInWork(join(folder, DRAFTS)));
}

async function settleOne(folder: string, { name, commit, previous, update }: AddedRegistry): Promise<void> {
  const current = await guardPath(folder, `${COPIES}/${name}/${CURRENT}`, PRIVATE);
  const next = join(current.folder, commit);
  const served = commitAt(current.path);
  // The same commit is fetched again if the facts of the served copy are damaged.
  if ((await inspect(next)) !== undefined) {
    if (served === undefined) await fs.rm(current.path, { recursive: true, force: true });
    else await moveAside(current.path, join(current.folder, served === commit ? DAMAGED : served));
    await fs.rename(next, current.path);
  }
  const kept = new Set([CURRENT, previous, update?.commit]);
  await removeOthers(current.folder, (one) => kept.has(one));
}

async function moveAside(from: string, to: string): Promise<void> {
  await fs.rm(to, { recursive: true, force: true });
  await fs.rename(from, to);
}

function commitAt(copy: string): string | undefined {
  try {
    return readFileSync(join(copy, COMMIT_FILE), 'latin1');
  } catch {
    return undefined;
  }
}

function isDraftInWork(drafts: string): (name: string) => boolean | Promise<boolean> {
  return async (name) => {
    const pid = Number(name.split('.')[0]);
    const stats = await inspect(join(drafts, name));
    const age = Date.now() - Number(stats?.mtimeMs ?? 0);
    return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid) && age < ABANDONED_MS;
  };
}

/** Deletes nothing behind a link. */
async function removeOthers(
  folder: string,
  isKept: (name: string) => boolean | Promise<boolean>,
): Promise<void> {
  if (!(await inspect(folder))?.isDirectory()) return;
  for (const name of await fs.readdir(folder).catch(() => []))
    if (!(await isKept(name))) await fs.rm(join(folder, name), { recursive: true, force: true });
}
