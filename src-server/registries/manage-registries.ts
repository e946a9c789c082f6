import { promises as fs } from 'node:fs';
import type { SkillKey } from '../contract/api/api.ts';
import type { AddedRegistry, RegistryUpdate } from './added-registry.ts';
import { type ChangedSkill, compareCopies } from './compare-copies.ts';
import { type CopyFacts, type Draft, readCopyFacts } from './copy-facts.ts';
import { type FetchLimits, openOrigin } from './fetch-copy.ts';
import { addressIdentity, isRegistryName, nameFromAddress, parseAddress } from './registry-address.ts';
import { RegistryRefusal, WrongRequest } from './registry-refusal.ts';
import type { RegistryStore } from './registry-store.ts';

export interface AddRequest {
  /** As typed. */
  readonly address: string;
  readonly ref?: string | undefined;
  readonly folder?: string | undefined;
  readonly name?: string | undefined;
  readonly follow: boolean;
}

/** Fetched, but not confirmed: `discard` deletes the files. */
export interface Addition {
  readonly registry: AddedRegistry;
  readonly facts: CopyFacts;
  /** Keys of other added registries. */
  readonly overlap: readonly SkillKey[];
  add(): Promise<AddedRegistry>;
  discard(): Promise<void>;
}

export interface UpdateChanges {
  readonly registry: AddedRegistry;
  /** Null without an update. */
  readonly update: RegistryUpdate | null;
  readonly skills: readonly ChangedSkill[];
  readonly before: CopyFacts;
  readonly after: CopyFacts;
}

export interface ManageOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly limits?: FetchLimits;
  readonly onProgress?: (bytes: number) => void;
}

/** Rejects with `RegistryRefusal`, whose message is for people. */
export interface Registries {
  list(): readonly AddedRegistry[];
  /** Fetches, unless already added. */
  prepare(request: AddRequest): Promise<AddedRegistry | Addition>;
  /** Fetches a newer commit beside the served copy. Failures are in `error`. */
  check(name: string): Promise<AddedRegistry>;
  /** Serves the update that `check` found. */
  take(name: string, commit: string): Promise<AddedRegistry>;
  changes(name: string): Promise<UpdateChanges>;
  pin(name: string, commit?: string): Promise<AddedRegistry>;
  follow(name: string): Promise<AddedRegistry>;
  back(name: string): Promise<AddedRegistry>;
  order(names: readonly string[]): Promise<readonly AddedRegistry[]>;
  remove(name: string): Promise<void>;
}

const COMMIT = /^[0-9a-f]{40}$/;
const NOTHING: CopyFacts = {
  commit: '',
  date: null,
  files: {},
  skills: {},
  problems: { error: 0, warning: 0, info: 0 },
  skipped: [],
  bytes: 0,
};

