import type { SkillKey } from '../contract/api/api.ts';

/** Indexed fields of a skill. Same object or same `revision` means unchanged. */
export interface SearchDocument {
  readonly key: SkillKey;
  readonly name: string;
  readonly language: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** Error messages and visible failures. */
  readonly symptoms: readonly string[];
  readonly packages: readonly string[];
  /** 0 to 100; orders keyword results of equal score. */
  readonly trustScore: number;
  readonly directory: string;
  /** Knowledge files, checked to be inside the folder. */
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

export const INDEXED_BYTES = 1024 * 1024;

export interface DocumentTexts {
  /**
   * In the order of `document.files`, at most `INDEXED_BYTES`; undefined if unreadable or over 16 MiB.
   * Buffers may be transferred.
   */
  readonly texts: ReadonlyArray<Uint8Array | undefined>;
  /** False if a file was unreadable or changed: read again later. */
  readonly settled: boolean;
}

/** In the order of `documents`, in bounded time. Rejects only if nothing is readable. */
export type ReadTexts = (documents: readonly SearchDocument[]) => Promise<readonly DocumentTexts[]>;
