import { promises as fs, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../contract/api.ts';
import type { AddedRegistry } from '../contract/service.ts';
import { guardPath, inspect, writeInside } from '../platform/files.ts';
import { isAlive, withWriteLock } from '../platform/folder-lock.ts';
import { COMMIT_FILE, DRAFTS, type FetchedCopy, RegistryRefusal } from './copy.ts';
import { isRegistryName, OBJECT_ID } from './registry-address.ts';

export const REGISTRY_LIST = 'registries.json';
const COPIES = 'copies';
const LOCK = '.lock';
/** Constant path: services see updates as normal edits. */
const CURRENT = 'current';
const PRIVATE = 0o700;

export type RegistryStore = ReturnType<typeof openRegistryStore>;

export type RegistryDocument = ReturnType<typeof toDocument>;

export function toDocument(registry: AddedRegistry) {
  const { error, update, left_out = [] } = registry;
  const state = error !== null ? 'failed' : update === null ? 'ready' : 'update';
  return { ...registry, state, left_out } as const;
}

export function openRegistryStore(data: string) {
  const folder = join(data, 'registries');
  /** Highest priority first. Throws `RegistryRefusal` if damaged. */
  const list = () => readList(join(folder, REGISTRY_LIST));
  const copyFolder = (name: string, copy: string) => join(folder, COPIES, name, copy);
  const servedFolder = (name: string) => join(copyFolder(name, CURRENT), name);
  /**
   * Under a lock; then adapts the folders.
   *
   * @param draft copy to move into place
   */
  const change = async (
    next: (registries: readonly AddedRegistry[]) => readonly AddedRegistry[],
    draft?: FetchedCopy,
  ): Promise<readonly AddedRegistry[]> => {
    await fs.mkdir(folder, { recursive: true, mode: PRIVATE });
    return withWriteLock(folder, LOCK, async () => {
      const before = list();
      const after = next(before);
      if (draft !== undefined) {
        const { name, path, facts } = draft;
        const target = await guardPath(folder, `${COPIES}/${name}/${facts.commit}`, PRIVATE);
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
    ...{ folder, list, change, servedFolder },
    /** Absolute; also for the served commit. */
    copyOf: ({ name, commit: served }: AddedRegistry, commit: string) =>
      copyFolder(name, commit === served ? CURRENT : commit),
    /** With the listed commit, also after a killed command. */
    async readyFolder({ name, commit }: AddedRegistry): Promise<string> {
      const served = servedFolder(name);
      // A command was killed, or holds the lock: the present copy is served until the update is complete.
      const mark = join(copyFolder(name, CURRENT), COMMIT_FILE);
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
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new RegistryRefusal(`${file} can't be read (${code}).`, { cause: error });
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

/** Written by this program: only what becomes a path is checked again. */
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

/** Moves the served copies into place; deletes unlisted ones. */
async function settle(folder: string, registries: readonly AddedRegistry[]): Promise<void> {
  for (const { name, commit, update } of registries) {
    const current = await guardPath(folder, `${COPIES}/${name}/${CURRENT}`, PRIVATE);
    const next = join(current.folder, commit);
    if ((await inspect(next)) !== undefined) {
      const old = join(current.folder, 'old');
      await fs.rm(old, { recursive: true, force: true });
      if ((await inspect(current.path)) !== undefined) await fs.rename(current.path, old);
      await fs.rename(next, current.path);
    }
    await removeOthers(current.folder, (one) => [CURRENT, update?.commit].includes(one));
  }
}

/** A name begins with the number of its process. */
function isInWork(name: string): boolean {
  const pid = Number(name.split('.')[0]);
  return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid);
}

/** Deletes nothing behind a link. */
async function removeOthers(folder: string, isKept: (name: string) => boolean): Promise<void> {
  if (!(await inspect(folder))?.isDirectory()) return;
  for (const name of await fs.readdir(folder))
    if (!isKept(name)) await fs.rm(join(folder, name), { recursive: true, force: true });
}
