import type { FolderDelta } from '../folder-delta.ts';
import type { KnowledgeFile, SkillFolder } from '../model/skill.ts';
import type { DeltaPart } from './delta-parts.ts';
import type { IndexFileUnpacker, PackedIndexFile } from './pack-index-file.ts';
import { type ReadFolder, toSkillFolder, type UnusedManifest } from './read-folder.ts';

/**
 * Folders as they pass between threads: three values instead of some fifty objects for each folder, which take several
 * times as long to copy.
 */
export interface PackedFolders {
  /** JSON: all but what follows. */
  readonly heads: string;
  /** Times in milliseconds: two of each file. */
  readonly times: Float64Array;
  /** Each skill.json, one after the other. */
  readonly manifests: Uint8Array;
}

interface PackedFolder extends Omit<ReadFolder, 'manifest' | 'files'> {
  /** Bytes of skill.json, or why it isn't used. */
  readonly manifest: number | UnusedManifest;
  readonly files: readonly PackedFile[];
}

type PackedFile = readonly [path: string, size: number, ino: number, target?: string];

/** A part of a delta as it passes between threads. */
export interface PackedDelta extends Omit<FolderDelta, 'upserted' | 'indexFile'> {
  readonly folders: PackedFolders;
  readonly indexFile?: PackedIndexFile;
}

/** Undone by `unpackDelta`. */
export function packDelta({ upserted, ...rest }: DeltaPart<ReadFolder>['delta']): PackedDelta {
  return { ...rest, folders: packFolders(upserted) };
}

/** The part that was packed, with what its folders hold, and with index.json where this is the last part of it. */
export function unpackDelta(
  { folders, indexFile, ...rest }: PackedDelta,
  unpacker: IndexFileUnpacker,
): FolderDelta {
  const whole = indexFile && unpacker.unpack(indexFile);
  return {
    ...rest,
    upserted: unpackFolders(folders),
    ...(whole === undefined ? {} : { indexFile: whole }),
  };
}

function packFolders(folders: readonly ReadFolder[]): PackedFolders {
  const times: number[] = [];
  const manifests: Uint8Array[] = [];
  const heads = folders.map(({ manifest, files, ...rest }): PackedFolder => {
    const isRead = manifest instanceof Uint8Array;
    if (isRead) manifests.push(manifest);
    const packed = Array.from(files.values(), ({ path, size, ino, target, mtimeMs, ctimeMs }): PackedFile => {
      times.push(mtimeMs, ctimeMs);
      return target === undefined ? [path, size, ino] : [path, size, ino, target];
    });
    return { ...rest, manifest: isRead ? manifest.length : manifest, files: packed };
  });
  // A copy of its own, since only a whole piece of memory passes between threads.
  const bytes = new Uint8Array(manifests.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const manifest of manifests) {
    bytes.set(manifest, end);
    end += manifest.length;
  }
  return { heads: JSON.stringify(heads), times: Float64Array.from(times), manifests: bytes };
}

function unpackFolders({ heads, times, manifests }: PackedFolders): readonly SkillFolder[] {
  const nextTime = nextOf(times);
  let end = 0;
  return (JSON.parse(heads) as readonly PackedFolder[]).map((head) => {
    const { manifest, quick } = head;
    const begin = end;
    if (typeof manifest === 'number') end += manifest;
    // One by one: the engine takes several times as long to spread them.
    return toSkillFolder({
      folder: head.folder,
      directory: head.directory,
      manifest: typeof manifest === 'number' ? manifests.subarray(begin, end) : manifest,
      manifestBytes: head.manifestBytes,
      manifestMtimeMs: head.manifestMtimeMs,
      files: unpackFiles(head.files, nextTime),
      otherMarkdown: head.otherMarkdown,
      overviewSummary: head.overviewSummary,
      diagnostics: head.diagnostics,
      unwritten: head.unwritten,
      ...(quick && { quick }),
      fingerprint: head.fingerprint,
    });
  });
}

function unpackFiles(
  packed: readonly PackedFile[],
  nextTime: () => number,
): ReadonlyMap<string, KnowledgeFile> {
  const files = new Map<string, KnowledgeFile>();
  for (const [path, size, ino, target] of packed) {
    const mtimeMs = nextTime();
    const ctimeMs = nextTime();
    const file = { path, size, mtimeMs, ctimeMs, ino };
    files.set(path, target === undefined ? file : { ...file, target });
  }
  return files;
}

function nextOf(numbers: Float64Array): () => number {
  let place = 0;
  return () => numbers[place++] ?? 0;
}
