import { existsSync, promises as fs, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SkillKey } from '../contract/api.ts';
import { messageOf } from '../contract/errors.ts';
import { escapeHidden } from '../contract/outside-text.ts';
import type {
  AddedRegistry,
  ChangedFile,
  ChangeNote,
  ReadChange,
  ReadSkillChange,
  RegistryUpdate,
  UpdateMode,
} from '../contract/service.ts';
import { changedPlaces } from '../platform/text.ts';
import {
  type AllowHost,
  type CopyFacts,
  type CopyOrigin,
  FETCH_LIMITS,
  type FetchedCopy,
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

const RISKS: readonly (string | null)[] = [null, 'low', 'medium', 'high'];

/** Says what differs between two copies of a registry, for a person who decides about an update. */
function updateBetween(before: CopyFacts, after: CopyFacts): RegistryUpdate {
  const changed = changedSkills(before, after).map(({ key }) => key);
  const isIn = ({ skills }: CopyFacts, key: SkillKey) => skills[key] !== undefined;
  const both = changed.filter((key) => isIn(before, key) && isIn(after, key));
  return {
    commit: after.commit,
    added: changed.filter((key) => !isIn(before, key)),
    changed: both,
    removed: changed.filter((key) => !isIn(after, key)),
    risk_raised: both.filter((key) => riskOf(after, key) > riskOf(before, key)),
  };
}

/** Files of a copy, by paths relative to it. */
export interface ReadableCopy {
  readonly facts: CopyFacts;
  readonly folder: string;
}

const LARGEST_SHOWN = 256 * 1024;
/** Characters of texts; files beyond are `unread`. */
const MOST_READ = 10_000_000;

/** The lines of every skill that differs; `only` one of them. */
export function readChanges(
  before: ReadableCopy,
  after: ReadableCopy,
  only?: SkillKey,
): readonly ReadSkillChange[] {
  let left = MOST_READ;
  return changedSkills(before.facts, after.facts)
    .filter(({ key }) => only === undefined || key === only)
    .map(({ key, files }): ReadSkillChange => {
      const [was, is] = [before.facts.skills[key], after.facts.skills[key]];
      return {
        key,
        change: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed',
        risk: [was?.risk ?? null, is?.risk ?? null],
        files: files.map((file): ReadChange => {
          const old = was && readText(join(before.folder, was.folder, file.path));
          const now = is && readText(join(after.folder, is.folder, file.path));
          left -= (old?.length ?? 0) + (now?.length ?? 0);
          if (old === null || now === null || left < 0)
            return { ...file, notes: [{ kind: 'unread', text: '' }], diff: [] };
          return { ...file, notes: notesOn(old, now), diff: changedPlaces(old ?? '', now ?? '', 2) };
        }),
      };
    });
}

function changedSkills(before: CopyFacts, after: CopyFacts) {
  const [old, now] = [filesBySkill(before), filesBySkill(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .map((key) => ({ key, files: compareFiles(old.get(key), now.get(key)) }))
    .filter(({ files }) => files.length > 0);
}

/** Content ids by path in the skill. */
type Files = ReadonlyMap<string, string>;

function filesBySkill({ skills, files }: CopyFacts): ReadonlyMap<SkillKey, Files> {
  const found = new Map(Object.keys(skills).map((key) => [key, new Map<string, string>()]));
  const keys = new Map(Object.entries(skills).map(([key, { folder }]) => [folder, key]));
  for (const [path, id] of Object.entries(files)) {
    let folder = path;
    do folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
    while (folder !== '' && !keys.has(folder));
    found.get(keys.get(folder) ?? '')?.set(folder === '' ? path : path.slice(folder.length + 1), id);
  }
  return found;
}

function compareFiles(before: Files = new Map(), after: Files = new Map()): readonly ChangedFile[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({
      path,
      change: before.has(path) ? (after.has(path) ? 'changed' : 'removed') : 'added',
    }));
}

function riskOf({ skills }: CopyFacts, key: SkillKey): number {
  return RISKS.indexOf(skills[key]?.risk ?? null);
}

/** Undefined if missing, null if binary or large. */
function readText(path: string): string | null | undefined {
  if (!existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  return bytes.length > LARGEST_SHOWN || bytes.includes(0) ? null : bytes.toString('utf8');
}

const ADDRESS = /\bhttps?:\/\/[^\s/"'<>)\]]+/gi;
/** Lines that an agent or person might run. `\s` would retry after each blank line. */
const COMMAND =
  /^[ \t\xa0]*(?:[$#>][ \t\xa0]+)?(?:sudo|curl|wget|bash|sh|powershell|iwr|iex|rm|chmod|npm|npx|pnpm|yarn|pip3?|pipx|uv|cargo|go|apt(?:-get)?|brew|docker|git|make|python3?|node)[ \t\xa0]+\S.*$/gim;

function notesOn(old = '', now = ''): readonly ChangeNote[] {
  const fresh = (found: (text: string) => readonly string[]) => {
    const known = new Set(found(old));
    return [...new Set(found(now))].filter((text) => !known.has(text));
  };
  const matches = (pattern: RegExp) => (text: string) => text.match(pattern)?.map((one) => one.trim()) ?? [];
  return [
    ...fresh(matches(ADDRESS)).map((text) => ({ kind: 'address', text }) as const),
    ...fresh(matches(COMMAND)).map((text) => ({ kind: 'command', text }) as const),
    ...(fresh(hiddenLines).length > 0 ? [{ kind: 'hidden', text: '' } as const] : []),
  ];
}

function hiddenLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => escapeHidden(line) !== line);
}

export interface AddRequest {
  readonly address: string;
  readonly ref?: string | undefined;
  readonly folder?: string | undefined;
  readonly name?: string | undefined;
  readonly follow: boolean;
}

/** Not yet confirmed: `discard` deletes the files. */
export interface Addition {
  readonly registry: AddedRegistry;
  readonly facts: CopyFacts;
  /** As if an update added it; undefined if the address has no such skill. */
  readSkill(key: SkillKey): ReadSkillChange | undefined;
  add(): Promise<AddedRegistry>;
  discard(): Promise<void>;
}

/** Rejects with `RegistryRefusal`. */
export type Registries = ReturnType<typeof manageRegistries>;

/** Services look at the list each second, and switch meanwhile. */
const SWITCH_MS = 2_000;
const NOTHING: CopyFacts = { commit: '', date: null, files: {}, skills: {}, skipped: [], bytes: 0 };
const NO_COPY: ReadableCopy = { facts: NOTHING, folder: '' };

export function manageRegistries(
  store: RegistryStore,
  { env, onProgress }: { readonly env: NodeJS.ProcessEnv; readonly onProgress?: (bytes: number) => void },
) {
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
  /** Completes a killed command, deletes leftovers. */
  const tidy = () => store.change((all) => all);

  return {
    ...{ list: store.list, tidy, setMode },
    /**
     * Fetches, unless already added.
     *
     * @param allow if the address leads to another host, which becomes the address of the registry
     */
    async prepare(request: AddRequest, allow?: AllowHost): Promise<AddedRegistry | Addition> {
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
        ...{ name, address: url, folder, ref, commit, follow: request.follow, pinned },
        ...{ ...countsOf(copy.facts), checked_at: new Date().toISOString(), error: null, update: null },
      };
      const discard = () => fs.rm(copy.path, { recursive: true, force: true });
      const add = (now: readonly AddedRegistry[]) => {
        if (findSame(now, registry) !== undefined) return now;
        refuseName(name, now);
        return [...now, registry];
      };
      return {
        ...{ registry, facts: copy.facts, discard },
        readSkill: (key) =>
          readChanges(NO_COPY, { facts: copy.facts, folder: join(copy.path, name) }, key)[0],
        add: async () => findSame(await store.change(add, copy).finally(discard), registry) ?? registry,
      };
    },
    /** Beside the served copy. Failures are in `error`. */
    async check(name: string): Promise<AddedRegistry> {
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
        const update = isSame ? null : updateBetween(before ?? NOTHING, draft.facts);
        const take = (one: AddedRegistry) =>
          one.commit === registry.commit ? { ...one, ...checked, update } : one;
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
        return { ...one, commit, update: null, ...countsOf(facts) };
      });
    },
    async changes(name: string) {
      const registry = named(name);
      const copyAt = async (commit: string): Promise<ReadableCopy> => ({
        facts: (await factsOf(registry, commit)) ?? NOTHING,
        folder: join(store.copyOf(registry, commit), name),
      });
      const before = await copyAt(registry.commit);
      const after = registry.update === null ? before : await copyAt(registry.update.commit);
      return { registry, date: after.facts.date, skills: readChanges(before, after) };
    },
    async pin(name: string, commit?: string): Promise<AddedRegistry> {
      const registry = named(name);
      if (commit === undefined || commit === registry.commit) return setMode(name, 'pin');
      if (!OBJECT_ID.test(commit)) throw new WrongRequest('Give the whole commit id.');
      const draft = await (await openAgain(registry, commit)).fetch(name);
      const pinned = { commit, pinned: true, follow: false, update: null, error: null };
      return patch(name, (one) => ({ ...one, ...pinned, ...countsOf(draft.facts) }), draft);
    },
    order(names: readonly string[]): Promise<readonly AddedRegistry[]> {
      return store.change((all) => {
        const first = [...new Set(names)].map((name) => requireNamed(all, name));
        return [...first, ...all.filter((one) => !first.includes(one))];
      });
    },
    async remove(name: string): Promise<void> {
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
