import { wordsOf } from './word-analysis.ts';

const LANGUAGE_TERMS: ReadonlySet<string> = new Set(['cpp', 'rust', 'python', 'go', 'js']);

/** Before or after these, `go` is what something does: "what can go wrong", "where does it go". */
const BEFORE_VERB = new Set(
  'to not never can cannot could will would should must may might do does did it they things let we you i'.split(
    ' ',
  ),
);
const AFTER_VERB = new Set(
  'to through wrong back away ahead down up on out off into over about past beyond missing stale unnoticed'.split(
    ' ',
  ),
);

/** The languages that a query names, by its runs in their order; `go` only where it is no verb. */
export function namedLanguages(runs: readonly string[]): Set<string> {
  const named = new Set<string>();
  runs.forEach((run, i) => {
    const isVerb =
      run.toLowerCase() === 'go' &&
      (BEFORE_VERB.has(runs[i - 1]?.toLowerCase() ?? '') || AFTER_VERB.has(runs[i + 1]?.toLowerCase() ?? ''));
    if (isVerb) return;
    for (const { term } of wordsOf(run)) if (LANGUAGE_TERMS.has(term)) named.add(term);
  });
  return named;
}
