import type { FindIndex } from '../index/find-index.ts';
import { FIELD, METADATA } from '../index/segment.ts';
import { hasSection, postingOf } from '../index/term-places.ts';
import type { KnownWord, StandingTerm } from '../query/asked-words.ts';
import type { RankedDocument } from '../rank/ranked-document.ts';
import { ORDINARY_WORDS } from '../words/ordinary-words.ts';
import { isOtherLanguage } from '../words/other-languages.ts';
import type { FoundWord } from './match-strength.ts';

const EVIDENCE = { own: 1, corrected: 1, near: 0.5, guessed: 0, related: 0.5 } as const;
const ELSEWHERE = 0.3;

/**
 * Name, tags, summary and symptoms count for all sections.
 *
 * @param languages terms of languages in the query
 * @param section number across all files, -1 for none
 */
export function sectionEvidence(
  index: FindIndex,
  words: readonly KnownWord[],
  languages: ReadonlySet<string>,
  ranked: RankedDocument,
  section: number = ranked.section,
): FoundWord[] {
  const document = { ...ranked, section };
  return words.map(({ asked: { skills, term, word }, isName, terms, joined }) => {
    const places = terms.map(({ kind, postings }) => ({ kind, place: placeOf(index, postings, document) }));
    const joinedPlaces = joined.map(({ postings }) => placeOf(index, postings, document));
    const isJoined = joinedPlaces.some((place) => place === 'section' || place === 'entry');
    const corrected = terms.find(({ kind }) => kind === 'corrected');
    return {
      documents: corrected?.documents ?? skills,
      evidence: Math.max(0, isJoined ? 1 : 0, ...places.map(evidenceOf)),
      inEntry: places.some(({ kind, place }) => place === 'entry' && EVIDENCE[kind] === 1),
      isLanguage: languages.has(term),
      isOtherLanguage: languages.size === 0 && isOtherLanguage(term, isName),
      isName,
      isOrdinary: ORDINARY_WORDS.has(word.toLowerCase()),
    };
  });
}

type Place = 'entry' | 'section' | 'elsewhere' | undefined;

function evidenceOf({
  kind,
  place,
}: {
  readonly kind: keyof typeof EVIDENCE;
  readonly place: Place;
}): number {
  if (place === 'entry' || place === 'section') return EVIDENCE[kind];
  return place === 'elsewhere' && EVIDENCE[kind] === 1 ? ELSEWHERE : 0;
}

function placeOf(
  index: FindIndex,
  postings: StandingTerm['postings'],
  { view, number, section }: RankedDocument,
): Place {
  const segment = index.views[view]?.segment;
  if (segment === undefined) return undefined;
  const posting = postingOf(segment, postings, { view, number });
  if (posting < 0) return undefined;
  if (((segment.postingFrequencies[posting] as number) & (METADATA | FIELD.symptoms)) !== 0) return 'entry';
  return section >= 0 && hasSection(segment, posting, section) ? 'section' : 'elsewhere';
}
