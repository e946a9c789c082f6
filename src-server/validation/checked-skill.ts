/** Plain shapes, for loaded skills, submissions and tests. */
import type { RegistryLayout } from '../contract/api/api.ts';
import type { TokenCount } from '../contract/api/token-count.ts';

export interface FileFact {
  /** Relative to the skill's folder, `/` between segments. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** Rules open no files. */
export interface CheckedSkill {
  readonly key: string;
  /** Relative to the registry's root, `/` between segments; '' for the root. */
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  /** Regular files at any depth, without `skill.json` and dot-files. */
  readonly files: readonly FileFact[];
  /** For `files` and `skill.json`, without BOM. Undefined if unreadable or too large. */
  readonly readText: (path: string) => string | undefined;
}

export interface RuleContext {
  readonly layout: RegistryLayout;
}

export interface FullRuleContext extends RuleContext {
  readonly now: Date;
  /** o200k tokens. */
  readonly countTokens: (text: string) => TokenCount;
}
