import type { JsonObject } from '../../contract/api/json-object.ts';
import { compareText } from '../../contract/words/compare-text.ts';
import { isoTime } from '../../contract/words/iso-time.ts';
import type { ListHead } from '../registry-patch.ts';
import { isIsoTime, type ParsedIndexFile, toDateTime } from './registry-index-file.ts';

/** Of index.json, else 1 and the time of the newest skill. */
export function firstHead(indexFile: ParsedIndexFile, manifests: readonly JsonObject[], now: Date): ListHead {
  const declared = indexFile.index;
  const updatedAt = declared?.updatedAt ?? newestTime(manifests) ?? now.toISOString();
  return head(indexFile, declared?.version ?? 1, updatedAt);
}

/** After a picked-up change: incremented, at least to index.json's. */
export function nextHead(before: ListHead, indexFile: ParsedIndexFile, now: Date): ListHead {
  const version = Math.max(before.version + 1, indexFile.index?.version ?? 1);
  return head(indexFile, version, later(before.updated_at, now.toISOString()));
}

function head({ index }: ParsedIndexFile, version: number, updatedAt: string): ListHead {
  return { ...index?.unknownFields, schema: 'skills/v1', version, updated_at: updatedAt };
}

export function later(a: string, b: string): string {
  return Date.parse(b) > Date.parse(a) ? b : a;
}

function newestTime(manifests: readonly JsonObject[]): string | undefined {
  const times = manifests.map((manifest) => manifest['updated_at']).filter(isIsoTime);
  const [newest] = times.sort((a, b) => (isoTime(b) ?? 0) - (isoTime(a) ?? 0) || compareText(b, a));
  return newest === undefined ? undefined : toDateTime(newest);
}
