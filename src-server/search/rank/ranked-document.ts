import type { IndexedSkill } from '../index/find-index.ts';
import type { SearchDocument } from '../search-document.ts';

export interface RankedDocument {
  /** As indexed. */
  readonly document: SearchDocument;
  readonly skill: IndexedSkill;
  readonly weight: number;
  /** Without factors for language and speaker. */
  readonly subjectWeight: number;
  readonly isNamed: boolean;
  readonly isSpeaker: boolean;
}
