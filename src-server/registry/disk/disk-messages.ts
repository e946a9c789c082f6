import type { SkillKey } from '../../contract/api/api.ts';
import type { TermBatch } from '../../search/index/skill-terms.ts';
import type { SnapshotUpdate } from '../model/snapshot-update.ts';
import type { FileReading, ReadRequest } from './disk-reader.ts';
import type { LocateResult } from './locate-registry.ts';
import type { RootState } from './root-watch.ts';
import type { SnapshotOptions, SnapshotSeed } from './snapshot-follower.ts';

export type ToDiskThread =
  | { readonly type: 'locate'; readonly id: number; readonly picked: string }
  | { readonly type: 'read'; readonly id: number; readonly requests: readonly ReadRequest[] }
  | {
      readonly type: 'follow';
      readonly id: number;
      readonly options: SnapshotOptions;
      readonly seed?: SnapshotSeed | undefined;
    }
  | { readonly type: 'watch'; readonly id: number }
  | { readonly type: 'scan'; readonly id: number; readonly path: string }
  | { readonly type: 'check' | 'caught-up'; readonly id: number }
  | { readonly type: 'index'; readonly id: number; readonly keys: readonly SkillKey[] };

export type FromDiskThread =
  | { readonly type: 'located'; readonly id: number; readonly result: LocateResult }
  | { readonly type: 'read'; readonly id: number; readonly readings: readonly FileReading[] }
  | { readonly type: 'indexed'; readonly id: number; readonly indexed: readonly TermBatch[] }
  /** The first update was published. */
  | { readonly type: 'done'; readonly id: number }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  | { readonly type: 'update'; readonly update: SnapshotUpdate }
  | { readonly type: 'root'; readonly state: RootState }
  | { readonly type: 'watching'; readonly watching: 'events' | 'scan' | 'off'; readonly why?: string };
