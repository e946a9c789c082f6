import { completeness } from './completeness.ts';
import { presentPaths } from './knowledge-files.ts';
import type { SkillFacts } from './skill-facts.ts';
import { trustScore } from './trust-score.ts';

/** What the specification lets compute, to stand beside what skill.json declares. */
export interface ComputedFacts {
  /** 0 to 100, from the files that are there. */
  readonly completeness: number;
  /** 0 to 100, the sum of `trust_score_sources`; null where it names no part. */
  readonly trust_score: number | null;
}

/** Looks at the manifest and the list of files only. */
export function computeFacts(skill: Pick<SkillFacts, 'manifest' | 'files'>): ComputedFacts {
  return {
    completeness: completeness(presentPaths(skill.files)).score,
    trust_score: trustScore(skill.manifest['trust_score_sources']) ?? null,
  };
}
