import type { SearchDocument } from '../search-document.ts';

export interface RankedDocument {
  readonly document: SearchDocument;
  /** Position of its segment among views. */
  readonly view: number;
  /** Number in the segment. */
  readonly number: number;
  readonly weight: number;
  /** Without factors for language and speaker. */
  readonly subjectWeight: number;
  /** Whether the query is the skill's name. */
  readonly isNamed: boolean;
  /** Whether the message comes from the skill's library. */
  readonly isSpeaker: boolean;
  /**
   * Section with most of the query, numbered across files; -1 without a match in texts. Symptoms are no
   * sections to read.
   */
  readonly section: number;
}