export function manageRegistries(store: RegistryStore, options: ManageOptions): Registries {
  const named = (name: string): AddedRegistry => requireNamed(store.list(), name);
  const patch = async (
    name: string,
    change: (registry: AddedRegistry) => AddedRegistry,
    draft?: Draft,
  ): Promise<AddedRegistry> => {
    const after = await store.change(
      (all) => all.map((one) => (one.name === name ? change(one) : one)),
      draft === undefined ? undefined : { name, copy: draft },
    );
    return requireNamed(after, name);
  };
  const factsOf = (registry: AddedRegistry, commit: string) =>
    readCopyFacts(store.copyOf(registry, commit)).catch(() => undefined);
  const open = async (
    registry: Pick<AddedRegistry, 'address' | 'folder'>,
    ref: string | undefined,
    place?: string,
  ) => {
    await fs.mkdir(store.folder, { recursive: true, mode: 0o700 });
    const { address: url, folder } = registry;
    return openOrigin({ url, ref, folder: folder ?? undefined, place }, { ...options, store: store.folder });
  };

  return {
    list: () => store.list(),
    async prepare(request) {
      const { url, place } = parseAddress(request.address);
      refuseName(request.name, store.list());
      if (request.follow && COMMIT.test(request.ref ?? ''))
        throw new WrongRequest(
          'A commit never changes, so there is nothing to follow. Leave out --follow or --ref.',
        );
      const session = await open({ address: url, folder: request.folder ?? null }, request.ref, place);
      const { ref, folder, commit } = session.resolved;
      const all = store.list();
      const same = findSame(all, { address: url, ref, folder });
      if (same !== undefined) return same;
      const name = request.name ?? freeName(nameFromAddress(url), all);
      const draft = await session.fetch(name);
      const registry: AddedRegistry = {
        ...{ name, address: url, folder, ref, commit, previous: null, follow: request.follow },
        pinned: COMMIT.test(ref ?? ''),
        skills: Object.keys(draft.facts.skills).length,
        ...{ checked_at: new Date().toISOString(), error: null, update: null },
      };
      const discard = () => fs.rm(draft.path, { recursive: true, force: true });
      return {
        registry,
        facts: draft.facts,
        overlap: await findOverlap(draft.facts, all, factsOf),
        discard,
        async add() {
          const after = await store
            .change(
              (now) => (findSame(now, registry) === undefined ? [...now, withFreeName(registry, now)] : now),
              { name, copy: draft },
            )
            .finally(discard);
          return requireSame(after, registry);
        },
      };
    },
    async check(name) {
      const registry = named(name);
      const checked_at = new Date().toISOString();
      try {
        const session = await open(registry, registry.ref ?? undefined);
        const { commit } = session.resolved;
        const before = await factsOf(registry, registry.commit);
        const isKnown = commit === (before === undefined ? undefined : registry.commit);
        const isPending =
          registry.update?.commit === commit && (await factsOf(registry, commit)) !== undefined;
        if (isKnown || isPending)
          return await patch(name, (one) => ({
            ...one,
            checked_at,
            error: null,
            update: isKnown ? null : one.update,
          }));
        const draft = await session.fetch(name);
        const { skills: _, ...compared } = compareCopies(before ?? NOTHING, draft.facts);
        const isSame = commit === registry.commit;
        const update = isSame ? null : { ...compared, rewritten: !(await session.isAfter(registry.commit)) };
        return await patch(
          name,
          (one) => (one.commit === registry.commit ? { ...one, checked_at, error: null, update } : one),
          draft,
        );
      } catch (error) {
        if (!(error instanceof RegistryRefusal)) throw error;
        return patch(name, (one) => ({ ...one, checked_at, error: error.message }));
      }
    },
    async take(name, commit) {
      const facts = await factsOf(named(name), commit);
      return patch(name, (one) => {
        if (one.commit === commit) return one;
        if (one.update?.commit !== commit || facts === undefined)
          throw new RegistryRefusal(`${name} changed meanwhile. Run the command again.`);
        return {
          ...one,
          commit,
          previous: one.commit,
          update: null,
          skills: Object.keys(facts.skills).length,
        };
      });
    },
    async changes(name) {
      const registry = named(name);
      const before = (await factsOf(registry, registry.commit)) ?? NOTHING;
      const { update } = registry;
      const after = update === null ? before : ((await factsOf(registry, update.commit)) ?? before);
      return { registry, update, skills: compareCopies(before, after).skills, before, after };
    },
    async pin(name, commit) {
      const registry = named(name);
      if (commit === undefined || commit === registry.commit)
        return patch(name, (one) => ({ ...one, pinned: true, follow: false, update: null }));
      if (!COMMIT.test(commit)) throw new WrongRequest('Give the whole commit id, 40 digits.');
      const known = await factsOf(registry, commit);
      const draft = known === undefined ? await (await open(registry, commit)).fetch(name) : undefined;
      const skills = Object.keys((known ?? draft?.facts ?? NOTHING).skills).length;
      const pinned = { commit, pinned: true, follow: false, update: null, error: null, skills };
      return patch(name, (one) => ({ ...one, ...pinned, previous: one.commit }), draft);
    },
    follow: (name) =>
      patch(requireNamed(store.list(), name).name, (one) => ({
        ...one,
        follow: true,
        pinned: false,
        // A commit never changes, so the ref falls back to the default branch.
        ref: COMMIT.test(one.ref ?? '') ? null : one.ref,
      })),
    async back(name) {
      const registry = named(name);
      const { previous } = registry;
      const [now, before] = [
        (await factsOf(registry, registry.commit)) ?? NOTHING,
        previous === null ? undefined : await factsOf(registry, previous),
      ];
      if (previous === null || before === undefined)
        throw new RegistryRefusal(`There is no copy of ${name} before this one.`);
      const { skills: _, ...compared } = compareCopies(before, now);
      return patch(name, (one) => ({
        ...one,
        commit: previous,
        previous: null,
        follow: false,
        update: { ...compared, rewritten: false },
        skills: Object.keys(before.skills).length,
      }));
    },
    order(names) {
      for (const name of names) named(name);
      return store.change((all) => {
        const first = [...new Set(names)].map((name) => requireNamed(all, name));
        return [...first, ...all.filter((one) => !first.includes(one))];
      });
    },
    async remove(name) {
      named(name);
      await store.change((all) => all.filter((one) => one.name !== name));
    },
  };
}

function requireNamed(all: readonly AddedRegistry[], name: string): AddedRegistry {
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = all.map((one) => one.name).join(', ');
  throw new RegistryRefusal(
    `There is no added registry of this name. ${names === '' ? 'Add one: skills-registry registry add <address>' : `Added are: ${names}.`}`,
  );
}

type Identity = Pick<AddedRegistry, 'address' | 'ref' | 'folder'>;

function findSame(
  all: readonly AddedRegistry[],
  { address, ref, folder }: Identity,
): AddedRegistry | undefined {
  const identity = addressIdentity(address);
  return all.find(
    (one) => addressIdentity(one.address) === identity && one.ref === ref && one.folder === folder,
  );
}

function requireSame(all: readonly AddedRegistry[], registry: AddedRegistry): AddedRegistry {
  const found = findSame(all, registry);
  if (found === undefined) throw new RegistryRefusal(`${registry.name} was removed meanwhile.`);
  return found;
}

/** The copy's folder has the name from the fetch; another command may have taken the name. */
function withFreeName(registry: AddedRegistry, all: readonly AddedRegistry[]): AddedRegistry {
  if (all.every(({ name }) => name !== registry.name)) return registry;
  throw new RegistryRefusal(`Another registry was just added as ${registry.name}. Run the command again.`);
}

function freeName(wanted: string, all: readonly AddedRegistry[]): string {
  const taken = new Set(all.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(name)) return name;
  }
}

function refuseName(name: string | undefined, all: readonly AddedRegistry[]): void {
  if (name === undefined) return;
  if (!isRegistryName(name))
    throw new WrongRequest(
      'A name has 1 to 64 of a to z, 0 to 9, ".", "_" and "-", and begins and ends with a letter or digit.',
    );
  if (all.some((one) => one.name === name))
    throw new RegistryRefusal(`There is a registry ${name} already. Give another --name.`);
}

async function findOverlap(
  { skills }: CopyFacts,
  all: readonly AddedRegistry[],
  factsOf: (registry: AddedRegistry, commit: string) => Promise<CopyFacts | undefined>,
): Promise<readonly SkillKey[]> {
  const others = new Set<SkillKey>();
  for (const one of all)
    for (const key of Object.keys((await factsOf(one, one.commit))?.skills ?? {})) others.add(key);
  return Object.keys(skills).filter((key) => others.has(key));
}
