import type { SkillKey } from '../contract/api/api.ts';

/** What search knows of a skill. The same object or the same `revision` means that nothing of it changed. */
export interface SearchDocument {
  readonly key: SkillKey;
  readonly name: string;
  readonly language: string;
  readonly tags: readonly string[];
  /** One line; empty where there is none. */
  readonly summary: string;
  /** Error messages and what users see when something goes wrong; mostly none. */
  readonly symptoms: readonly string[];
  /** What package managers and imports call the library; mostly few. */
  readonly packages: readonly string[];
  /** 0 to 100; orders keyword results of the same score. */
  readonly trustScore: number;
  /** Real path of the skill's folder. */
  readonly directory: string;
  /** The knowledge files, each already checked to lie inside of the folder. */
  readonly files: readonly SearchFile[];
  /** Changes whenever anything above or a file's fingerprint on disk does. */
  readonly revision: string;
}

export interface SearchFile {
  /** Relative to the skill's folder, `/` between segments. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  /** Where a link leads, absolute and inside the skill's folder; absent for a plain file. */
  readonly target?: string;
}

/** Bytes of a file that are indexed. */
export const INDEXED_BYTES = 1024 * 1024;

/** What the files of a document hold. */
export interface DocumentTexts {
  /**
   * In the order of `document.files`, the first `INDEXED_BYTES` of each; undefined where a file can't be read now or is
   * over 16 MiB. Their buffers are given away: they may be transferred to another thread.
   */
  readonly texts: ReadonlyArray<Uint8Array | undefined>;
  /** False where a file isn't as it was listed, or can't be read, so that a later run must read it again. */
  readonly settled: boolean;
}

/** Reads documents' files, in the order of `documents`. Settles in bounded time; rejects only where nothing can be read. */
export type ReadTexts = (documents: readonly SearchDocument[]) => Promise<readonly DocumentTexts[]>;
