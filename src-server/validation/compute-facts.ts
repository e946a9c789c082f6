import type { ComputedFacts } from '../contract/api/api.ts';
import { isExample, STANDARD_FILES } from '../contract/api/standard-files.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { presentPaths } from './knowledge-files.ts';
import { judgeTrust, trustScore } from './trust-score.ts';

/**
 * Points by the specification's table; in a range, every file adds some:
 *
 * | present | score |
 * |---|---|
 * | not all P0 | 10 per P0 + 3 per P1 + 3 for P2 + 4 for examples (≤ 36) |
 * | all P0, no example | 40 + 4 per P1 + 3 for P2 (≤ 55) |
 * | all P0 and examples | 60 + 5 per P1 + 5 for P2 (≤ 75) |
 * | all P0, P1 and examples | 80 + 5 per example after the first (≤ 95) |
 * | all P0, P1, P2 and examples | 100 |
 */
export function completeness(present: ReadonlySet<string>): {
  readonly score: number;
  readonly range: readonly [lowest: number, highest: number];
} {
  const { P0, P1, P2 } = STANDARD_FILES;
  const countOf = (names: readonly string[]): number => names.filter((name) => present.has(name)).length;
  const [p0, p1, p2] = [countOf(P0), countOf(P1), countOf(P2)];
  const examples = [...present].filter(isExample).length;
  if (p0 < P0.length) return { score: 10 * p0 + 3 * p1 + 3 * p2 + (examples > 0 ? 4 : 0), range: [0, 39] };
  if (examples === 0) return { score: 40 + 4 * p1 + 3 * p2, range: [40, 55] };
  if (p1 < P1.length) return { score: 60 + 5 * p1 + 5 * p2, range: [60, 75] };
  if (p2 === 0) return { score: 80 + 5 * Math.min(examples - 1, 3), range: [80, 95] };
  return { score: 100, range: [100, 100] };
}

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
  const computed = computeFacts(skill);
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    key,
    completeness: { declared: numberOf(skill.manifest['completeness']), computed: computed.completeness },
    trust_score: { declared: numberOf(skill.manifest['trust_score']), computed: computed.trust_score },
  };
}
