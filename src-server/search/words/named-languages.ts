import { CPP, languageOf } from './language-terms.ts';
import type { Word } from './word-analysis.ts';

/** `go` as a verb: "what can go wrong". */
const BEFORE_VERB = wordSet(
  'to not never can cannot could will would should must may might do does did it they things let we you i',
);
const AFTER_VERB = wordSet(
  'to through wrong back away ahead down up on out off into over about past beyond missing stale unnoticed',
);
/** `go` as a noun: "in one go". */
const BEFORE_TURN = wordSet('one first single');
/** Verb: "where does the exception go". */
const WHERE_TO = /^(?:where|wherever) (?:do|does|did|will|would|should|can|could|might|must)$/;
const NEXT_PART = wordSet('when while after before once if unless because since but and');
const AFTER_TURN = wordSet('with in on at for from by or and when if but');
/** Before `c` as a language. */
const BEFORE_C = new Set('in plain pure ansi'.split(' '));

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

export function verbPlaces(runs: readonly string[]): ReadonlySet<number> {
  return new Set([...runs.keys()].filter((place) => isGoAsVerb(runs, place)));
}

/** `Go` inside a sentence is the language. */
function isGoAsVerb(runs: readonly string[], place: number): boolean {
  const run = runs[place];
  if (run === undefined || run.toLowerCase() !== 'go' || (run === 'Go' && place > 0)) return false;
  const before = runs[place - 1]?.toLowerCase() ?? '';
  const after = runs[place + 1]?.toLowerCase();
  if (BEFORE_VERB.has(before) || (after !== undefined && AFTER_VERB.has(after))) return true;
  if (BEFORE_TURN.has(before)) return after === undefined || AFTER_TURN.has(after);
  return (after === undefined || NEXT_PART.has(after)) && asksWhere(runs.slice(0, place));
}

function asksWhere(runs: readonly string[]): boolean {
  return runs.some((run, place) => WHERE_TO.test(`${run} ${runs[place + 1] ?? ''}`.toLowerCase()));
}

function isC(run: string, before: string): boolean {
  return run === 'C' ? before !== 'objective' : run === 'c' && BEFORE_C.has(before);
}

export function namedLanguages(
  runs: readonly string[],
  verbs: ReadonlySet<number>,
  wordsByRun: readonly (readonly Word[])[],
): Map<string, string> {
  const named = new Map<string, string>();
  runs.forEach((run, i) => {
    const before = runs[i - 1]?.toLowerCase() ?? '';
    if (isC(run, before)) named.set('c', CPP);
    if (verbs.has(i)) return;
    for (const { term } of wordsByRun[i] as readonly Word[]) {
      const language = languageOf(term);
      if (language !== undefined) named.set(term, language);
    }
  });
  return named;
}
