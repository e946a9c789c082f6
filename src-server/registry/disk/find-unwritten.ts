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
import type { DiskDoor } from './disk-door.ts';
import { pathIn } from './path-in.ts';

/** Bytes of a skill's texts that are looked through; a template has some 4,000. */
export const MAX_SEARCHED_BYTES = 16 * 1024 * 1024;
/** More texts than this say nothing new. */
const MOST_NAMED = 100;
const START = Buffer.from(PLACEHOLDER_START);

export interface UnwrittenRequest {
  /** Relative to the registry. */
  readonly folder: string;
  /** The same, absolute, links resolved. */
  readonly directory: string;
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  /** skill.json; undefined where it isn't used. */
  readonly manifestText: string | undefined;
  /** What was still to be written when the folder was read before. */
  readonly known: readonly Diagnostic[];
  /** Called with each text that is read, from its beginning. */
  readonly onRead?: (path: string, bytes: Buffer) => void;
}

export interface UnwrittenTexts {
  /** One for each text, at most 100. */
  readonly unwritten: readonly Diagnostic[];
  /** Files that can't be read now: of them it is as it was. */
  readonly unread: readonly string[];
}

/**
 * Looks through a skill's texts for what a template marked as still to be written. Here, where its folder is read, since
 * it decides whether the skill is served: every knowledge file can be asked for, listed or not.
 */
export function findUnwritten(
  door: DiskDoor,
  { folder, directory, files, manifestText, known, onRead }: UnwrittenRequest,
): UnwrittenTexts {
  const unwritten: Diagnostic[] = [];
  const unread: string[] = [];
  const fileOf = (path: string) => joinRelative(folder, path);
  const note = (path: string, found: Iterable<LeftPlaceholder>) => {
    for (const { message, ...place } of found) {
      // A single text may hold a million of them.
      if (unwritten.length >= MOST_NAMED) return;
      unwritten.push(diagnose('placeholder-left', message, { file: fileOf(path), ...place }));
    }
  };
  if (manifestText !== undefined) note(MANIFEST_FILE, placeholdersInManifest(manifestText));
  let left = MAX_SEARCHED_BYTES;
  for (const stamp of files.values()) {
    if (left <= 0 || unwritten.length >= MOST_NAMED) break;
    const { path, target } = stamp;
    const place = { path: target ?? pathIn(directory, path), inside: directory };
    const read = door.read({ ...place, stamp, maxSize: Number.POSITIVE_INFINITY, length: left });
    if (read.ok) {
      left -= read.bytes.length;
      onRead?.(path, read.bytes);
      // Most hold none, which is quickly seen.
      if (read.bytes.includes(START))
        note(path, placeholdersIn(read.bytes.toString('utf8').replace(/^\uFEFF/, '')));
    } else if (read.cause === 'unreadable') {
      unread.push(path);
      unwritten.push(...known.filter(({ file }) => file === fileOf(path)));
    } // Else it is another one by now, and looked at again by itself.
  }
  return { unwritten: unwritten.slice(0, MOST_NAMED), unread };
}
