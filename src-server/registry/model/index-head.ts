import { compareText } from '../../contract/diagnostics/diagnostic.ts';
import type { FolderDelta } from './folder-delta.ts';
import { isIsoTime, type ParsedIndexFile, toDateTime } from './registry-index-file.ts';
import { registryRevision } from './registry-revision.ts';
import type { IndexHead, RegistrySnapshot, ServedVersion } from './registry-snapshot.ts';

/** Index.json's or an earlier run's: unchanged for an unchanged registry, never decreasing. */
export function firstHead(
  lastRun: ServedVersion | undefined,
  { contents: { indexFile }, indexedAt, skills }: RegistrySnapshot,
): IndexHead {
  const declared = indexFile.index;
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
  { upserted, removed, indexFile: isRead, walkDiagnostics }: FolderDelta,
  { contents: { indexFile }, indexedAt }: RegistrySnapshot,
): IndexHead {
  const isChanged =
    upserted.length > 0 || removed.length > 0 || isRead !== undefined || walkDiagnostics !== undefined;
  if (!isChanged) return index;
  const version = nextVersion(index.version, indexFile.index?.version);
  return head(indexFile, version, later(index.updated_at, indexedAt.toISOString()));
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
