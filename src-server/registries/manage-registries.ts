/** Adds, updates and removes registries. */

import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AddedRegistry, ReadSkillChange, UpdateMode } from '../contract/added-registries.ts';
import type { SkillKey } from '../contract/api.ts';
import { messageOf } from '../contract/errors.ts';
import { type ReadableCopy, readChanges, updateBetween } from './changes.ts';
import {
  type AllowHost,
  type CopyFacts,
  type CopyOrigin,
  FETCH_LIMITS,
  type FetchedCopy,
  type FetchOptions,
  RegistryRefusal,
  readCopyFacts,
  WrongRequest,
} from './copy.ts';
import { openOrigin } from './git-copy.ts';
import {
  addressIdentity,
  isRegistryName,
  nameFromAddress,
  OBJECT_ID,
  parseAddress,
} from './registry-address.ts';
import type { RegistryStore } from './registry-store.ts';

export interface AddRequest {
  readonly address: string;
  readonly ref?: string | undefined;
  readonly folder?: string | undefined;
  readonly name?: string | undefined;
  readonly follow: boolean;
}

/**
 * A registry that was fetched and isn’t added yet. Either `add` or `discard` must be called; the latter
 * deletes the files.
 */
export interface Addition {
  readonly registry: AddedRegistry;
  readonly facts: CopyFacts;
  /** Reads a skill as if an update added it; undefined if the address has no such skill. */
  readSkill(key: SkillKey): ReadSkillChange | undefined;
  add(): Promise<AddedRegistry>;
  discard(): Promise<void>;
}

/** The differences between the served commit of a registry and its update; none without an update. */
interface RegistryChanges {
  readonly registry: AddedRegistry;
  /** When the newer commit was made; null if it doesn’t say. */
  readonly date: string | null;
  readonly skills: readonly ReadSkillChange[];
}

/**
 * Adds, updates and removes the registries of the user, whose copies a `RegistryStore` keeps. Each member takes the name of
 * an added registry (`team`), and rejects with a `RegistryRefusal` if there is none.
 */
export interface Registries {
  /** Returns the added registries, that of the highest priority first. */
  readonly list: () => readonly AddedRegistry[];
  /** Completes what a killed command left, and deletes leftovers. */
  tidy(): Promise<readonly AddedRegistry[]>;
  setMode(name: string, mode: UpdateMode): Promise<AddedRegistry>;
  /**
   * Fetches a registry that isn’t added yet, else returns the added one.
   *
   * @param allow is asked if the address leads to another host, which becomes the address of the registry
   */
  prepare(request: AddRequest, allow?: AllowHost): Promise<AddedRegistry | Addition>;
  /** Looks for an update and fetches it beside the served copy. A failure is the registry’s `error`. */
  check(name: string): Promise<AddedRegistry>;
  /** Serves the update that `check` found. */
  take(name: string, commit: string): Promise<AddedRegistry>;
  changes(name: string): Promise<RegistryChanges>;
  /** Stays at a commit; by default, at the served one. */
  pin(name: string, commit?: string): Promise<AddedRegistry>;
  /** Moves the named registries to the front, in this order. */
  order(names: readonly string[]): Promise<readonly AddedRegistry[]>;
  remove(name: string): Promise<void>;
}

/** Services look at the list each second. In this time they switch to another copy. */
const SWITCH_MS = 2_000;
const NO_FACTS: CopyFacts = { commit: '', date: null, files: {}, skills: {}, skipped: [], bytes: 0 };
const NO_COPY: ReadableCopy = { facts: NO_FACTS, folder: '' };

