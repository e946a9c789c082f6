import { analyzeRun } from '../words/word-analysis.ts';

/** Returns the wanted terms of a run, in order. */
export type TermsOf = (run: string) => readonly string[];

/** Caches the terms of runs for a query: texts repeat words, and stemming is slow. */
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
