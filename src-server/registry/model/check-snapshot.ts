import type { RegistryLayout } from '../../contract/api.ts';
import { compareDiagnostics, type Diagnostic } from '../../contract/diagnostic.ts';
import { checkIndexEntries, checkRelations, type IndexEntryFacts } from '../../validation/check-registry.ts';
import { checkSkillFast } from '../../validation/check-skill.ts';
import type { SkillFacts } from '../../validation/skill-facts.ts';
import { indexEntryFacts, skillFacts } from '../rule-facts.ts';
import type { RegistrySnapshot } from './registry-snapshot.ts';
import type { Skill } from './skill.ts';

/** These objects change whenever what they were read from does, so what was found holds as long as they live. */
const ofSkill = new WeakMap<Skill, CheckedSkill>();
const ofSnapshot = new WeakMap<RegistrySnapshot, readonly Diagnostic[]>();

const ofEntry = new WeakMap<object, { readonly skill: unknown; readonly found: readonly Diagnostic[] }>();

interface CheckedSkill {
  readonly facts: SkillFacts;
  readonly found: readonly Diagnostic[];
}

/**
 * What the loader found and the quick rules find: everything that needs neither token counts nor texts. Nothing is read
 * for it, and what was checked for an earlier snapshot is not checked again.
 */
export function checkSnapshot(snapshot: RegistrySnapshot): readonly Diagnostic[] {
  const known = ofSnapshot.get(snapshot);
  if (known !== undefined) return known;
  const { layout } = snapshot.location;
  const checked = [...snapshot.skills.values()].map((skill) => checkOnce(skill, layout));
  const facts = checked.map((one) => one.facts);
  const found = [
    ...snapshot.diagnostics,
    ...checked.flatMap((one) => one.found),
    ...indexEntryFacts(snapshot).flatMap(checkEntryOnce),
    ...checkRelations(layout, facts),
  ].sort(compareDiagnostics);
  ofSnapshot.set(snapshot, found);
  return found;
}

function checkOnce(skill: Skill, layout: RegistryLayout): CheckedSkill {
  const known = ofSkill.get(skill);
  if (known !== undefined) return known;
  const facts = skillFacts(skill);
  const checked = { facts, found: checkSkillFast(facts, { layout }) };
  ofSkill.set(skill, checked);
  return checked;
}

/** An entry's fields are the same object as long as index.json is not written. */
function checkEntryOnce(entry: IndexEntryFacts): readonly Diagnostic[] {
  const known = ofEntry.get(entry.fields);
  if (known !== undefined && known.skill === entry.skill) return known.found;
  const found = checkIndexEntries([entry]);
  ofEntry.set(entry.fields, { skill: entry.skill, found });
  return found;
}