export function manageRegistries(
  store: RegistryStore,
  { env, onProgress }: Pick<FetchOptions, 'env' | 'onProgress'>,
): Registries {
  const named = (name: string): AddedRegistry => requireNamed(store.list(), name);
  const patch = async (
    name: string,
    change: (registry: AddedRegistry) => AddedRegistry,
    draft?: FetchedCopy,
  ): Promise<AddedRegistry> => {
    const next = (all: readonly AddedRegistry[]) => all.map((one) => (one.name === name ? change(one) : one));
    return requireNamed(await store.change(next, draft), name);
  };
  const factsOf = (registry: AddedRegistry, commit: string) =>
    readCopyFacts(store.copyOf(registry, commit)).catch(() => undefined);
  const open = async (origin: CopyOrigin, allow?: AllowHost) => {
    await fs.mkdir(store.folder, { recursive: true, mode: 0o700 });
    return openOrigin(origin, { env, onProgress, store: store.folder, limits: FETCH_LIMITS }, allow);
  };
  const openAgain = ({ address: url, folder, ref }: AddedRegistry, commit?: string) =>
    open({ url, folder: folder ?? undefined, ref: commit ?? ref ?? undefined });
  const setMode = (name: string, mode: UpdateMode) =>
    patch(named(name).name, (one) => {
      if (mode === 'pin') return { ...one, pinned: true, follow: false, update: null };
      // A commit never changes, so the ref falls back to the default branch.
      const ref = OBJECT_ID.test(one.ref ?? '') ? null : one.ref;
      return { ...one, ref, pinned: false, follow: mode === 'follow' };
    });
  const tidy = () => store.change((all) => all);

  return {
    list: store.list,
    tidy,
    setMode,
    async prepare(request, allow) {
      const { url: typed, place, ...chosen } = parseAddress(request.address);
      const asked = { ref: request.ref ?? chosen.ref, folder: request.folder ?? chosen.folder };
      if (request.name !== undefined) refuseName(request.name, store.list());
      const { resolved, fetch, url: found } = await open({ url: typed, place, ...asked }, allow);
      // On the same host the typed address stays: it may lead elsewhere tomorrow.
      const url = isSameHost(typed, found) ? typed : found;
      const { ref, folder, commit } = resolved;
      const all = store.list();
      const same = findSame(all, { address: url, ref, folder });
      if (same !== undefined) return same;
      const pinned = OBJECT_ID.test(ref ?? '');
      if (request.follow && pinned)
        throw new WrongRequest('A commit never changes: leave out --follow or --ref.');
      const name = request.name ?? freeName(nameFromAddress(url), all);
      const copy = await fetch(name);
      const registry: AddedRegistry = {
        name,
        address: url,
        folder,
        ref,
        commit,
        follow: request.follow,
        pinned,
        ...countsOf(copy.facts),
        checked_at: new Date().toISOString(),
        error: null,
        update: null,
      };
      const discard = () => fs.rm(copy.path, { recursive: true, force: true });
      const add = (now: readonly AddedRegistry[]) => {
        if (findSame(now, registry) !== undefined) return now;
        refuseName(name, now);
        return [...now, registry];
      };
      return {
        registry,
        facts: copy.facts,
        discard,
        readSkill: (key) =>
          readChanges(NO_COPY, { facts: copy.facts, folder: join(copy.path, name) }, key)[0],
        add: async () => findSame(await store.change(add, copy).finally(discard), registry) ?? registry,
      };
    },
    async check(name) {
      const registry = named(name);
      const checked_at = new Date().toISOString();
      const checked = { checked_at, error: null };
      try {
        const session = await openAgain(registry);
        const { commit } = session.resolved;
        const before = await factsOf(registry, registry.commit);
        const isSame = commit === registry.commit;
        const isOffered = registry.update?.commit === commit;
        if ((isSame || isOffered) && (await factsOf(registry, commit)) !== undefined)
          return await patch(name, (one) => ({ ...one, ...checked, update: isSame ? null : one.update }));
        const draft = await session.fetch(name);
        const update = isSame ? null : updateBetween(before ?? NO_FACTS, draft.facts);
        const take = (one: AddedRegistry) =>
          one.commit === registry.commit ? { ...one, ...checked, update } : one;
        return await patch(name, take, draft);
      } catch (cause) {
        // Also errors of the disk: they concern one registry, and others are checked after it.
        return patch(name, (one) => ({ ...one, checked_at, error: messageOf(cause) }));
      }
    },
    async take(name, commit) {
      const facts = await factsOf(named(name), commit);
      return patch(name, (one) => {
        if (one.commit === commit) return one;
        if (one.update?.commit !== commit || facts === undefined)
          throw new RegistryRefusal(`${name} changed meanwhile. Try again.`);
        return { ...one, commit, update: null, ...countsOf(facts) };
      });
    },
    async changes(name) {
      const registry = named(name);
      const copyAt = async (commit: string): Promise<ReadableCopy> => ({
        facts: (await factsOf(registry, commit)) ?? NO_FACTS,
        folder: join(store.copyOf(registry, commit), name),
      });
      const before = await copyAt(registry.commit);
      const after = registry.update === null ? before : await copyAt(registry.update.commit);
      return { registry, date: after.facts.date, skills: readChanges(before, after) };
    },
    async pin(name, commit) {
      const registry = named(name);
      if (commit === undefined || commit === registry.commit) return setMode(name, 'pin');
      if (!OBJECT_ID.test(commit)) throw new WrongRequest('Give the whole commit id.');
      const draft = await (await openAgain(registry, commit)).fetch(name);
      const pinned = { commit, pinned: true, follow: false, update: null, error: null };
      return patch(name, (one) => ({ ...one, ...pinned, ...countsOf(draft.facts) }), draft);
    },
    order(names) {
      return store.change((all) => {
        const first = [...new Set(names)].map((name) => requireNamed(all, name));
        return [...first, ...all.filter((one) => !first.includes(one))];
      });
    },
    async remove(name) {
      const removed = named(name);
      await store.change((all) => all.filter((one) => one.name !== removed.name));
      await setTimeout(SWITCH_MS);
      await tidy();
    },
  };
}

function isSameHost(one: string, other: string): boolean {
  return one === other || new URL(one).origin === new URL(other).origin;
}

function countsOf({ skills, skipped }: CopyFacts): Pick<AddedRegistry, 'skills' | 'left_out'> {
  return { skills: Object.keys(skills).length, left_out: skipped };
}

function requireNamed(all: readonly AddedRegistry[], name: string): AddedRegistry {
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw new RegistryRefusal(
    'There is no added registry of this name. All of them: skills-registry registry list',
  );
}

type Place = Pick<AddedRegistry, 'address' | 'ref' | 'folder'>;

function findSame(all: readonly AddedRegistry[], wanted: Place): AddedRegistry | undefined {
  const identity = ({ address, ref, folder }: Place) =>
    JSON.stringify([addressIdentity(address), ref, folder]);
  return all.find((one) => identity(one) === identity(wanted));
}

function freeName(wanted: string, all: readonly AddedRegistry[]): string {
  const isTaken = (name: string) => all.some((one) => one.name === name);
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) name = `${wanted}-${number}`;
  return name;
}

function refuseName(name: string, all: readonly AddedRegistry[]): void {
  if (!isRegistryName(name))
    throw new WrongRequest(
      'A name has 1 to 64 of a to z, 0 to 9, ".", "_" and "-", and begins and ends with a letter or digit. Reserved are commit and copy.json.',
    );
  if (all.some((one) => one.name === name))
    throw new RegistryRefusal(`There is a registry ${name} already. Give another name.`);
}
