import { isJsonObject } from '../../contract/api/json-object.ts';
import { isIsoTime } from '../model/registry-index-file.ts';
import type { ServedVersion } from '../model/registry-snapshot.ts';
import type { DiskReader } from './disk-reader.ts';
import { readCacheFile } from './read-cache-file.ts';

/** Usually 150, plus 80 per edited skill. */
export const MAX_VERSION_BYTES = 256 * 1_024;
const MAX_VERSION = 2 ** 52;

/** Undefined if missing, corrupt or implausible. */
export function readServedVersion(reader: DiskReader, file: string): ServedVersion | undefined {
  const bytes = readCacheFile(reader, file, MAX_VERSION_BYTES);
  try {
    const kept: unknown = bytes && JSON.parse(bytes.toString('utf8'));
    return isServedVersion(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isServedVersion(kept: unknown): kept is ServedVersion {
  if (!isJsonObject(kept)) return false;
  const { version, updatedAt, revision, commit = '', edited = {} } = kept;
  return (
    Number.isInteger(version) &&
    (version as number) >= 1 &&
    (version as number) <= MAX_VERSION &&
    isIsoTime(updatedAt) &&
    typeof revision === 'string' &&
    typeof commit === 'string' &&
    isJsonObject(edited) &&
    Object.values(edited).every((entry) => typeof entry === 'string')
  );
}
