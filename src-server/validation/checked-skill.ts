import type { RegistryLayout } from '../contract/api/api.ts';
import type { TokenCount } from '../contract/api/token-count.ts';

export interface FileFact {
  readonly path: string;
  readonly size: number;
}

/** Rules open no files. */
export interface CheckedSkill {
  readonly key: string;
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly files: readonly FileFact[];
  /** By path, with `skill.json`, without BOM. Rules skip missing texts. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface CheckContext {
  readonly layout: RegistryLayout;
  readonly now: Date;
  readonly countTokens: (text: string) => TokenCount;
}
