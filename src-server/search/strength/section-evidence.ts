import { FIELD, METADATA } from '../index/skill-terms.ts';
import { placeOfTerm, sectionsAt } from '../index/term-places.ts';
import type { KnownWord } from '../query/asked-words.ts';
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
  words: readonly KnownWord[],
  languages: ReadonlySet<string>,
  ranked: RankedDocument,
  section: number = ranked.section,
): FoundWord[] {
  return words.map(({ asked: { skills, term, word }, isName, terms, joined }) => {
    const places = terms.map(({ kind, number }) => ({ kind, place: placeOf(ranked, number, section) }));
    const joinedPlaces = joined.map(({ number }) => placeOf(ranked, number, section));
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

function placeOf({ skill }: RankedDocument, term: number, section: number): Place {
  const place = placeOfTerm(skill, term);
  if (place < 0) return undefined;
  if (((skill.frequencies[place] as number) & (METADATA | FIELD.symptoms)) !== 0) return 'entry';
  return sectionsAt(skill, place).includes(section) ? 'section' : 'elsewhere';
}
