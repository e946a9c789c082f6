import type { SkillKey } from '../contract/api/api.ts';
import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../contract/diagnostics/relaxed.ts';
import type { RegistryRules } from './registry-rules.ts';
import type { CheckOptions } from './skill-checker.ts';

/** A skill that was sent in, checked by every rule. */
export interface Submission {
  readonly key: SkillKey;
  readonly manifest: Readonly<Record<string, unknown>>;
  /** Text of skill.json, as it will be written. */
  readonly manifestText: string;
  /** Texts by path; the paths are safe on every system. */
  readonly files: Readonly<Record<string, string>>;
}

export interface CheckedSubmission extends Submission {
  /** What of the manifest was not its author's to say, a sentence each. */
  readonly takenOut: readonly string[];
}

/** What becomes of a body that was sent in. */
export interface SubmissionReview {
  /** What keeps it from being taken, a sentence each; none where it can be stored. */
  readonly problems: readonly string[];
  /** Everything the rules say, warnings and notes included; files are relative to the skill's folder. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the registry's own rules relaxed of them, by code. */
  readonly relaxed: readonly Relaxed[];
  /** Absent where the body hasn't the shape of a submission. */
  readonly key?: SkillKey;
  /** Absent where something keeps it from being taken. */
  readonly submission?: CheckedSubmission;
}

/** What a review needs to know beside the body; passes between threads. */
export interface ReviewContext {
  readonly now: Date;
  /** The registry's own; default the specification's. */
  readonly rules?: RegistryRules;
}

/** Reviews what strangers send in, where its text can do no harm. */
export interface SubmissionReviewer {
  /**
   * Reviews the text of a body of `POST /v1/skills`; undefined if it is no JSON. Rejects as `check` of a `SkillChecker`
   * does.
   */
  review(text: string, context: ReviewContext, options?: CheckOptions): Promise<SubmissionReview | undefined>;
}
