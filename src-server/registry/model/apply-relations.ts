import type { SkillKey } from '../../contract/api.ts';
import type { Diagnostic } from '../../contract/diagnostic.ts';
import { checkCaseCollision, checkDependencies, wantedSkills } from '../../validation/check-registry.ts';
import { pair } from './registry-snapshot.ts';
import type { Skill } from './skill.ts';
import { parseSkillKey } from './skill-key.ts';
import type { SnapshotDraft } from './snapshot-draft.ts';

type Steps = Generator<void, void>;

/** Checks what skills have to do with each other, as far as a touched key is concerned. */
export function* relate(draft: SnapshotDraft): Steps {
  for (const key of draft.touchedKeys) {
    const [before, now] = [draft.before.skills.get(key), draft.skills.get(key)];
    if (before === now) continue;
    yield* noteDependencies(draft, key, before, now);
    if ((before === undefined) !== (now === undefined)) yield* tellOthers(draft, key, now !== undefined);
    draft.unrelated.add(key);
    yield;
  }
  const { layout } = draft.before.location;
  for (const key of draft.unrelated) {
    const record = draft.keys.get(key);
    if (record === undefined) continue;
    const [[, first = key] = []] = draft.folded.startingWith(pair(key.toLowerCase(), ''));
    const relations: readonly Diagnostic[] = [
      ...checkDependencies(layout, record.skill, draft.skills),
      ...checkCaseCollision(record.skill, first),
    ];
    if (relations.length + record.relations.length > 0) draft.keys.set(key, { ...record, relations });
    yield;
  }
}

function* noteDependencies(
  { dependents }: SnapshotDraft,
  key: SkillKey,
  before: Skill | undefined,
  now: Skill | undefined,
): Steps {
  for (const wanted of before === undefined ? [] : keysWanted(before)) {
    dependents.delete(pair(wanted, key));
    yield;
  }
  for (const wanted of now === undefined ? [] : keysWanted(now)) {
    dependents.set(pair(wanted, key), key);
    yield;
  }
}

/** Anything else can never be there. */
function keysWanted({ manifest }: Skill): readonly SkillKey[] {
  return wantedSkills(manifest).filter((wanted) => parseSkillKey(wanted) !== undefined);
}

/** A key came or went: that concerns who depends on it, and who differs from it in case only. */
function* tellOthers(draft: SnapshotDraft, key: SkillKey, isThere: boolean): Steps {
  const { dependents, folded, unrelated } = draft;
  const shared = pair(key.toLowerCase(), '');
  if (isThere) folded.set(`${shared}${key}`, key);
  else folded.delete(`${shared}${key}`);
  for (const table of [dependents.startingWith(pair(key, '')), folded.startingWith(shared)]) {
    for (const [, other] of table) {
      unrelated.add(other);
      yield;
    }
  }
}
