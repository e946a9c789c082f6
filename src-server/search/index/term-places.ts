import type { TermPlace } from '../../contract/api/api.ts';
import type { SearchFile } from '../search-document.ts';
import type { IndexedSkill } from './find-index.ts';
import { FIELD, OCCURRENCES } from './skill-terms.ts';

const MOST_FILES = 5;

const FIELD_PLACES = ['name', 'tags', 'language', 'summary', 'symptoms', 'author', 'heading'] as const;

/** Position of the term in the skill's lists; -1 if absent. */
export function placeOfTerm({ terms }: IndexedSkill, term: number): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] as number) < term) low = middle + 1;
    else high = middle;
  }
  return terms[low] === term ? low : -1;
}

/** Of the term at a place, ascending. */
export function sectionsAt({ sections, sectionStarts }: IndexedSkill, place: number): Uint32Array {
  return sections.subarray(sectionStarts[place], sectionStarts[place + 1]);
}

export function placesOf(frequency: number): TermPlace[] {
  const places: TermPlace[] = FIELD_PLACES.filter((field) => (frequency & FIELD[field]) !== 0);
  return (frequency & OCCURRENCES) > 0 ? [...places, 'text'] : places;
}

/** Without the symptoms' sections. */
export function sectionCounts({ fileSections, document }: IndexedSkill): Uint32Array {
  return fileSections.subarray(0, document.files.length);
}

/** Files with the term at a place. */
export function filesOf(skill: IndexedSkill, place: number): string[] {
  const counts = sectionCounts(skill);
  const files: string[] = [];
  let file = 0;
  let end = counts[0] ?? 0;
  for (const section of sectionsAt(skill, place)) {
    if (section < end && files.length > 0) continue;
    while (section >= end && file < counts.length) {
      file += 1;
      end += counts[file] ?? 0;
    }
    // Symptoms come after the files' sections.
    if (file >= counts.length) break;
    files.push((skill.document.files[file] as SearchFile).path);
    if (files.length === MOST_FILES) break;
  }
  return files;
}
