import type { SkillKey } from '../contract/api.ts';
import type { AuthorEntry } from '../contract/skill-format.ts';

/** What search knows of a skill, but for its texts. */
export interface SearchDocument {
  readonly key: SkillKey;
  readonly name: string;
  readonly language: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** Error messages and visible failures. */
  readonly symptoms: readonly string[];
  readonly packages: readonly string[];
  /** Packages that the library is used with, by which a message may be about it: `werkzeug` of Flask. */
  readonly dependencies?: readonly string[];
  /** 0 to 100; decides between equal keyword scores. */
  readonly trustScore: number;
  /** In the order in which find numbers their passages. */
  readonly files: readonly SearchFile[];
  /** What authors say of entries. */
  readonly authorEntries?: readonly Pick<
    AuthorEntry,
    'file' | 'heading' | 'questions' | 'symptoms' | 'danger'
  >[];
  /** Why agents don't get the skill; undefined if they do. */
  readonly withheld?: string;
}

/**
 * A knowledge file of a skill as search knows it: `{ path: 'pitfalls.md' }`, relative to the skill. Its place in
 * `SearchDocument.files` is its number in `SkillTerms.entries` and `SkillTerms.filePassages`. Texts come by `TextsOf`.
 */
export interface SearchFile {
  readonly path: string;
}

/** Gives the texts of a skill by their paths. */
export type TextsOf = (key: SkillKey) => ReadonlyMap<string, string>;

const PLACEHOLDER = /^\s*\S+ skill for \S+(?:\s+[-–—]\s+|\s*\.?(?<!\s)\s*$)/i;

/** Returns a summary without the generated placeholder, which is equal in all skills. */
export function plainSummary(summary: string): string {
  return summary.replace(PLACEHOLDER, '');
}
