import { analyzeRun } from '../words/word-analysis.ts';

/** Which of the wanted terms a run of a text has, in their order. */
export type TermsOf = (run: string) => readonly string[];

/** Remembers what it said: texts have the same words again and again, and stemming is slow. For one query. */
export function rememberTerms(wanted: { has(term: string): boolean }): TermsOf {
  const known = new Map<string, readonly string[]>();
  return (run) => {
    const before = known.get(run);
    if (before !== undefined) return before;
    const terms = analyzeRun(run).flatMap(({ term }) => (wanted.has(term) ? [term] : []));
    known.set(run, terms);
    return terms;
  };
}
