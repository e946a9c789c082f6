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
 * A step from one snapshot to the next. A picked-up change is one or more patches; the last of them has `state`, and
 * only with it the snapshot is swapped. Other patches follow: the `terms` of a start, and findings and tokens of
 * records posted before, marked with `isCheck`.
 */
export interface RegistryPatch {
  readonly type: 'patch';
  /** At most `PATCH_SKILLS`. */
  readonly changed: readonly RecordChange[];
  readonly removed: readonly SkillKey[];
  /** The first of a worker: what came before is gone. */
  readonly isWhole: boolean;
  readonly isCheck: boolean;
  readonly state?: RegistryState;
  /** Of `changed` or of records posted before. */
  readonly terms?: TermBatch;
}

/** What is not about one skill. */
export interface RegistryState {
  readonly head: ListHead;
  /** About no single skill. */
  readonly general: readonly Diagnostic[];
  readonly drafts: readonly Draft[];
  /** Folders neither served nor drafts. */
  readonly leftOut: number;
  /** Upper first; at least one. */
  readonly layers: readonly ServedLayer[];
  readonly pickedUpAt: Date;
  /** Of scan and reading. */
  readonly tookMs: number;
}

export interface ServedLayer {
  readonly name: string;
  /** As picked, until it was read. */
  readonly root: string;
  readonly isAdded: boolean;
  /** Undefined if it was never read. */
  readonly location: RegistryLocation | undefined;
  /** Why it can't be read now; its last skills stay served. */
  readonly unavailable: string | undefined;
  readonly skills: number;
  /** Keys that an upper layer answers. */
  readonly shadowed: number;
  readonly rules: ReadRules | undefined;
  /** `updated_at` of index.json. */
  readonly indexUpdatedAt: string | undefined;
}

export interface Draft {
  readonly key: SkillKey;
  readonly folder: string;
  /** Texts still to write. */
  readonly toWrite: number;
}

/** A folder to serve. */
export interface LayerFolder {
  readonly name: string;
  /** As picked. A link is followed again at each scan. */
  readonly folder: string;
  readonly isAdded: boolean;
  /** Of a copy: sentences about files that it leaves out. */
  readonly leftOut?: readonly string[] | undefined;
}

/** `scan`: every second. */
export type WatchMode = 'events' | 'scan' | 'off';

/** The worker's `workerData`. To stop it, terminate it. */
export interface FollowOptions {
  /** Upper first; at least one. */
  readonly layers: readonly LayerFolder[];
  readonly watch: WatchMode;
  /** Between scans for missed events; 0 for none. */
  readonly scanIntervalMs: number;
  /** The list's head is index.json's own. */
  readonly isReplica: boolean;
  /** Of the snapshot that is served already, for a worker that is started again: the next version is greater. */
  readonly head?: ListHead | undefined;
}

/** Scan at once, these layers from now on. Answered by `done`, in order, after the patches and checks of the changes. */
export interface ToRegistryWorker {
  readonly layers: readonly LayerFolder[];
}

export type FromRegistryWorker =
  | RegistryPatch
  | ScanState
  | { readonly type: 'done' }
  /** The words of a start were posted. */
  | { readonly type: 'indexed' };

/** After each scan, behind its patches. */
export interface ScanState {
  readonly type: 'scanned';
  readonly endedAt: Date;
  readonly watching: WatchMode;
  /** Why it is not what was asked for. */
  readonly why?: string | undefined;
  /** An unexpected error ended the scan; the next one goes on. */
  readonly failure?: string | undefined;
}
