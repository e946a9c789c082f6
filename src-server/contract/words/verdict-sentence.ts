import type { NamedSource, QuestionReport } from '../api/api.ts';

type Judged = Pick<QuestionReport, 'strength' | 'source' | 'missing'> &
  Partial<Pick<QuestionReport, 'verdict'>>;

export function verdictSentence({ strength, source, verdict, missing = [] }: Judged): string | undefined {
  const isUncovered = source !== undefined && source.skills.length === 0;
  const origin = isUncovered ? describeUncovered(source) : undefined;
  if (missing.length > 0) return `Closest matches, not sure: ${describeMissing(missing)}.`;
  if (strength !== 'weak') return origin;
  if (verdict !== 'none') return 'Closest matches, not sure.';
  return `${origin ?? 'No skill has a telling word of this question.'} Go on without a skill.`;
}

function describeUncovered({ name, asked }: NamedSource): string {
  return asked ? `No skill covers ${name}.` : `This message comes from ${name}; no skill covers it.`;
}

const MOST_MISSING = 3;

function describeMissing(words: readonly string[]): string {
  const quoted = words.slice(0, MOST_MISSING).map((word) => `'${word}'`);
  return `no skill has the word${quoted.length === 1 ? '' : 's'} ${quoted.join(', ')}`;
}
