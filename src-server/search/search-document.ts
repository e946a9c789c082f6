import type { SkillKey } from '../contract/api/api.ts';

/** Unchanged if the same object or `revision`. */
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
  readonly directory: string;
  /** Inside the folder. */
  readonly files: readonly SearchFile[];
  /** Changes with any field or file fingerprint. */
  readonly revision: string;
}

export interface SearchFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  readonly target?: string;
}

export const INDEXED_BYTES = 256 * 1024;

export interface DocumentTexts {
  /** By file, the first `INDEXED_BYTES`; undefined if unreadable. */
  readonly texts: ReadonlyArray<string | undefined>;
  /** False if a file was unreadable or changed, for another reading. */
  readonly settled: boolean;
}

/** By document, in bounded time. Rejects only if nothing is readable. */
export type ReadTexts = (documents: readonly SearchDocument[]) => Promise<readonly DocumentTexts[]>;
