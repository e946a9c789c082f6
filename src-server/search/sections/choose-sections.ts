import type { QueryWord } from '../query/parse-query.ts';
import { WEIGHTS } from '../rank/find-weights.ts';
import { relatedTerms } from '../words/related-words.ts';
import { rememberTerms, type TermsOf } from '../words/remember-terms.ts';
import { STOP_WORDS } from '../words/stop-words.ts';
import { runsOf } from '../words/text-scanner.ts';
import { type FileSection, isExample, withoutTitle } from './file-sections.ts';

/** Terms of a question with their shares: 1 for its own words, less for related ones. */
export function askedTerms(words: readonly Pick<QueryWord, 'term'>[]): ReadonlyMap<string, number> {
  const related = words.flatMap(({ term }) =>
    relatedTerms(term).map((one) => [one, WEIGHTS.related] as const),
  );
  return new Map([...related, ...words.map(({ term }) => [term, 1] as const)]);
}

export interface WeighedSection<S> {
  readonly section: S;
  readonly weight: number;
  /** Of the query's terms. */
  readonly occurrences: ReadonlyMap<string, number>;
}

/** A close second is a danger more often than an explanation. */
const DANGER = 1.4;
const EXAMPLE = 0.5;
const USUAL_WORDS = 80;
/** Characters of a skill; the rest is not weighed. */
const MOST_WEIGHED = 256 * 1024;

/**
 * Sections with the query's words, best first; an example is never first if another has them. Words of many sections,
 * such as the library's name, count little.
 *
 * @param shares by term: 1 for the query's own
 */
export function weighSections<S extends FileSection>(
  sections: readonly S[],
  shares: ReadonlyMap<string, number>,
  termsOf: TermsOf = rememberTerms(shares),
): readonly WeighedSection<S>[] {
  let left = MOST_WEIGHED;
  const counted = sections.map((section) => {
    left -= section.text.length;
    return { section, ...countTerms(left < 0 ? { ...section, text: '' } : section, termsOf, shares) };
  });
  const holders = new Map<string, number>();
  for (const { occurrences } of counted)
    for (const term of occurrences.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
  const weighed = counted.map(({ section, words, occurrences, titleWords, askedInTitle }) => {
    let sum = 0;
    for (const [term, count] of occurrences) {
      const rarity = Math.log((sections.length + 1) / ((holders.get(term) ?? 0) + 0.5));
      sum += (shares.get(term) ?? 0) * Math.max(0, rarity) * Math.log1p(count);
    }
    const length = 1 - WEIGHTS.lengthShare + (WEIGHTS.lengthShare * words) / USUAL_WORDS;
    const inTitle = titleWords === 0 ? 0 : askedInTitle / titleWords;
    const kind = section.isDanger ? DANGER : isExample(section.path) ? EXAMPLE : 1;
    return { section, occurrences, weight: (sum / length) * kind * (1 + inTitle) };
  });
  const found = weighed
    .filter(({ weight, section }) => weight > 0 && withoutTitle(section).trim() !== '')
    .sort((a, b) => b.weight - a.weight);
  const first = found.findIndex(({ section }) => !isExample(section.path));
  return first < 1
    ? found
    : [...found.slice(first, first + 1), ...found.slice(0, first), ...found.slice(first + 1)];
}

function countTerms(section: FileSection, termsOf: TermsOf, shares: ReadonlyMap<string, number>) {
  const occurrences = new Map<string, number>();
  const add = (terms: readonly string[], count: number) => {
    for (const term of terms) occurrences.set(term, (occurrences.get(term) ?? 0) + count);
  };
  const titleRuns = runsOf(section.title ?? '').filter((run) => !STOP_WORDS.has(run.toLowerCase()));
  for (const run of titleRuns) add(termsOf(run), WEIGHTS.heading);
  const asked = titleRuns.filter((run) => termsOf(run).some((term) => shares.get(term) === 1));
  const runs = runsOf(withoutTitle(section));
  for (const run of runs) add(termsOf(run), 1);
  return { words: runs.length, occurrences, titleWords: titleRuns.length, askedInTitle: asked.length };
}
