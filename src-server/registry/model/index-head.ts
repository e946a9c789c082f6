import { compareText } from '../../contract/words/compare-text.ts';
import { isoTime } from '../../contract/words/iso-time.ts';
import type { FolderDelta } from './folder-delta.ts';
import { isIsoTime, type ParsedIndexFile, toDateTime } from './registry-index-file.ts';
import type { IndexHead, RegistrySnapshot } from './registry-snapshot.ts';

/** Of index.json, else 1 and the time of the newest skill. */
export function firstHead({ contents, indexedAt, skills }: RegistrySnapshot): IndexHead {
  const declared = contents.indexFile.index;
  const updatedAt = declared?.updatedAt ?? newestTime(skills) ?? indexedAt.toISOString();
  return head(contents.indexFile, nextVersion(undefined, declared?.version), updatedAt);
}

/** Ignores unreadable paths. */
export function nextHead(
  { index }: RegistrySnapshot,
  { upserted, removed, indexFile: isRead, walkDiagnostics }: FolderDelta,
  { contents, indexedAt }: RegistrySnapshot,
): IndexHead {
  const { indexFile } = contents;
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
  const [newest] = times.sort((a, b) => (isoTime(b) ?? 0) - (isoTime(a) ?? 0) || compareText(b, a));
  return newest === undefined ? undefined : toDateTime(newest);
}
