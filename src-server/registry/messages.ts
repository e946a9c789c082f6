import type { RegistryIndex, RegistryLayout, SkillKey } from '../contract/api.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { SeverityCounts } from '../contract/words.ts';
import type { TermBatch } from '../search/search-document.ts';
import type { ReadRules, RegistryRules } from '../validation/registry-rules.ts';
import type { SubmissionReview } from './check-submission.ts';
import type { SkillRecord } from './skill-record.ts';

export interface RegistryLocation {
  readonly root: string;
  /** Parent of the language folders; '' for the root. */
  readonly skillsFolder: string;
  readonly layout: RegistryLayout;
}

export interface ListHead extends Pick<RegistryIndex, 'schema' | 'version' | 'updated_at'> {
  readonly [unknown: string]: unknown;
}

/** A record that is new, or the parts of a known one that changed: `{ ...before, ...change }`. */
export type RecordChange = Pick<SkillRecord, 'key'> & Partial<SkillRecord>;

export const PATCH_SKILLS = 50;

/**
 * A step from one snapshot to the next. A picked-up change is one or more patches of at most `PATCH_SKILLS`; the last
 * of them has `state`, and only with it the snapshot is swapped. Other patches follow, marked with `isCheck`: what was
 * found out later about records posted before, such as the `terms` of a start, findings and tokens.
 */
export interface RegistryPatch {
  readonly type: 'patch';
  readonly changed: readonly RecordChange[];
  readonly removed: readonly SkillKey[];
  /** The first of a worker: what came before is gone. */
  readonly isWhole: boolean;
  readonly isCheck: boolean;
  readonly state?: RegistryState;
  readonly terms?: TermBatch;
}

export interface RegistryState {
  readonly head: ListHead;
  readonly general: readonly Diagnostic[];
  /** Counts of general diagnostics that are not in `general`, because there are too many. */
  readonly furtherGeneral?: SeverityCounts | undefined;
  readonly drafts: readonly Draft[];
  readonly leftOut: number;
  readonly layers: readonly ServedLayer[];
  readonly pickedUpAt: Date;
  readonly tookMs: number;
}

export interface ServedLayer {
  readonly name: string;
  readonly root: string;
  readonly isAdded: boolean;
  readonly location: RegistryLocation | undefined;
  readonly unavailable: string | undefined;
  readonly skills: number;
  readonly shadowed: number;
  readonly rules: ReadRules | undefined;
  readonly indexUpdatedAt: string | undefined;
}

export interface Draft {
  readonly key: SkillKey;
  readonly folder: string;
  readonly toWrite: number;
}

export interface LayerFolder {
  readonly name: string;
  /** As picked. A link is followed again at each scan. */
  readonly folder: string;
  readonly isAdded: boolean;
  readonly leftOut?: readonly string[] | undefined;
}

/** `scan`: every second. */
export type WatchMode = 'events' | 'scan' | 'off';

/** The worker's `workerData`. To stop it, terminate it. */
export interface FollowOptions {
  readonly layers: readonly LayerFolder[];
  readonly watch: WatchMode;
  /** Between scans for missed events; 0 for none. */
  readonly scanIntervalMs: number;
  /** The list's head is index.json's own. */
  readonly isReplica: boolean;
  /** Of the snapshot that is served already, for a worker that is started again: the next version is greater. */
  readonly head?: ListHead | undefined;
}

export type ToRegistryWorker = ScanRequest | CheckRequest | ReviewRequest;

/** Scan at once, these layers from now on. Answered by `done`, in order, after the patches and checks of the changes. */
export interface ScanRequest {
  readonly type?: 'scan';
  readonly layers: readonly LayerFolder[];
}

/** Check a skill before others: somebody waits for its tokens. */
export interface CheckRequest {
  readonly type: 'check';
  readonly key: SkillKey;
}

/** Check a submission: its texts may keep the rules busy, and requests must not wait for them. */
export interface ReviewRequest {
  readonly type: 'review';
  readonly id: number;
  /** Body of the request, as JSON. */
  readonly body: string;
  readonly rules: RegistryRules;
}

export interface ReviewAnswer {
  readonly type: 'reviewed';
  readonly id: number;
  /** Undefined for a body that is no JSON. */
  readonly review?: SubmissionReview | undefined;
  /** An unexpected failure of a rule. */
  readonly failure?: string;
}

export type FromRegistryWorker =
  | RegistryPatch
  | ScanState
  | { readonly type: 'done' }
  | ReviewAnswer
  /** An unexpected error ended a job; the next ones go on. */
  | { readonly type: 'failed'; readonly failure: string }
  | { readonly type: 'indexed' };

/** After each scan, behind its patches. */
export interface ScanState {
  readonly type: 'scanned';
  readonly endedAt: Date;
  readonly watching: WatchMode;
  readonly why?: string | undefined;
  /** An unexpected error ended the scan; the next one goes on. */
  readonly failure?: string | undefined;
}
