import { analyzeRun } from './word-analysis.ts';

/** Wanted terms of a run, in order. */
export type TermsOf = (run: string) => readonly string[];

/** Per query, as stemming is slow. */
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
