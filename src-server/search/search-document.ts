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
}

export interface SearchFile {
  readonly path: string;
}

/** UTF-16 units of a text that find knows. */
export const INDEXED_LENGTH = 256 * 1024;

export interface DocumentTexts {
  /** By file, the first `INDEXED_BYTES`; undefined if unreadable. */
  readonly texts: ReadonlyArray<string | undefined>;
  /** False if a file was unreadable or changed, for another reading. */
  readonly settled: boolean;
}

/** By document, in bounded time. Rejects only if nothing is readable. */
export type ReadTexts = (documents: readonly SearchDocument[]) => Promise<readonly DocumentTexts[]>;
