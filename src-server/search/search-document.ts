import type { SkillKey } from '../contract/api/api.ts';

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
  /** 0 to 100; decides between equal keyword scores. */
  readonly trustScore: number;
  /** In the order in which find numbers their sections. */
  readonly files: readonly SearchFile[];
  /** Why agents don't get the skill; undefined if they do. */
  readonly withheld?: string;
}

export interface SearchFile {
  readonly path: string;
}

/** UTF-16 units of a text that find knows. */
export const INDEXED_LENGTH = 256 * 1024;

/** By path. */
export type TextsOf = (key: SkillKey) => ReadonlyMap<string, string>;
