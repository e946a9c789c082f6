import type { RegistryIndex, RegistryLayout, SkillKey } from '../contract/api.ts';
import type { Diagnostic, RegistryRules } from '../contract/diagnostic.ts';
import type { SeverityCounts } from '../contract/words.ts';
import type { TermBatch } from '../search/skill-terms.ts';
import type { ReadRules } from '../validation/registry-rules.ts';
import type { SubmissionReview } from './check-submission.ts';
import type { SkillRecord } from './skill-record.ts';
import type { SharedTexts } from './text-block.ts';

/**
 * Where a registry is. `root` is an absolute path, links followed; paths of its files are relative to it and have
 * `/`.
 */
export interface RegistryLocation {
  readonly root: string;
  /** The parent of the language folders, relative to the root; '' for the root itself. */
  readonly skillsFolder: string;
  readonly layout: RegistryLayout;
}

/** What the list of skills says before its skills. Unknown fields are those of the uppermost index.json. */
export interface ListHead extends Pick<RegistryIndex, 'schema' | 'version' | 'updated_at'> {
  readonly [unknown: string]: unknown;
}

/** A record that is new, or the parts of a known one that changed; the record is then `{ ...before, ...change }`. */
export type RecordChange = Pick<SkillRecord, 'key'> &
  Partial<Omit<SkillRecord, 'texts'>> & { readonly texts?: SharedTexts };

/** Skills of a patch, at most: requests are answered between two patches. */
export const PATCH_SKILLS = 50;

/**
 * A step from one snapshot to the next. A picked-up change is one or more patches of at most `PATCH_SKILLS` skills;
 * the last of them has `state`, and only with it the snapshot is swapped. Patches with `isCheck` follow: what was
 * found out later about records posted before, such as the `terms` of a start, findings and tokens. An edit of one
 * skill is one patch with `changed: [record]`, its words in `terms` and a `state`, and then one with its findings.
 */
export interface RegistryPatch {
  readonly type: 'patch';
  readonly changed: readonly RecordChange[];
  readonly removed: readonly SkillKey[];
  /** Whether it is the first of a worker: what another one posted is gone, but for layers that can't be read now. */
  readonly isWhole: boolean;
  readonly isCheck: boolean;
  readonly state?: RegistryState;
  readonly terms?: TermBatch;
}

/**
 * What a registry says besides its skills, as of one change: the head of the list, findings of no single skill,
 * drafts, and its layers, the uppermost first. `leftOut` counts folders that can't be served. `tookMs` is how long
 * scanning and joining took, in milliseconds.
 */
export interface RegistryState {
  readonly head: ListHead;
  readonly general: readonly Diagnostic[];
  /** Counts of the general diagnostics that are left out of `general`, which has at most 1,000. */
  readonly furtherGeneral?: SeverityCounts | undefined;
  readonly drafts: readonly Draft[];
  readonly leftOut: number;
  readonly layers: readonly ServedLayer[];
  readonly pickedUpAt: Date;
  readonly tookMs: number;
}

/**
 * A layer as it is served. `location` is undefined while its folder was never read; `unavailable` is a sentence that
 * says why it can't be read now, though its last state is served. `shadowed` counts those of its `skills` whose keys
 * an upper layer has, too.
 */
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

/** A skill that is not served yet, since its author has texts still to write. */
export interface Draft {
  readonly key: SkillKey;
  readonly folder: string;
  readonly toWrite: number;
}

/**
 * A folder to serve: one that the user named, or the copy of an added registry, which is never written. Its name is
 * unique among the layers.
 */
export interface LayerFolder {
  readonly name: string;
  /** The absolute path as it was picked. A link is followed again at each scan. */
  readonly folder: string;
  readonly isAdded: boolean;
  readonly leftOut?: readonly string[] | undefined;
}

/**
 * How changes are noticed. `events`: by the system's watcher, with a scan of everything every 30 seconds. `scan`: by
 * a scan every second, or more seldom where one takes long. `off`: only when asked.
 */
export type WatchMode = 'events' | 'scan' | 'off';

/**
 * What the registry worker is to follow: its `workerData`. It follows until it is terminated; a `ScanRequest` may
 * name other layers later.
 */
export interface FollowOptions {
  readonly layers: readonly LayerFolder[];
  readonly watch: WatchMode;
  /** Milliseconds between scans of everything, which find what no event told of; 0 for none. */
  readonly scanIntervalMs: number;
  /**
   * Whether the head of the list is index.json's own, since several services over one folder must answer alike.
   * Default: each picked-up change counts its version on.
   */
  readonly isReplica: boolean;
  /** The head of the list that is served already, for a worker that is started again: its next version is greater. */
  readonly head?: ListHead | undefined;
}

/**
 * What the serving thread asks of the registry worker. Requests of somebody who waits go before the checks of a
 * start. What is posted while no worker runs is lost: a new one scans everything.
 */
export type ToRegistryWorker = ScanRequest | CheckRequest | ReviewRequest;

/**
 * Asks for a scan of everything at once, of these layers from now on. The answer is `done`, in the order of the
 * requests, behind the patches and checks of what has changed.
 */
export interface ScanRequest {
  readonly type?: 'scan';
  readonly layers: readonly LayerFolder[];
}

/** Asks for the check of a skill before all others, since somebody waits for its tokens. */
export interface CheckRequest {
  readonly type: 'check';
  readonly key: SkillKey;
}

/** Asks for the check of a submission, whose texts may keep the rules busy: other requests must not wait for them. */
export interface ReviewRequest {
  readonly type: 'review';
  readonly id: number;
  /** The body of the request, as JSON. */
  readonly body: string;
  readonly rules: RegistryRules;
}

export interface ReviewAnswer {
  readonly type: 'reviewed';
  readonly id: number;
  /** What would become of the submission; undefined for a body that is no JSON. */
  readonly review?: SubmissionReview | undefined;
  /** The stack of an error that a rule threw unexpectedly. */
  readonly failure?: string;
}

/**
 * What the registry worker posts, in this order after a start: patches of all records, `scanned`, patches with their
 * words, `indexed`, patches with findings and tokens. After an edit: its patches, `scanned`, and what was found about
 * it.
 */
export type FromRegistryWorker =
  | RegistryPatch
  | ScanState
  | { readonly type: 'done' }
  | ReviewAnswer
  /** An error ended a job unexpectedly; `failure` is its stack. The next jobs go on. */
  | { readonly type: 'failed'; readonly failure: string }
  | { readonly type: 'indexed' }
  | ProgressNote;

/** Posts a message to the serving thread. The buffers are handed over: this thread has them no longer. */
export type PostMessage = (message: FromRegistryWorker, buffers?: readonly ArrayBuffer[]) => void;

/**
 * How far the work is, after each `PATCH_SKILLS` skills: a small registry posts none. `reading`: how many skills this scan
 * has read; nobody knows how many are to come. `indexing`: of how many find knows the words.
 */
export interface ProgressNote {
  readonly type: 'progress';
  readonly step: 'reading' | 'indexing';
  readonly done: number;
  readonly total?: number;
}

/** How a scan went. It follows each scan, behind its patches. */
export interface ScanState {
  readonly type: 'scanned';
  readonly endedAt: Date;
  readonly watching: WatchMode;
  readonly why?: string | undefined;
  /** The stack of an error that ended the scan unexpectedly; the next scan goes on. */
  readonly failure?: string | undefined;
}
