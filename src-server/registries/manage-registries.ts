import { promises as fs } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { AddedRegistry, RegistryUpdate, UpdateMode } from '../contract/service/registry-work.ts';
import { messageOf } from '../contract/words/message-of.ts';
import { type ChangedSkill, compareCopies, updateBetween } from './compare-copies.ts';
import { type CopyFacts, readCopyFacts, type UnplacedCopy } from './copy.ts';
import { OBJECT_ID } from './git-refs.ts';
import { requireNamed } from './named-registries.ts';
import { openOrigin } from './open-origin.ts';
import { type Addition, type AddRequest, prepareAddition } from './prepare-addition.ts';
import { RegistryRefusal, WrongRequest } from './registry-refusal.ts';
import type { RegistryStore } from './registry-store.ts';

export interface UpdateChanges {
  readonly registry: AddedRegistry;
  /** Null without update. */
  readonly update: RegistryUpdate | null;
  readonly skills: readonly ChangedSkill[];
  readonly before: CopyFacts;
  readonly after: CopyFacts;
}

export interface ManageOptions {
  readonly env: NodeJS.ProcessEnv;
  /** For previews. */
  readonly onProgress?: (bytes: number) => void;
}

/** Rejects with `RegistryRefusal`. */
export type Registries = ReturnType<typeof manageRegistries>;

/** Services follow the list by events, and switch meanwhile. */
const SWITCH_MS = 2_000;

const NOTHING: CopyFacts = { commit: '', date: null, files: {}, skills: {}, skipped: [], bytes: 0 };

type Repository = Pick<AddedRegistry, 'address' | 'folder'>;

function countsOf({ skills, skipped }: CopyFacts): Pick<AddedRegistry, 'skills' | 'left_out'> {
  return { skills: Object.keys(skills).length, left_out: skipped };
}

