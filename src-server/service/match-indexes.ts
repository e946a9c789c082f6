import { buildMatchIndex, type MatchIndex } from '../projects/match/match-index.ts';
import type { SkillIdentity, SkillRecord } from '../projects/match/skill-identity.ts';
import type { LiveRegistry } from '../registry/live-registry.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import { runInSlices } from '../run-in-slices.ts';

/** Built on demand, once per snapshot. */
export function matchIndexes(live: LiveRegistry): () => Promise<MatchIndex> {
  const identities = new WeakMap<object, SkillIdentity>();
  const made = new WeakMap<RegistrySnapshot, Promise<MatchIndex>>();
  return async () => {
    const snapshot = live.snapshot();
    const known = made.get(snapshot);
    if (known !== undefined) return known;
    const making = runInSlices(buildMatchIndex(skillRecords(snapshot), identities));
    made.set(snapshot, making);
    return making;
  };
}

export function* skillRecords({
  skills,
}: {
  readonly skills: ReadonlyMap<string, Pick<SkillRecord, 'manifest' | 'entry'>>;
}): Generator<SkillRecord> {
  for (const [key, { manifest, entry }] of skills) yield { key, manifest, entry };
}
