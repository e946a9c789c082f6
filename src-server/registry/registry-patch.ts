import type { RegistryIndex, RegistryLayout, SkillKey } from '../contract/api/api.ts';
import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import type { TermBatch } from '../search/index/skill-terms.ts';
import type { ReadRules } from '../validation/registry-rules.ts';
import type { SkillRecord } from './skill-record.ts';

export interface RegistryLocation {
  readonly root: string;
  /** Parent of the language folders; '' for the root. */
  readonly skillsFolder: string;
  readonly layout: RegistryLayout;
}

/** Of the list, without its entries. */
export interface ListHead extends Pick<RegistryIndex, 'schema' | 'version' | 'updated_at'> {
  readonly [unknown: string]: unknown;
}

/** A record that is new, or the parts of a known one that changed: `{ ...before, ...change }`. */
export type RecordChange = Pick<SkillRecord, 'key'> & Partial<SkillRecord>;

/** Most records of one message. */
export const PATCH_SKILLS = 50;

/**
 * A step from one snapshot of a registry to the next. A picked-up change is one or more patches; the last of them has
 * `state`, and only with it the snapshot is swapped. Afterwards come patches with `terms` of records posted before,
 * and `checked` messages.
 */
export interface RegistryPatch {
  /** `FollowedRegistry.id` */
  readonly registry: string;
  /** At most `PATCH_SKILLS`. */
  readonly changed: readonly RecordChange[];
  readonly removed: readonly SkillKey[];
  /** The first of a registry that is posted whole: after a start, or when it moved. What came before is gone. */
  readonly isWhole: boolean;
  readonly state?: RegistryState;
  /** Of `changed` or of records posted before. */
  readonly terms?: TermBatch;
}

/** What is not about one skill. */
export interface RegistryState {
  readonly location: RegistryLocation;
  readonly head: ListHead;
  readonly general: GeneralFindings;
  readonly drafts: readonly Draft[];
  /** Folders neither served nor drafts. */
  readonly leftOut: number;
  readonly index: IndexFileState;
  /** skill.json of folders that are not served, by path, for the lines of problems. */
  readonly unserved: ReadonlyMap<string, string>;
  readonly rules: ReadRules;
  readonly pickedUpAt: Date;
  /** Of scan and reading. */
  readonly tookMs: number;
  /** For the log; absent for the first state. */
  readonly change?: DescribedChange;
}

export interface GeneralFindings {
  readonly loader: readonly Diagnostic[];
  readonly rules: readonly Diagnostic[];
}

export interface Draft {
  readonly key: SkillKey;
  readonly folder: string;
  /** Texts still to write. */
  readonly toWrite: number;
}

export interface IndexFileState {
  /** For the lines of problems. */
  readonly text?: string;
  readonly updatedAt?: string;
}

export interface DescribedChange {
  readonly summary: string;
  /** A sentence per skill that the change broke. */
  readonly broken: readonly string[];
}

/** `auto`: system events, on network drives frequent scans. */
export type WatchMode = 'auto' | 'events' | 'scan' | 'off';

/** A layer's folder, as given to the worker. */
export interface FollowedRegistry {
  /** Chosen by the serving thread, unique while followed. */
  readonly id: string;
  /** As picked. A link is followed again at each scan. */
  readonly folder: string;
  readonly watch: WatchMode;
  /** Between scans for missed events; 0 for none. */
  readonly scanIntervalMs: number;
  /** The list's head is index.json's own. */
  readonly isReplica: boolean;
  /** Of the snapshot that is served already, for a worker that is started again: the next version is greater. */
  readonly head?: ListHead | undefined;
}

/** The worker gets `{ registries }` as `workerData`. To stop it, terminate it. */
export type ToRegistryWorker =
  /** All registries to follow from now on; known ids stay as they are. */
  | { readonly type: 'follow'; readonly registries: readonly FollowedRegistry[] }
  /** Scans all at once. Answered by `rescanned` after the patches of the changes. */
  | { readonly type: 'rescan'; readonly id: number };

export type FromRegistryWorker =
  | { readonly type: 'patch'; readonly patch: RegistryPatch }
  /** Findings and tokens of records posted before. `edited`: edited skills still to check. */
  | {
      readonly type: 'checked';
      readonly registry: string;
      readonly changed: readonly RecordChange[];
      readonly edited: number;
    }
  /** After each scan, behind its patches. */
  | ({ readonly type: 'scanned'; readonly registry: string } & ScanState)
  | { readonly type: 'rescanned'; readonly id: number }
  /** A scan ended by an unexpected error; the next one goes on. */
  | { readonly type: 'failed'; readonly registry: string; readonly message: string };

export interface ScanState {
  readonly endedAt: Date;
  /** Why the folder can't be read; the last snapshot stays. */
  readonly unavailable?: string;
  readonly watching: 'events' | 'scan' | 'off';
  /** Why `watching` is not what was asked for. */
  readonly why?: string;
}
