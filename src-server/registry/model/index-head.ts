import { compareText } from '../../contract/words/compare-text.ts';
import type { FolderDelta } from './folder-delta.ts';
import { isIsoTime, type ParsedIndexFile, toDateTime } from './registry-index-file.ts';
import { registryRevision } from './registry-revision.ts';
import type { IndexHead, RegistryContents, RegistrySnapshot, ServedVersion } from './registry-snapshot.ts';

/**
 * The commit's, index.json's or an earlier run's: unchanged for an unchanged registry. The version never
 * decreases.
 */
export function firstHead(
  lastRun: ServedVersion | undefined,
  { contents, indexedAt, skills }: RegistrySnapshot,
): IndexHead {
  const { indexFile } = contents;
  const declared = indexFile.index;
  const settled = headOfCommit(contents);
  if (settled !== undefined && settled.version >= (lastRun?.version ?? 0)) return settled;
  if (lastRun === undefined) {
    const updatedAt = declared?.updatedAt ?? newestTime(skills) ?? indexedAt.toISOString();
    return head(indexFile, nextVersion(undefined, declared?.version), updatedAt);
  }
  if (lastRun.revision === registryRevision(skills, indexFile))
    return head(indexFile, lastRun.version, lastRun.updatedAt);
  const isLater =
    declared?.updatedAt !== undefined && later(lastRun.updatedAt, declared.updatedAt) === declared.updatedAt;
  const updatedAt = isLater ? declared.updatedAt : later(lastRun.updatedAt, indexedAt.toISOString());
  return head(indexFile, nextVersion(lastRun.version, declared?.version), updatedAt ?? lastRun.updatedAt);
}

/** Ignores unreadable paths. */
export function nextHead(
  { index }: RegistrySnapshot,
  { upserted, removed, indexFile: isRead, walkDiagnostics, commit }: FolderDelta,
  { contents, indexedAt }: RegistrySnapshot,
): IndexHead {
  const { indexFile } = contents;
  const settled = commit === undefined ? undefined : headOfCommit(contents);
  if (settled !== undefined && settled.version >= index.version) return settled;
  const isChanged =
    upserted.length > 0 ||
    removed.length > 0 ||
    isRead !== undefined ||
    walkDiagnostics !== undefined ||
    commit !== undefined;
  if (!isChanged) return index;
  const version = nextVersion(index.version, indexFile.index?.version);
  return head(indexFile, version, later(index.updated_at, indexedAt.toISOString()));
}

/**
 * Milliseconds, to leave room for the changes before the next commit, which count one each. Seconds would
 * run out during a checkout.
 */
function headOfCommit({ commit, indexFile }: RegistryContents): IndexHead | undefined {
  if (commit === undefined) return undefined;
  const version = Math.max(commit.timeMs, indexFile.index?.version ?? 1, 1);
  return head(indexFile, version, new Date(commit.timeMs).toISOString());
}

function head({ index }: ParsedIndexFile, version: number, updatedAt: string): IndexHead {
  return { ...index?.unknownFields, schema: 'skills/v1', version, updated_at: updatedAt };
}

/** First index.json's or 1; then incremented, at least to index.json's. */
export function nextVersion(previous: number | undefined, declared: number | undefined): number {
  return previous === undefined ? (declared ?? 1) : Math.max(previous + 1, declared ?? 1);
}

export function later(a: string, b: string): string {
  return Date.parse(b) > Date.parse(a) ? b : a;
}

function newestTime(skills: RegistrySnapshot['skills']): string | undefined {
  const times = Array.from(skills.values(), ({ manifest }) => manifest['updated_at']).filter(isIsoTime);
  const [newest] = times.sort((a, b) => Date.parse(b) - Date.parse(a) || compareText(b, a));
  return newest === undefined ? undefined : toDateTime(newest);
}
