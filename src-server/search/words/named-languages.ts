import { CPP, languageOf } from './language-terms.ts';
import { wordsOf } from './word-analysis.ts';

/** Before or after these, `go` is what something does, or a turn: "what can go wrong", "in one go". */
const BEFORE_VERB = new Set(
  'to not never can cannot could will would should must may might do does did it they things let we you i one first single'.split(
    ' ',
  ),
);
const AFTER_VERB = new Set(
  'to through wrong back away ahead down up on out off into over about past beyond missing stale unnoticed'.split(
    ' ',
  ),
);
/** Before these, `c` is a language in small letters, too. */
const BEFORE_C = new Set('in plain pure ansi'.split(' '));

function isC(run: string, before: string): boolean {
  return run === 'C' ? before !== 'objective' : run === 'c' && BEFORE_C.has(before);
}

/**
 * The languages that a query names, each by the terms that name it: by its runs in their order; `go` only where it is no
 * verb.
 */
export function namedLanguages(runs: readonly string[]): Map<string, string> {
  const named = new Map<string, string>();
  runs.forEach((run, i) => {
    const before = runs[i - 1]?.toLowerCase() ?? '';
    if (isC(run, before)) named.set('c', CPP);
    const isVerb =
      run.toLowerCase() === 'go' &&
      (BEFORE_VERB.has(before) || AFTER_VERB.has(runs[i + 1]?.toLowerCase() ?? ''));
    if (isVerb) return;
    for (const { term } of wordsOf(run)) {
      const language = languageOf(term);
      if (language !== undefined) named.set(term, language);
    }
  });
  return named;
}
