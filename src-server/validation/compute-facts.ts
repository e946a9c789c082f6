import type { ComputedFacts } from '../contract/api/api.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { completeness } from './completeness.ts';
import { presentPaths } from './knowledge-files.ts';
import { judgeTrust, trustScore } from './trust-score.ts';

/** From manifest, file list, and the served score and tier. */
export function computeFacts(
  { manifest, files }: Pick<CheckedSkill, 'manifest' | 'files'>,
  served = manifest,
): ComputedFacts {
  const trust = judgeTrust(manifest, served);
  return {
    completeness: completeness(presentPaths(files)).score,
    trust_score: trustScore(manifest) ?? null,
    ...(trust && { trust }),
  };
}

export interface ComparedFacts {
  readonly key: string;
  readonly completeness: ComparedNumber;
  readonly trust_score: ComparedNumber;
}

interface ComparedNumber {
  readonly declared: number | null;
  readonly computed: number | null;
}

/** Null if undeclared or not computable. */
export function compareFacts(skill: Pick<CheckedSkill, 'key' | 'manifest' | 'files'>): ComparedFacts {
  const computed = computeFacts(skill);
  const declared = (field: string): number | null => {
    const value = skill.manifest[field];
    return typeof value === 'number' ? value : null;
  };
  return {
    key: skill.key,
    completeness: { declared: declared('completeness'), computed: computed.completeness },
    trust_score: { declared: declared('trust_score'), computed: computed.trust_score },
  };
}
