import type { SkillKey } from '../contract/api/api.ts';

/** Indexed fields of a skill. Same object or same `revision` means unchanged. */
export interface SearchDocument {
  readonly key: SkillKey;
  readonly name: string;
  readonly language: string;
  readonly tags: readonly string[];
  /** One line; may be empty. */
  readonly summary: string;
  /** Error messages and visible failures; mostly empty. */
  readonly symptoms: readonly string[];
  /** Names of the library in package managers and imports. */
  readonly packages: readonly string[];
  /** 0 to 100; orders keyword results of equal score. */
  readonly trustScore: number;
  /** Real path of the skill's folder. */
  readonly directory: string;
  /** Knowledge files, already checked to lie inside the folder. */
  readonly files: readonly SearchFile[];
  /** Changes with any field above and any file's fingerprint. */
  readonly revision: string;
}

export interface SearchFile {
  /** Relative to the skill's folder, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  /** Target of a link: absolute, inside the skill's folder. Absent for a plain file. */
  readonly target?: string;
}

/** Indexed bytes per file. */
export const INDEXED_BYTES = 1024 * 1024;

export interface DocumentTexts {
  /**
   * In the order of `document.files`, at most `INDEXED_BYTES` each; undefined if unreadable or over 16 MiB.
   * The caller owns
   * the buffers and may transfer them.
   */
  readonly texts: ReadonlyArray<Uint8Array | undefined>;
  /** False if a file was unreadable or differed from its listing: a later run must read again. */
  readonly settled: boolean;
}

/** Reads files in the order of `documents`. Settles in bounded time; rejects only if nothing can be read. */
export type ReadTexts = (documents: readonly SearchDocument[]) => Promise<readonly DocumentTexts[]>;
