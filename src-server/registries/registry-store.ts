import { existsSync, promises as fs, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../contract/api/json-object.ts';
import type { AddedRegistry } from '../contract/service/registry-work.ts';
import { isAlive, withWriteLock } from '../platform/folder-lock.ts';
import { guardPath, inspect } from '../platform/guarded-path.ts';
import { writeInside } from '../platform/write-file.ts';
import { COMMIT_FILE, DRAFTS, type UnplacedCopy } from './copy.ts';
import { OBJECT_ID } from './git-refs.ts';
import { isRegistryName } from './registry-address.ts';
import { RegistryRefusal } from './registry-refusal.ts';

export const REGISTRY_LIST = 'registries.json';
const COPIES = 'copies';
const LOCK = '.lock';
/** Constant path: services see updates as normal edits. */
const CURRENT = 'current';
const PRIVATE = 0o700;
/** Older drafts are deleted even if the process ID is alive: systems reuse IDs. */
const ABANDONED_MS = 24 * 3_600_000;

export interface RegistryStore {
  readonly folder: string;
  /** Highest priority first. Throws `RegistryRefusal` if damaged. */
  list(): readonly AddedRegistry[];
  servedFolder(name: string): string;
  /** With the listed commit, also after a killed command. */
  readyFolder(registry: AddedRegistry): Promise<string>;
  /** Absolute; also for the served commit. */
  copyOf(registry: AddedRegistry, commit: string): string;
  /**
   * Under a lock; then adapts the folders. Copies of removed registries are deleted by the next change: services
   * may still read them.
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
  const list = () => readList(join(folder, REGISTRY_LIST));
  const servedFolder = (name: string) => join(folder, COPIES, name, CURRENT, name);
  const change: RegistryStore['change'] = async (next, draft) => {
    await fs.mkdir(folder, { recursive: true, mode: PRIVATE });
    return withWriteLock(folder, LOCK, async () => {
      const before = list();
      const after = next(before);
      if (draft !== undefined) await placeDraft(folder, draft.name, draft.copy);
      const text = `${JSON.stringify({ schema: 1, registries: after }, undefined, 2)}\n`;
      if (JSON.stringify(after) !== JSON.stringify(before))
        await writeInside(folder, REGISTRY_LIST, text, { mode: 0o600 });
      await settle(folder, after, before);
      return after;
    });
  };
  return {
    folder,
    list,
    servedFolder,
    change,
    copyOf: (registry, commit) =>
      join(folder, COPIES, registry.name, commit === registry.commit ? CURRENT : commit),
    async readyFolder({ name, commit }) {
      const served = servedFolder(name);
      if (commitAt(join(folder, COPIES, name, CURRENT)) === commit) return served;
      // A command was killed, or holds the lock: the present copy is served until the update is complete.
      await change((all) => all).catch((error: unknown) => {
        if (!existsSync(served)) throw error;
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

function isAddedRegistry(value: unknown): value is AddedRegistry {
  if (!isJsonObject(value)) return false;
  const { name, address, commit, previous, skipped, follow, pinned, skills, update, left_out } = value;
  const isTextOrNull = (one: unknown) => one === null || typeof one === 'string';
  return (
    typeof name === 'string' &&
    isRegistryName(name) &&
    typeof address === 'string' &&
    isCommit(commit) &&
    (previous === null || isCommit(previous)) &&
    (skipped === undefined || skipped === null || isCommit(skipped)) &&
    ['folder', 'ref', 'checked_at', 'error'].every((each) => isTextOrNull(value[each])) &&
    typeof follow === 'boolean' &&
    typeof pinned === 'boolean' &&
    typeof skills === 'number' &&
    (update === null || isUpdate(update)) &&
    (left_out === undefined || isTexts(left_out))
  );
}

function isUpdate(value: unknown): boolean {
  if (!isJsonObject(value) || !isCommit(value['commit']) || typeof value['rewritten'] !== 'boolean')
    return false;
  return ['added', 'changed', 'removed', 'risk_raised'].every((name) => isTexts(value[name]));
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string');
const isCommit = (value: unknown) => typeof value === 'string' && OBJECT_ID.test(value);

async function placeDraft(folder: string, name: string, { path, facts }: UnplacedCopy): Promise<void> {
  const target = await guardPath(folder, `${COPIES}/${name}/${facts.commit}`, PRIVATE);
  // Another command may have fetched the same commit.
  await fs.rm(target.path, { recursive: true, force: true });
  await fs.rename(path, target.path);
}

/**
 * Moves the served copy into place; deletes unlisted copies.
 *
 * @param before keeps their copies, too
 */
async function settle(
  folder: string,
  registries: readonly AddedRegistry[],
  before: readonly AddedRegistry[],
): Promise<void> {
  for (const { name, commit, previous, update } of registries) {
    const current = await guardPath(folder, `${COPIES}/${name}/${CURRENT}`, PRIVATE);
    const next = join(current.folder, commit);
    const served = commitAt(current.path);
    if ((await inspect(next)) !== undefined) {
      if (served !== undefined && served !== commit) {
        await fs.rm(join(current.folder, served), { recursive: true, force: true });
        await fs.rename(current.path, join(current.folder, served));
      } else await fs.rm(current.path, { recursive: true, force: true });
      await fs.rename(next, current.path);
    }
    await removeOthers(current.folder, (one) => [CURRENT, previous, update?.commit].includes(one));
  }
  const names = new Set([...registries, ...before].map(({ name }) => name));
  await removeOthers(join(folder, COPIES), (name) => names.has(name));
  await removeOthers(join(folder, DRAFTS), (name, ageMs) => isInWork(name) && ageMs < ABANDONED_MS);
}

/** A name begins with the number of its process. */
function isInWork(name: string): boolean {
  const pid = Number(name.split('.')[0]);
  return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid);
}

function commitAt(copy: string): string | undefined {
  try {
    return readFileSync(join(copy, COMMIT_FILE), 'latin1');
  } catch {
    return undefined;
  }
}

/** Deletes nothing behind a link. */
async function removeOthers(folder: string, isKept: (name: string, ageMs: number) => boolean): Promise<void> {
  if (!(await inspect(folder))?.isDirectory()) return;
  for (const name of await fs.readdir(folder)) {
    const stats = await inspect(join(folder, name));
    const ageMs = Date.now() - Number(stats?.mtimeMs ?? 0);
    if (!isKept(name, ageMs)) await fs.rm(join(folder, name), { recursive: true, force: true });
  }
}
