import type { SkillKey } from '../contract/api/api.ts';
import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../contract/diagnostics/relaxed.ts';
import type { RegistryRules } from './registry-rules.ts';

export interface Submission {
  readonly key: SkillKey;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly manifestText: string;
  readonly files: Readonly<Record<string, string>>;
}

export interface CheckedSubmission extends Submission {
  readonly takenOut: readonly string[];
}

export interface SubmissionReview {
  /** Reasons for a rejection, as sentences. */
  readonly problems: readonly string[];
  /** With warnings and notes. Files relative to the skill's folder. */
  readonly diagnostics: readonly Diagnostic[];
  readonly relaxed: readonly Relaxed[];
  readonly key?: SkillKey;
  readonly submission?: CheckedSubmission;
}

export interface ReviewContext {
  readonly now: Date;
  readonly rules?: RegistryRules;
}
