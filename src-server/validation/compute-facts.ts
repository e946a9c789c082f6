import type { ComputedFacts } from '../contract/api/api.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { completeness } from './completeness.ts';
import { presentPaths } from './knowledge-files.ts';
import { judgeTrust, trustScore } from './trust-score.ts';

type SkillFacts = Pick<CheckedSkill, 'key' | 'manifest' | 'files'>;

/** From manifest, file list, and the served score and tier. */
export function computeFacts({ manifest, files }: Omit<SkillFacts, 'key'>, served = manifest): ComputedFacts {
  const trust = judgeTrust(manifest, served);
  return {
    completeness: completeness(presentPaths(files)).score,
    trust_score: trustScore(manifest) ?? null,
    ...(trust && { trust }),
  };
}

/** Null if undeclared or not computable. */
export interface ComparedFacts {
  readonly key: string;
  readonly completeness: { readonly declared: number | null; readonly computed: number | null };
  readonly trust_score: { readonly declared: number | null; readonly computed: number | null };
}

export function compareFacts({ key, ...skill }: SkillFacts): ComparedFacts {
  const { completeness, trust_score } = computeFacts(skill);
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    key,
    completeness: { declared: numberOf(skill.manifest['completeness']), computed: completeness },
    trust_score: { declared: numberOf(skill.manifest['trust_score']), computed: trust_score },
  };
}
