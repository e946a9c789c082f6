/** What the rules look at. Plain shapes, so that a loaded skill, a submission and a test's object all fit. */
import type { RegistryLayout } from '../contract/api/api.ts';
import type { TokenCount } from '../contract/api/token-count.ts';

/** A file as the rules see it. */
export interface FileFact {
  /** Relative to the skill's folder, `/` between segments. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** A skill as the rules see it; they open no files themselves. */
export interface CheckedSkill {
  readonly key: string;
  /** The skill's folder relative to the registry's root, `/` between segments; empty where they are the same. */
  readonly folder: string;
  /** `skill.json`, parsed. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** Regular files of the folder at any depth, `skill.json` and dot-files left out. */
  readonly files: readonly FileFact[];
  /** Text of one of `files`, or of `skill.json`, without a BOM; undefined where it can't be read or is too large. */
  readonly readText: (path: string) => string | undefined;
}

/** What a rule may ask for beside the skill. */
export interface RuleContext {
  readonly layout: RegistryLayout;
}

/** What a rule of the full check may ask for too. */
export interface FullRuleContext extends RuleContext {
  readonly now: Date;
  /** o200k tokens of a text. */
  readonly countTokens: (text: string) => TokenCount;
}
