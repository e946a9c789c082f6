/** Keeps the list of added registries and their copies. */

import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { AddedRegistry } from '../contract/added-registries.ts';
import { isJsonObject } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { guardPath, inspect, writeInside } from '../platform/files.ts';
import { isAlive, withWriteLock } from '../platform/folder-lock.ts';
import { readSettingsText } from '../platform/plain-file.ts';
import { COMMIT_FILE, DRAFTS, type FetchedCopy, RegistryRefusal } from './copy.ts';
import { isRegistryName, OBJECT_ID } from './registry-address.ts';

export const REGISTRY_LIST = 'registries.json';
const COPIES = 'copies';
const LOCK_FILE = '.lock';
/** The served copy has the same path at every commit, so that services see an update as edits. */
const CURRENT_COPY = 'current';
const PRIVATE_FOLDER = 0o700;

/**
 * The list of the added registries and their copies, below `registries` in the user’s data folder:
 * `registries.json`, and `copies/<name>/current/<name>` for each. Paths are absolute. Only `change` writes.
 */
export interface RegistryStore {
  readonly folder: string;
  /** Returns the registry of the highest priority first. Throws a `RegistryRefusal` if the list is damaged. */
  readonly list: () => readonly AddedRegistry[];
  /**
   * Changes the list under a lock, then adapts the folders.
   *
   * @param draft a copy that is moved into its place
   */
  change(
    next: (registries: readonly AddedRegistry[]) => readonly AddedRegistry[],
    draft?: FetchedCopy,
  ): Promise<readonly AddedRegistry[]>;
  servedFolder(name: string): string;
  /** Returns the folder of a copy, which may be that of the served commit. */
  copyOf(registry: AddedRegistry, commit: string): string;
  /** Returns the served folder once it has the listed commit, also after a killed command. */
  readyFolder(registry: AddedRegistry): Promise<string>;
}

/** An added registry as documents show it: `state` says whether it is served as it is, has an update, or failed. */
export interface RegistryDocument extends AddedRegistry {
  readonly state: 'failed' | 'ready' | 'update';
  readonly left_out: readonly string[];
}

export function toDocument(registry: AddedRegistry): RegistryDocument {
  const { error, update, left_out = [] } = registry;
  const state = error !== null ? 'failed' : update === null ? 'ready' : 'update';
  return { ...registry, state, left_out };
}

export function openRegistryStore(data: string): RegistryStore {
  const folder = join(data, 'registries');
  const list = () => readList(join(folder, REGISTRY_LIST));
  const copyFolder = (name: string, copy: string) => join(folder, COPIES, name, copy);
  const servedFolder = (name: string) => join(copyFolder(name, CURRENT_COPY), name);
  const change: RegistryStore['change'] = async (next, draft) => {
    await fs.mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    return withWriteLock(folder, LOCK_FILE, async () => {
      const before = list();
      const after = next(before);
      if (draft !== undefined) {
        const { name, path, facts } = draft;
        const target = await guardPath(folder, `${COPIES}/${name}/${facts.commit}`, PRIVATE_FOLDER);
        await fs.rm(target.path, { recursive: true, force: true });
        await fs.rename(path, target.path);
      }
      const text = `${JSON.stringify({ schema: 1, registries: after }, undefined, 2)}\n`;
      if (JSON.stringify(after) !== JSON.stringify(before))
        await writeInside(folder, REGISTRY_LIST, text, { mode: 0o600 });
      await settle(folder, after);
      // Services may still read the copies of what was just removed.
      const kept = [...after, ...before].map(({ name }) => name);
      await removeOthers(join(folder, COPIES), (name) => kept.includes(name));
      await removeOthers(join(folder, DRAFTS), isInWork);
      return after;
    });
  };
  return {
    folder,
    list,
    change,
    servedFolder,
    copyOf: ({ name, commit: served }, commit) => copyFolder(name, commit === served ? CURRENT_COPY : commit),
    async readyFolder({ name, commit }) {
      const served = servedFolder(name);
      // A command was killed, or holds the lock: the present copy is served until the update is complete.
      const mark = join(copyFolder(name, CURRENT_COPY), COMMIT_FILE);
      if ((await fs.readFile(mark, 'latin1').catch(() => undefined)) !== commit)
        await change((all) => all).catch(async (error: unknown) => {
          const isThere = await fs.access(served).then(
            () => true,
            () => false,
          );
          if (!isThere) throw error;
        });
      return served;
    },
  };
}

function readList(file: string): readonly AddedRegistry[] {
  let text: string;
  try {
    text = readSettingsText(file, LIMITS.indexBytes);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new RegistryRefusal(`${file} can't be read (${code ?? message}).`, { cause: error });
  }
  try {
    const { schema, registries } = JSON.parse(text) as { schema?: unknown; registries?: unknown };
    if (schema === 1 && Array.isArray(registries) && registries.every(isAddedRegistry)) return registries;
  } catch {
    // Damaged, as below.
  }
  throw new RegistryRefusal(
    `${file} is damaged, so no added registry is known. Repair it, or remove it and add them again.`,
  );
}

/** Checks again what becomes a path. The rest of the file was written by this program. */
function isAddedRegistry(value: unknown): value is AddedRegistry {
  const isCommit = (id: unknown) => typeof id === 'string' && OBJECT_ID.test(id);
  if (!isJsonObject(value)) return false;
  const { name, address, commit, update } = value;
  return (
    typeof name === 'string' &&
    isRegistryName(name) &&
    typeof address === 'string' &&
    isCommit(commit) &&
    (update === null || (isJsonObject(update) && isCommit(update['commit'])))
  );
}

/** Moves the served copies into place, and deletes those that the list doesn’t name. */
async function settle(folder: string, registries: readonly AddedRegistry[]): Promise<void> {
  for (const { name, commit, update } of registries) {
    const current = await guardPath(folder, `${COPIES}/${name}/${CURRENT_COPY}`, PRIVATE_FOLDER);
    const next = join(current.folder, commit);
    if ((await inspect(next)) !== undefined) {
      const old = join(current.folder, 'old');
      await fs.rm(old, { recursive: true, force: true });
      if ((await inspect(current.path)) !== undefined) await fs.rename(current.path, old);
      await fs.rename(next, current.path);
    }
    await removeOthers(current.folder, (one) => [CURRENT_COPY, update?.commit].includes(one));
  }
}

/** Says whether the process that makes a draft still runs: its number begins the name. */
function isInWork(name: string): boolean {
  const pid = Number(name.split('.')[0]);
  return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid);
}

/** Deletes what isn’t kept, and nothing behind a link. */
async function removeOthers(folder: string, isKept: (name: string) => boolean): Promise<void> {
  if (!(await inspect(folder))?.isDirectory()) return;
  for (const name of await fs.readdir(folder))
    if (!isKept(name)) await fs.rm(join(folder, name), { recursive: true, force: true });
}
