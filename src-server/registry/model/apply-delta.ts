import type { SkillKey } from '../../contract/api.ts';
import { compareText, type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { runToEnd } from '../../run-in-slices.ts';
import type { FolderDelta } from '../folder-delta.ts';
import { applyFolders } from './apply-folders.ts';
import { checkDeclared, makeEntries, readDeclared } from './apply-index-file.ts';
import { relate } from './apply-relations.ts';
import { applyUnreadable } from './apply-unreadable.ts';
import { applyWalk } from './apply-walk.ts';
import { isIsoTime, toDateTime } from './registry-index-file.ts';
import { revisionSteps } from './registry-revision.ts';
import {
  emptySnapshot,
  findingsOf,
  type IndexHead,
  type RegistryContents,
  type RegistrySnapshot,
} from './registry-snapshot.ts';
import { SnapshotDraft } from './snapshot-draft.ts';

export interface AppliedDelta {
  readonly snapshot: RegistrySnapshot;
  /** Keys that are new, or whose skill or list entry is another object; in no order. */
  readonly changed: readonly SkillKey[];
  /** Keys that are no more; in no order. */
  readonly removed: readonly SkillKey[];
}

/**
 * The snapshot after a delta, at the cost of what changed. Pure. The first snapshot of a registry is that of everything
 * applied to `emptySnapshot`; in which deltas it came makes no difference, but for generation, version and times.
 *
 * There is one source: a registry with its root, index.json, unreadable places and version. Several in layers are several
 * of these, each with a follower and deltas of its own, so that nothing here need know of the others. What they come to
 * is made of their `AppliedDelta`s between `LiveRegistry` and `onSnapshot`: of a key that changed or went in one layer,
 * the uppermost layer that has it is served, and that key has changed or gone for everybody after. Three things then
 * ask about all layers instead of one: which skills a dependency may mean (`relate`), the registry that a diagnostic's
 * `file` lies in, and the list's head. A skill says itself where it is (`directory`), so texts are read as they are now.
 *
 * @param now when the change was picked up
 * @param loadMs milliseconds that reading it took
 */
export function applyDelta(
  snapshot: RegistrySnapshot,
  delta: FolderDelta,
  now: Date,
  loadMs = 0,
): AppliedDelta {
  return runToEnd(applySteps(snapshot, delta, now, loadMs));
}

/** The snapshot of what was read from disk at once. */
export function snapshotOf(
  { location, folders, indexFile, walkDiagnostics, unreadable }: RegistryContents,
  now: Date,
  loadMs = 0,
): RegistrySnapshot {
  const delta = { upserted: [...folders.values()], removed: [], indexFile, walkDiagnostics, unreadable };
  return applyDelta(emptySnapshot(location), delta, now, loadMs).snapshot;
}

/** What `applyDelta` does, in steps of well under a millisecond, to be run in slices. */
export function* applySteps(
  before: RegistrySnapshot,
  delta: FolderDelta,
  now: Date,
  loadMs = 0,
): Generator<void, AppliedDelta> {
  const draft = new SnapshotDraft(before, delta.indexFile ?? before.indexFile);
  yield* applyFolders(draft, delta);
  yield* applyWalk(draft, delta.walkDiagnostics);
  yield* readDeclared(draft);
  yield* checkDeclared(draft, delta.isPart);
  yield* makeEntries(draft);
  yield* relate(draft);
  yield* applyUnreadable(draft, delta.unreadable);
  const { changed, removed, fileCount } = yield* compareKeys(draft);
  const general = [...draft.walkDiagnostics, ...draft.indexFile.diagnostics, ...emptiness(draft)];
  draft.recount(before.state.general, general);
  const skills = draft.skills.finish();
  const snapshot: RegistrySnapshot = {
    location: before.location,
    generation: before.generation + (delta.isPart ? 0 : 1),
    skills,
    drafts: draft.drafts.finish(),
    entries: draft.entries.finish(),
    index: before.index,
    counts: draft.counts,
    indexFile: draft.indexFile,
    fileCount,
    indexedAt: now,
    loadMs,
    state: draft.finish({ general, lastRun: delta.isPart ? before.state.lastRun : undefined }),
  };
  if (delta.isPart) return { snapshot, changed, removed };
  const index =
    before.generation === 0 ? yield* firstHead(before, snapshot) : nextHead(before, delta, snapshot);
  return { snapshot: { ...snapshot, index }, changed, removed };
}

/** Skills that can't be served are some, and what can't be read may hold some. */
function emptiness({ folders, withoutManifest, unreadable }: SnapshotDraft): readonly Diagnostic[] {
  const isUnknown = [...unreadable.keys()].some((path) => path !== 'index.json');
  if (folders.size + withoutManifest.size > 0 || isUnknown) return [];
  return [diagnose('registry-empty', 'The registry holds no skill.')];
}

/** What the delta came to, key by key. */
function* compareKeys(
  draft: SnapshotDraft,
): Generator<void, { changed: SkillKey[]; removed: SkillKey[]; fileCount: number }> {
  const [changed, removed]: [SkillKey[], SkillKey[]] = [[], []];
  let { fileCount } = draft.before;
  const reached = new Set(draft.touchedKeys);
  for (const keys of [draft.unmatched, draft.unrelated]) {
    for (const key of keys) {
      reached.add(key);
      yield;
    }
  }
  for (const key of reached) {
    const [before, now] = [draft.before.state.keys.get(key), draft.keys.get(key)];
    if (before === now) continue;
    draft.recount(before && findingsOf(before), now && findingsOf(now));
    fileCount += (now?.skill.files.size ?? 0) - (before?.skill.files.size ?? 0);
    if (now === undefined) removed.push(key);
    else if (before?.skill !== now.skill || before.entry !== now.entry) changed.push(key);
    yield;
  }
  return { changed, removed, fileCount };
}

/** index.json's version and time, or what an earlier run went on to: the same for the same, and never back. */
function* firstHead(
  { state: { lastRun } }: RegistrySnapshot,
  { indexFile, indexedAt, skills }: RegistrySnapshot,
): Generator<void, IndexHead> {
  const declared = indexFile.index;
  if (lastRun === undefined) {
    const updatedAt = declared?.updatedAt ?? (yield* newestTime(skills)) ?? indexedAt.toISOString();
    return head(indexFile, nextVersion(undefined, declared?.version), updatedAt);
  }
  if (lastRun.revision === (yield* revisionSteps({ skills, indexFile })))
    return head(indexFile, lastRun.version, lastRun.updatedAt);
  const isLater =
    declared?.updatedAt !== undefined && later(lastRun.updatedAt, declared.updatedAt) === declared.updatedAt;
  const updatedAt = isLater ? declared.updatedAt : later(lastRun.updatedAt, indexedAt.toISOString());
  return head(indexFile, nextVersion(lastRun.version, declared?.version), updatedAt ?? lastRun.updatedAt);
}

/** What can't be read at present doesn't make the list another one. */
function nextHead(
  { index }: RegistrySnapshot,
  { upserted, removed, indexFile: isRead, walkDiagnostics }: FolderDelta,
  { indexFile, indexedAt }: RegistrySnapshot,
): IndexHead {
  const isChanged =
    upserted.length > 0 || removed.length > 0 || isRead !== undefined || walkDiagnostics !== undefined;
  if (!isChanged) return index;
  const version = nextVersion(index.version, indexFile.index?.version);
  return head(indexFile, version, later(index.updated_at, indexedAt.toISOString()));
}

function head({ index }: RegistrySnapshot['indexFile'], version: number, updatedAt: string): IndexHead {
  return { ...index?.unknownFields, schema: 'skills/v1', version, updated_at: updatedAt };
}

/** The version of the list: index.json's at first, 1 without one, then one more with every change. */
export function nextVersion(previous: number | undefined, declared: number | undefined): number {
  return previous === undefined ? (declared ?? 1) : Math.max(previous + 1, declared ?? 1);
}

function later(a: string, b: string): string {
  return Date.parse(b) > Date.parse(a) ? b : a;
}

function* newestTime(skills: RegistrySnapshot['skills']): Generator<void, string | undefined> {
  let newest: string | undefined;
  for (const { manifest } of skills.values()) {
    const time = manifest['updated_at'];
    if (
      isIsoTime(time) &&
      (newest === undefined || (Date.parse(time) - Date.parse(newest) || compareText(time, newest)) > 0)
    )
      newest = time;
    yield;
  }
  return newest === undefined ? undefined : toDateTime(newest);
}
