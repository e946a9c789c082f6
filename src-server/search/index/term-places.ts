import type { TermPlace } from '../../contract/api/api.ts';
import type { RankedDocument } from '../rank/ranked-document.ts';
import type { SearchFile } from '../search-document.ts';
import type { TermPostings } from './find-index.ts';
import { PackedReader } from './packed-number.ts';
import { FIELD, findPosting, OCCURRENCES, type Segment, startOfSections } from './segment.ts';

const MOST_FILES = 5;

const FIELD_PLACES = ['name', 'tags', 'language', 'summary', 'symptoms', 'author', 'heading'] as const;

export function placesOf(frequency: number): TermPlace[] {
  const places: TermPlace[] = FIELD_PLACES.filter((field) => (frequency & FIELD[field]) !== 0);
  return (frequency & OCCURRENCES) > 0 ? [...places, 'text'] : places;
}

export function postingOf(
  segment: Segment,
  postings: readonly TermPostings[],
  { view, number }: Pick<RankedDocument, 'view' | 'number'>,
): number {
  const ofView = postings[view];
  return ofView === undefined ? -1 : findPosting(segment, ofView.from, ofView.to, number);
}

/** Ascending; -1 after the last. */
export function sectionReader(segment: Segment, posting: number): { next(): number } {
  const { sections } = segment;
  const reader = new PackedReader(sections, startOfSections(segment, posting));
  let section = -1;
  return {
    next: () => {
      if (sections[reader.at] === 0) return -1;
      section += reader.next();
      return section;
    },
  };
}

function* sectionsOf(segment: Segment, posting: number): Generator<number> {
  const reader = sectionReader(segment, posting);
  for (let section = reader.next(); section >= 0; section = reader.next()) yield section;
}

export function hasSection(segment: Segment, posting: number, wanted: number): boolean {
  for (const section of sectionsOf(segment, posting)) if (section >= wanted) return section === wanted;
  return false;
}

export function filesOf(segment: Segment, posting: number, { number, document }: RankedDocument): string[] {
  const { fileStarts, fileSections } = segment;
  const files: string[] = [];
  let file = 0;
  let end = fileSections[fileStarts[number] as number] ?? 0;
  for (const section of sectionsOf(segment, posting)) {
    if (section < end && files.length > 0) continue;
    while (section >= end && file < document.files.length) {
      file += 1;
      end += fileSections[(fileStarts[number] as number) + file] ?? 0;
    }
    // Symptoms come after the files' sections.
    if (file >= document.files.length) break;
    files.push((document.files[file] as SearchFile).path);
    if (files.length === MOST_FILES) break;
  }
  return files;
}
