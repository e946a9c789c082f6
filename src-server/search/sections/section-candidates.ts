import type { IndexedSkill } from '../index/find-index.ts';
import { METADATA } from '../index/skill-terms.ts';
import { placeOfTerm, sectionCounts, sectionsAt } from '../index/term-places.ts';
import type { KnownWord } from '../query/asked-words.ts';
import type { ResolvedQuery } from '../query/resolve-query.ts';
import type { RankedDocument } from '../rank/ranked-document.ts';
import type { SearchFile } from '../search-document.ts';

export interface SectionPlace {
  readonly file: SearchFile;
  readonly section: number;
  readonly number: number;
}

export interface SectionCandidates {
  readonly places: readonly SectionPlace[];
  readonly weights: ReadonlyMap<string, number>;
}

/** Of the highest mass. */
const RIVAL_SHARE = 0.6;
const MOST_CANDIDATES = 8;
const OVERVIEW = 'overview.md';
/** Name, tags and summary apply to all sections. */
const METADATA_SHARE = 0.5;

/**
 * The index counts a word once per section, so a mere list may match as well. The texts decide
 * (`section-choice.ts`).
 */
export function sectionCandidates(
  query: ResolvedQuery,
  words: readonly KnownWord[],
  { skill, isNamed }: RankedDocument,
): SectionCandidates {
  const found = [...foundTerms(query, words, skill)];
  const counts = sectionCounts(skill);
  // A skill may have a hundred thousand sections. -1: no match.
  const masses = new Float64Array(counts.reduce((sum, count) => sum + count, 0)).fill(-1);
  for (const { weight, sections } of found)
    for (const section of sections)
      if (section < masses.length) masses[section] = Math.max(0, masses[section] as number) + weight;
  const introducing = isNamed ? firstOfOverview(skill, counts, withoutLanguages(found, query)) : -1;
  const sections = introducing >= 0 ? [introducing] : heaviest(masses);
  const { files } = skill.document;
  return {
    places: sections.map((section) => placeOf(files, counts, section)),
    weights: new Map(found.map(({ term, weight }) => [term, weight])),
  };
}

/** A language doesn't name the skill. */
function withoutLanguages(
  found: readonly TermSections[],
  { languageTerms }: ResolvedQuery,
): readonly TermSections[] {
  const others = found.filter(({ term }) => !languageTerms.has(term));
  return others.length > 0 ? others : found;
}

/** First matching section of the overview, or -1: a query by name needs an introduction. */
function firstOfOverview(
  { document: { files } }: IndexedSkill,
  counts: Uint32Array,
  found: readonly TermSections[],
): number {
  const overview = files.findIndex(({ path }) => path === OVERVIEW);
  if (overview < 0) return -1;
  const start = counts.subarray(0, overview).reduce((sum, count) => sum + count, 0);
  const end = start + (counts[overview] as number);
  const firsts = found.map(({ sections }) => sections.find((section) => section >= start) ?? end);
  const first = Math.min(end, ...firsts);
  return first === end ? -1 : first;
}

function heaviest(masses: Float64Array): number[] {
  const massOf = (section: number): number => masses[section] as number;
  const best: number[] = [];
  for (let section = 0; section < masses.length; section += 1) {
    const mass = massOf(section);
    if (mass < 0 || (best.length === MOST_CANDIDATES && mass <= massOf(best.at(-1) as number))) continue;
    let place = best.length;
    while (place > 0 && massOf(best[place - 1] as number) < mass) place -= 1;
    best.splice(place, 0, section);
    if (best.length > MOST_CANDIDATES) best.pop();
  }
  return best.filter((section) => massOf(section) >= RIVAL_SHARE * massOf(best[0] as number));
}

interface TermSections {
  readonly term: string;
  readonly weight: number;
  readonly sections: Uint32Array;
}

function* foundTerms(
  query: ResolvedQuery,
  words: readonly KnownWord[],
  skill: IndexedSkill,
): Generator<TermSections> {
  const own = new Set(query.terms.map(({ term }) => term));
  const joined = words.flatMap(({ joined, terms }) => {
    const weight = Math.max(0, ...terms.map((part) => part.weight));
    return joined.filter(({ term }) => !own.has(term)).map((one) => ({ ...one, weight }));
  });
  for (const { term, weight, number } of [...query.terms, ...joined]) {
    const place = placeOfTerm(skill, number);
    if (place < 0) continue;
    const isMetadata = ((skill.frequencies[place] as number) & METADATA) !== 0;
    const sections = sectionsAt(skill, place);
    yield { term, weight: isMetadata ? weight * METADATA_SHARE : weight, sections };
  }
}

function placeOf(files: readonly SearchFile[], counts: Uint32Array, number: number): SectionPlace {
  let file = 0;
  let left = number;
  for (let count = counts[0] as number; left >= count; count = counts[file] as number) {
    left -= count;
    file += 1;
  }
  return { file: files[file] as SearchFile, section: left, number };
}
