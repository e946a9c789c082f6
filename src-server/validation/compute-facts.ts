import type { ComputedFacts } from '../contract/api.ts';
import { completeness } from './completeness.ts';
import { presentPaths } from './knowledge-files.ts';
import type { SkillFacts } from './skill-facts.ts';
import { trustScore } from './trust-score.ts';

/** Looks at the manifest and the list of files only. */
export function computeFacts(skill: Pick<SkillFacts, 'manifest' | 'files'>): ComputedFacts {
  return {
    completeness: completeness(presentPaths(skill.files)).score,
    trust_score: trustScore(skill.manifest['trust_score_sources']) ?? null,
  };
}
