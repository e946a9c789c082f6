import type { NamedSource, QuestionReport } from '../api/api.ts';
import { type AgentText, joinText, LINES, quotedWords } from './agent-lines.ts';

type Judged = Pick<QuestionReport, 'strength' | 'source' | 'missing'> &
  Partial<Pick<QuestionReport, 'verdict'>>;

export function verdictSentence({ strength, source, verdict, missing = [] }: Judged): AgentText | undefined {
  const isUncovered = source !== undefined && source.skills.length === 0;
  const origin = isUncovered ? describeUncovered(source) : undefined;
  if (missing.length > 0) return LINES.closestWithout(quotedWords(missing.slice(0, MOST_MISSING)));
  if (strength !== 'weak') return origin;
  if (verdict !== 'none') return LINES.closest();
  return joinText([origin ?? LINES.noTellingWord(), LINES.goOn()], ' ');
}

function describeUncovered({ name, asked }: NamedSource): AgentText {
  return asked ? LINES.notCovered(name) : LINES.comesFrom(name);
}

const MOST_MISSING = 3;
