import type { RegistryLayout } from '../../src-server/contract/api.ts';
import type { Diagnostic } from '../../src-server/contract/diagnostic.ts';
import { checkCaseCollision, checkDependencies } from '../../src-server/validation/check-skill.ts';

type RelatedSkill = Parameters<typeof checkDependencies>[1];

/** Dependencies, and keys that differ only in case, of all skills of a registry. */
export function checkRelations(layout: RegistryLayout, skills: readonly RelatedSkill[]): Diagnostic[] {
  const keys = new Set(skills.map(({ key }) => key));
  const firstLike = (key: string) =>
    skills.find((skill) => skill.key.toLowerCase() === key.toLowerCase())?.key ?? key;
  return skills.flatMap((skill) => [
    ...checkDependencies(layout, skill, keys),
    ...checkCaseCollision(skill, firstLike(skill.key)),
  ]);
}
