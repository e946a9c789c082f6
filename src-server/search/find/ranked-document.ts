import type { SearchDocument } from '../search-document.ts';

/** A document with some of the query's words. */
export interface RankedDocument {
  readonly document: SearchDocument;
  /** Position of its segment among the index's views. */
  readonly view: number;
  /** Number in the segment. */
  readonly number: number;
  /** Ranking weight. */
  readonly weight: number;
  /** Weight without the factors for a named language and for the speaker. */
  readonly subjectWeight: number;
  /** Whether the whole query is the skill's name. */
  readonly isNamed: boolean;
  /** Whether the message comes from the skill's library. */
  readonly isSpeaker: boolean;
  /**
   * Number, across all files, of the section with most of the query; -1 if no text matches. Symptoms don't
   * count: they are no
   * section to read.
   */
  readonly section: number;
}
