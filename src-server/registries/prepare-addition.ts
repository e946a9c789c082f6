import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { SkillKey } from '../contract/api/api.ts';
import type { AddedRegistry } from '../contract/service/registry-work.ts';
import type { CopyFacts, OriginSession } from './copy.ts';
import { countPreviewProblems, type ProblemCounts } from './count-preview-problems.ts';
import { OBJECT_ID } from './git-refs.ts';
import { findSame, freeName, refuseName } from './named-registries.ts';
import { nameFromAddress, parseAddress } from './registry-address.ts';
import { WrongRequest } from './registry-refusal.ts';
import type { RegistryStore } from './registry-store.ts';

export interface AddRequest {
  /** As typed. */
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
  /** Folder of the fetched files. */
  readonly copy: string;
  readonly problems: ProblemCounts;
  /** Also in other added registries. */
  readonly overlap: readonly SkillKey[];
  add(): Promise<AddedRegistry>;
  discard(): Promise<void>;
}

interface AdditionContext {
  readonly store: RegistryStore;
  readonly open: (
    registry: Pick<AddedRegistry, 'address' | 'folder'>,
    ref: string | undefined,
    place: string | undefined,
  ) => Promise<OriginSession>;
  /** Undefined if unreadable. */
  readonly factsOf: (registry: AddedRegistry, commit: string) => Promise<CopyFacts | undefined>;
}

/** Fetches a registry, unless already added. */
export async function prepareAddition(
  request: AddRequest,
  { store, open, factsOf }: AdditionContext,
): Promise<AddedRegistry | Addition> {
  const { url, place, ...chosen } = parseAddress(request.address);
  const asked = { ref: request.ref ?? chosen.ref, folder: request.folder ?? chosen.folder };
  if (request.name !== undefined) refuseName(request.name, store.list());
  if (request.follow && OBJECT_ID.test(asked.ref ?? ''))
    throw new WrongRequest(
      'A commit never changes, so there is nothing to follow. Leave out --follow or --ref.',
    );
  const session = await open({ address: url, folder: asked.folder ?? null }, asked.ref, place);
  const { ref, folder, commit } = session.resolved;
  const all = store.list();
  const same = findSame(all, { address: url, ref, folder });
  if (same !== undefined) return same;
  const name = request.name ?? freeName(nameFromAddress(url), all);
  const draft = await session.fetch(name);
  const registry: AddedRegistry = {
    ...{ name, address: url, folder, ref, commit, previous: null, follow: request.follow },
    pinned: OBJECT_ID.test(ref ?? ''),
    skills: Object.keys(draft.facts.skills).length,
    left_out: draft.facts.skipped,
    ...{ checked_at: new Date().toISOString(), error: null, update: null },
  };
  const discard = () => fs.rm(draft.path, { recursive: true, force: true });
  const preview = async () => ({
    problems: await countPreviewProblems(join(draft.path, name)),
    overlap: await findOverlap(draft.facts, all, factsOf),
  });
  const previewed = await preview().catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  return {
    registry,
    facts: draft.facts,
    copy: draft.path,
    ...previewed,
    discard,
    async add() {
      const add = (now: readonly AddedRegistry[]) => {
        if (findSame(now, registry) !== undefined) return now;
        refuseName(name, now);
        return [...now, registry];
      };
      const after = await store.change(add, { name, copy: draft }).finally(discard);
      return findSame(after, registry) ?? registry;
    },
  };
}

async function findOverlap(
  { skills }: CopyFacts,
  all: readonly AddedRegistry[],
  factsOf: AdditionContext['factsOf'],
): Promise<readonly SkillKey[]> {
  const others = new Set<SkillKey>();
  for (const one of all)
    for (const key of Object.keys((await factsOf(one, one.commit))?.skills ?? {})) others.add(key);
  return Object.keys(skills).filter((key) => others.has(key));
}
