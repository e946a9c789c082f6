import type { SearchDocument } from '../search-document.ts';

/** A document that has some of the query's words. */
export interface RankedDocument {
  readonly document: SearchDocument;
  /** Place of its segment among the index's views. */
  readonly view: number;
  /** Its number in the segment. */
  readonly number: number;
  /** The weight that ranks. */
  readonly weight: number;
  /** The same without the factors for a named language and for the speaker: what is there of the question's subject. */
  readonly subjectWeight: number;
  /** Whether it is called like the whole query. */
  readonly isNamed: boolean;
  /** Whether the message comes from its library. */
  readonly isSpeaker: boolean;
  /**
   * Number of the files' section that has most of the query, counted through all files; -1 where no text has any of it.
   * A symptom may have more of it: it counts, but is no section to read.
   */
  readonly section: number;
}
