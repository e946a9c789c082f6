/** The sections of a skill that may be the one to show, by what the index knows. */
import type { FindIndex } from '../index/find-index.ts';
import { findPosting, METADATA } from '../index/segment.ts';
import type { SearchFile } from '../search-document.ts';
import type { KnownWord } from './asked-words.ts';
import type { ResolvedQuery } from './find-query.ts';
import type { RankedDocument } from './find-ranking.ts';
import { sectionsOf } from './term-places.ts';

/** A section of a file, by its number there. */
export interface SectionPlace {
  readonly file: SearchFile;
  readonly section: number;
}

export interface SectionCandidates {
  /** Those that have most of the query first, then in the order of the texts; empty where no text has any of it. */
  readonly places: readonly SectionPlace[];
  /** By term of the query that the skill has: its weight, less where all of the skill is about it. */
  readonly weights: ReadonlyMap<string, number>;
}

/** Share of the most that any section has of a query, from which another may say it better. */
const LEAST_SHARE = 0.6;
/** Each is read: more are a word that stands everywhere. */
const MOST_CANDIDATES = 8;
/** Bytes of the files that they stand in. */
const MOST_BYTES = 256 * 1024;
/** What a word of the skill's name, tags or summary tells of a section: it stands for all of them. */
const METADATA_SHARE = 0.5;

/**
 * The sections that may answer. The index counts each word of a section once, wherever and how often it stands, so a list
 * of everything has as much of a query as the section that is about it: the texts decide (`section-choice.ts`).
 */
export function sectionCandidates(
  index: FindIndex,
  query: ResolvedQuery,
  words: readonly KnownWord[],
  ranked: RankedDocument,
): SectionCandidates {
  const all = filePlaces(index, ranked);
  const masses = new Map<number, number>();
  const weights = new Map<string, number>();
  for (const { term, weight, sections } of termSections(index, query, words, ranked)) {
    weights.set(term, weight);
    for (const section of sections) masses.set(section, (masses.get(section) ?? 0) + weight);
  }
  // Behind the files' sections are those of the symptoms.
  const own = [...masses].filter(([section]) => section < all.length);
  const most = Math.max(0, ...own.map(([, mass]) => mass));
  const places = own
    .filter(([, mass]) => mass >= LEAST_SHARE * most)
    .sort(([a, massOfA], [b, massOfB]) => massOfB - massOfA || a - b)
    .slice(0, MOST_CANDIDATES)
    .map(([section]) => all[section] as SectionPlace);
  return { places: withinBytes(places), weights };
}

/** Without those in files that are too much to read for a choice; never without the first. */
function withinBytes(places: readonly SectionPlace[]): readonly SectionPlace[] {
  const files = new Set<SearchFile>();
  let left = MOST_BYTES;
  for (const { file } of places) {
    if (files.has(file) || (files.size > 0 && file.size > left)) continue;
    files.add(file);
    left -= file.size;
  }
  return places.filter(({ file }) => files.has(file));
}

interface TermSections {
  readonly term: string;
  readonly weight: number;
  readonly sections: Iterable<number>;
}

/** Of each term of the query, and of two words in one that some skill writes so: the sections of a skill that have it. */
function* termSections(
  index: FindIndex,
  query: ResolvedQuery,
  words: readonly KnownWord[],
  ranked: RankedDocument,
): Generator<TermSections> {
  const segment = index.views[ranked.view]?.segment;
  if (segment === undefined) return;
  const own = new Set(query.terms.map(({ term }) => term));
  const joined = words.flatMap(({ joined, terms }) => {
    const weight = Math.max(0, ...terms.map((part) => part.weight));
    return joined.filter(({ term }) => !own.has(term)).map((one) => ({ ...one, weight }));
  });
  for (const { term, weight, postings } of [...query.terms, ...joined]) {
    const { from, to } = postings[ranked.view] ?? { from: 0, to: 0 };
    const posting = from === to ? -1 : findPosting(segment, from, to, ranked.number);
    if (posting < 0) continue;
    const isMetadata = ((segment.postingFrequencies[posting] as number) & METADATA) !== 0;
    yield {
      term,
      weight: isMetadata ? weight * METADATA_SHARE : weight,
      sections: sectionsOf(segment, posting),
    };
  }
}

/** The sections of a document's files, in their order. */
function filePlaces(index: FindIndex, { view, number, document }: RankedDocument): SectionPlace[] {
  const segment = index.views[view]?.segment;
  if (segment === undefined) return [];
  const start = segment.fileStarts[number] as number;
  return document.files.flatMap((file, i) =>
    Array.from({ length: segment.fileSections[start + i] as number }, (_, section) => ({ file, section })),
  );
}
