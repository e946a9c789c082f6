/** Which words of a question a document's best section has. */
import type { FindIndex } from '../index/find-index.ts';
import { findPosting, METADATA } from '../index/segment.ts';
import type { KnownWord, StandingTerm } from './asked-words.ts';
import type { RankedDocument } from './find-ranking.ts';
import type { FoundWord } from './match-strength.ts';
import { hasSection } from './term-places.ts';

/** What a term says of a word: less where it is another word's. */
const EVIDENCE = { own: 1, near: 0.5, related: 0.5 } as const;

/**
 * The words as the best section has them: in its text, its code, its heading, or in the skill's name, tags or summary,
 * which stand for all of its sections.
 */
export function sectionEvidence(
  index: FindIndex,
  words: readonly KnownWord[],
  ranked: RankedDocument,
): FoundWord[] {
  return words.map(({ asked: { skills }, terms, joined }) => {
    const here = terms.filter((standing) => isHere(index, standing, ranked));
    const isJoined = joined.some((standing) => isHere(index, standing, ranked));
    const evidence = Math.max(0, isJoined ? 1 : 0, ...here.map(({ kind }) => EVIDENCE[kind]));
    return { documents: skills, evidence };
  });
}

function isHere(
  index: FindIndex,
  { postings }: StandingTerm,
  { view, number, section }: RankedDocument,
): boolean {
  const segment = index.views[view]?.segment;
  const { from, to } = postings[view] ?? { from: 0, to: 0 };
  const posting = segment === undefined || from === to ? -1 : findPosting(segment, from, to, number);
  if (segment === undefined || posting < 0) return false;
  if (((segment.postingFrequencies[posting] as number) & METADATA) !== 0) return true;
  return section >= 0 && hasSection(segment, posting, section);
}
