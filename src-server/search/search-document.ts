import type { SkillKey } from '../contract/api.ts';

/** What search knows of a skill. The same object or the same `revision` means that nothing of it changed. */
export interface SearchDocument {
  readonly key: SkillKey;
  readonly name: string;
  readonly language: string;
  readonly tags: readonly string[];
  /** One line; empty where there is none. */
  readonly summary: string;
  /** 0 to 100; orders keyword results of the same score. */
  readonly trustScore: number;
  /** Real path of the skill's folder. */
  readonly directory: string;
  /** The knowledge files, each already checked to lie inside of the folder. */
  readonly files: readonly SearchFile[];
  /** Changes whenever anything above changes, a file's size and modification time included. */
  readonly revision: string;
}

export interface SearchFile {
  /** Relative to the skill's folder, `/` between segments. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly mtimeMs: number;
}
