import type { SkillKey } from '../contract/api/api.ts';
import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../contract/diagnostics/relaxed.ts';
import type { RegistryRules } from './registry-rules.ts';

export interface Submission {
  readonly key: SkillKey;
  readonly manifest: Readonly<Record<string, unknown>>;
  /** As written to disk. */
  readonly manifestText: string;
  /** By path, valid on every system. */
  readonly files: Readonly<Record<string, string>>;
}

export interface CheckedSubmission extends Submission {
  /** Removed claims, as sentences. */
  readonly takenOut: readonly string[];
}

export interface SubmissionReview {
  /** Reasons for a rejection, as sentences. */
  readonly problems: readonly string[];
  /** With warnings and notes. Files relative to the skill's folder. */
  readonly diagnostics: readonly Diagnostic[];
  /** By code. */
  readonly relaxed: readonly Relaxed[];
  /** Absent without a submission. */
  readonly key?: SkillKey;
  /** Absent if rejected. */
  readonly submission?: CheckedSubmission;
}

export interface ReviewContext {
  readonly now: Date;
  /** Default: the specification's. */
  readonly rules?: RegistryRules;
}
