import { compareDiagnostics, type Diagnostic } from '../contract/diagnostic.ts';
import { checkIndexEntries, checkRelations } from '../validation/check-registry.ts';
import { checkSkillFast } from '../validation/check-skill.ts';
import type { SkillFacts } from '../validation/skill-facts.ts';
import type { ParsedIndexFile } from './registry-index-file.ts';
import type { RegistrySnapshot } from './registry-snapshot.ts';
import type { Skill } from './skill.ts';
import { skillFacts } from './skill-facts.ts';

/** These objects change whenever what they were read from does, so what was found holds as long as they live. */
const ofSkill = new WeakMap<Skill, { readonly facts: SkillFacts; readonly found: readonly Diagnostic[] }>();
const ofIndex = new WeakMap<ParsedIndexFile, readonly Diagnostic[]>();

/**
 * What the loader found and the quick rules find: everything that needs neither token counts nor texts. What was
 * checked for an earlier snapshot is not checked again.
 */
export function checkSnapshot(snapshot: RegistrySnapshot, indexFile: ParsedIndexFile): readonly Diagnostic[] {
  const { layout } = snapshot.location;
  const checked = [...snapshot.skills.values()].map((skill) => {
    const known = ofSkill.get(skill);
    if (known !== undefined) return known;
    const facts = skillFacts(skill);
    const result = { facts, found: checkSkillFast(facts, { layout }) };
    ofSkill.set(skill, result);
    return result;
  });
  const inIndex = ofIndex.get(indexFile) ?? checkIndexEntries(indexFile.text ?? '');
  ofIndex.set(indexFile, inIndex);
  const relations = checkRelations(
    layout,
    checked.map(({ facts }) => facts),
  );
  return [...snapshot.diagnostics, ...checked.flatMap(({ found }) => found), ...inIndex, ...relations].sort(
    compareDiagnostics,
  );
}
