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
  /** With `skill.json`, without BOM. Undefined if unreadable or too large. */
  readonly readText: (path: string) => string | undefined;
}

export interface RuleContext {
  readonly layout: RegistryLayout;
}

export interface FullRuleContext extends RuleContext {
  readonly now: Date;
  readonly countTokens: (text: string) => TokenCount;
}
