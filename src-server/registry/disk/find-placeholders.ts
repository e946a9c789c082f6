import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import {
  type LeftPlaceholder,
  PLACEHOLDER_START,
  placeholdersIn,
  placeholdersInManifest,
} from '../../validation/placeholder.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { KnowledgeFile } from '../model/skill.ts';
import type { DiskReader } from './disk-reader.ts';
import { pathIn } from './paths.ts';

/** Per skill; a template has some 4,000. */
export const MAX_SEARCHED_BYTES = 16 * 1024 * 1024;
const MOST_NAMED = 100;
const START = Buffer.from(PLACEHOLDER_START);

interface PlaceholderRequest {
  readonly folder: string;
  readonly directory: string;
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  readonly manifestText: string | undefined;
  readonly known: readonly Diagnostic[];
  readonly onRead?: (path: string, bytes: Buffer) => void;
}

interface FoundPlaceholders {
  readonly placeholders: readonly Diagnostic[];
  readonly unread: readonly string[];
}

/**
 * Template placeholders, which make a skill a draft. Includes unlisted files, since clients can request any.
 */
export function findPlaceholders(
  reader: DiskReader,
  { folder, directory, files, manifestText, known, onRead }: PlaceholderRequest,
): FoundPlaceholders {
  const placeholders: Diagnostic[] = [];
  const unread: string[] = [];
  const fileOf = (path: string) => joinRelative(folder, path);
  const note = (path: string, found: Iterable<LeftPlaceholder>) => {
    for (const { message, ...place } of found) {
      // A single text may hold a million placeholders.
      if (placeholders.length >= MOST_NAMED) return;
      placeholders.push(diagnose('placeholder-left', message, { file: fileOf(path), ...place }));
    }
  };
  if (manifestText !== undefined) note(MANIFEST_FILE, placeholdersInManifest(manifestText));
  let left = MAX_SEARCHED_BYTES;
  for (const stamp of files.values()) {
    if (left <= 0 || placeholders.length >= MOST_NAMED) break;
    const { path, target } = stamp;
    const place = { path: target ?? pathIn(directory, path), inside: directory };
    const read = reader.read({ ...place, stamp, maxSize: Number.POSITIVE_INFINITY, length: left });
    if (read.ok) {
      left -= read.bytes.length;
      onRead?.(path, read.bytes);
      // Fast path: most texts hold none.
      if (read.bytes.includes(START))
        note(path, placeholdersIn(read.bytes.toString('utf8').replace(/^\uFEFF/, '')));
    } else if (read.cause === 'unreadable') {
      unread.push(path);
      placeholders.push(...known.filter(({ file }) => file === fileOf(path)));
    } // Otherwise the file changed; the next scan reads it.
  }
  return { placeholders: placeholders.slice(0, MOST_NAMED), unread };
}