export function manageRegistries(store: RegistryStore, options: ManageOptions) {
  const { env, onProgress } = options;
  const named = (name: string): AddedRegistry => requireNamed(store.list(), name);
  const patch = async (
    name: string,
    change: (registry: AddedRegistry) => AddedRegistry,
    draft?: UnplacedCopy,
  ): Promise<AddedRegistry> => {
    const after = await store.change(
      (all) => all.map((one) => (one.name === name ? change(one) : one)),
      draft === undefined ? undefined : { name, copy: draft },
    );
    return requireNamed(after, name);
  };
  const factsOf = (registry: AddedRegistry, commit: string) =>
    readCopyFacts(store.copyOf(registry, commit)).catch(() => undefined);
  const open = async ({ address: url, folder }: Repository, ref: string | undefined, place?: string) => {
    await fs.mkdir(store.folder, { recursive: true, mode: 0o700 });
    const origin = { url, ref, folder: folder ?? undefined, place };
    return openOrigin(origin, { env, onProgress, store: store.folder });
  };
  const setMode = (name: string, mode: UpdateMode) =>
    patch(named(name).name, (one) =>
      mode === 'pin'
        ? { ...one, pinned: true, follow: false, update: null }
        : {
            ...one,
            ...{ pinned: false, follow: mode === 'follow' },
            // A commit never changes, so the ref falls back to the default branch.
            ref: OBJECT_ID.test(one.ref ?? '') ? null : one.ref,
          },
    );

  const tidy = () => store.change((all) => all);

  return {
    list: store.list,
    /** Completes a killed command, deletes leftovers. */
    tidy,
    setMode,
    /** Fetches, unless already added. */
    prepare: (request: AddRequest): Promise<AddedRegistry | Addition> =>
      prepareAddition(request, { store, open, factsOf }),
    /**
     * Beside the served copy. Failures are in `error`.
     *
     * @param again offers a skipped commit, too
     */
    async check(name: string, again = true): Promise<AddedRegistry> {
      const registry = named(name);
      const checked_at = new Date().toISOString();
      const checked = { checked_at, error: null };
      try {
        const session = await open(registry, registry.ref ?? undefined);
        const { commit } = session.resolved;
        const before = await factsOf(registry, registry.commit);
        const isServed = commit === registry.commit && before !== undefined;
        if (isServed || (!again && commit === registry.skipped))
          return await patch(name, (one) => ({ ...one, ...checked, update: null }));
        if (registry.update?.commit === commit && (await factsOf(registry, commit)) !== undefined)
          return await patch(name, (one) => ({ ...one, ...checked }));
        const draft = await session.fetch(
          name,
          before && { folder: store.servedFolder(name), facts: before },
        );
        const { rewritten } = draft;
        const isSame = commit === registry.commit;
        const update = isSame ? null : { ...updateBetween(before ?? NOTHING, draft.facts), rewritten };
        const take = (one: AddedRegistry) =>
          one.commit === registry.commit ? { ...one, ...checked, update, skipped: null } : one;
        return await patch(name, take, draft);
      } catch (cause) {
        // Also errors of the disk: they concern one registry, and others are checked after it.
        return patch(name, (one) => ({ ...one, checked_at, error: messageOf(cause) }));
      }
    },
    /** Serves the update of `check`. */
    async take(name: string, commit: string): Promise<AddedRegistry> {
      const facts = await factsOf(named(name), commit);
      return patch(name, (one) => {
        if (one.commit === commit) return one;
        if (one.update?.commit !== commit || facts === undefined)
          throw new RegistryRefusal(`${name} changed meanwhile. Try again.`);
        return {
          ...one,
          commit,
          previous: one.commit,
          update: null,
          skipped: null,
          ...countsOf(facts),
        };
      });
    },
    /** Offers the next commit instead. */
    skip: (name: string, commit: string) =>
      patch(named(name).name, (one) => {
        if (one.update?.commit !== commit)
          throw new RegistryRefusal(`${name} changed meanwhile. Look at its update again.`);
        return { ...one, update: null, skipped: commit };
      }),
    async changes(name: string): Promise<UpdateChanges> {
      const registry = named(name);
      const before = (await factsOf(registry, registry.commit)) ?? NOTHING;
      const { update } = registry;
      const after = update === null ? before : ((await factsOf(registry, update.commit)) ?? before);
      return { registry, update, skills: compareCopies(before, after).skills, before, after };
    },
    async pin(name: string, commit?: string): Promise<AddedRegistry> {
      const registry = named(name);
      if (commit === undefined || commit === registry.commit) return setMode(name, 'pin');
      if (!OBJECT_ID.test(commit)) throw new WrongRequest('Give the whole commit id.');
      const known = await factsOf(registry, commit);
      const draft = known === undefined ? await (await open(registry, commit)).fetch(name) : undefined;
      const pinned = { commit, pinned: true, follow: false, update: null, error: null };
      const counts = countsOf(known ?? draft?.facts ?? NOTHING);
      return patch(name, (one) => ({ ...one, ...pinned, ...counts, previous: one.commit }), draft);
    },
    async back(name: string): Promise<AddedRegistry> {
      const registry = named(name);
      const { previous } = registry;
      const now = (await factsOf(registry, registry.commit)) ?? NOTHING;
      const before = previous === null ? undefined : await factsOf(registry, previous);
      if (previous === null || before === undefined)
        throw new RegistryRefusal(`${name} has no previous copy.`);
      const compared = updateBetween(before, now);
      return patch(name, (one) => ({
        ...one,
        commit: previous,
        previous: null,
        follow: false,
        update: { ...compared, rewritten: false },
        ...countsOf(before),
      }));
    },
    order(names: readonly string[]): Promise<readonly AddedRegistry[]> {
      for (const name of names) named(name);
      return store.change((all) => {
        const first = [...new Set(names)].map((name) => requireNamed(all, name));
        return [...first, ...all.filter((one) => !first.includes(one))];
      });
    },
    async remove(name: string): Promise<void> {
      named(name);
      await store.change((all) => all.filter((one) => one.name !== name));
      await setTimeout(SWITCH_MS);
      await tidy();
    },
  };
}
