import { nextTurn } from '../../next-turn.ts';
import { WEIGHTS } from '../rank/find-weights.ts';
import type { SearchFile } from '../search-document.ts';
import { isMarkdown } from '../words/is-markdown.ts';
import type { TermsOf } from '../words/remember-terms.ts';
import { runsOf, scanText } from '../words/text-scanner.ts';
import type { SectionCandidates, SectionPlace } from './section-candidates.ts';

const USUAL_WORDS = 80;

/**
 * Ties in the order of `texts`.
 *
 * @param texts readable files
 * @param termsOf from `rememberTerms`
 */
export async function chooseSection(
  texts: ReadonlyMap<SearchFile, string>,
  { places, weights }: SectionCandidates,
  termsOf: TermsOf,
): Promise<SectionPlace | undefined> {
  const readable = places.filter(({ file }) => texts.has(file));
  if (readable.length < 2) return readable[0];
  let best: { readonly place: SectionPlace; readonly weight: number } | undefined;
  for (const [file, text] of texts) {
    const own = readable.filter((place) => place.file === file);
    const weighed = weighSections(
      text,
      file.path,
      new Set(own.map(({ section }) => section)),
      weights,
      termsOf,
    );
    for (const place of own) {
      const weight = weighed.get(place.section);
      if (weight !== undefined && weight > (best?.weight ?? 0)) best = { place, weight };
    }
    // Long texts take long.
    await nextTurn();
  }
  return best?.place ?? readable[0];
}

interface SectionWords {
  count: number;
  readonly occurrences: Map<string, number>;
}

function weighSections(
  text: string,
  file: string,
  numbers: ReadonlySet<number>,
  weights: ReadonlyMap<string, number>,
  termsOf: TermsOf,
): ReadonlyMap<number, number> {
  const weighed = new Map<number, number>();
  let number = 0;
  let words: SectionWords = { count: 0, occurrences: new Map() };
  scanText(text, isMarkdown(file), {
    run: (start, end, inHeading) => {
      if (inHeading || !numbers.has(number)) return;
      words.count += 1;
      for (const term of termsOf(text.slice(start, end)))
        words.occurrences.set(term, (words.occurrences.get(term) ?? 0) + 1);
    },
    sectionEnd: ({ heading }) => {
      if (numbers.has(number)) {
        const inHeading = new Set(runsOf(heading ?? '').flatMap(termsOf));
        weighed.set(number, weightOf(words, inHeading, weights));
      }
      number += 1;
      words = { count: 0, occurrences: new Map() };
    },
  });
  return weighed;
}

function weightOf(
  { count, occurrences }: SectionWords,
  inHeading: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
): number {
  const { heading, lengthShare } = WEIGHTS;
  let sum = 0;
  for (const [term, weight] of weights)
    sum += weight * Math.log1p((occurrences.get(term) ?? 0) + (inHeading.has(term) ? heading : 0));
  return sum / (1 - lengthShare + (lengthShare * count) / USUAL_WORDS);
}
