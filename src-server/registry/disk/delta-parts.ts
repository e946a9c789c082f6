import type { FolderDelta } from '../folder-delta.ts';
import type { SkillFolder } from '../model/skill.ts';
import type { IndexFilePacker, PackedIndexFile } from './pack-index-file.ts';

/** Folders and names in one part, */
const PART_SIZE = 100;
/** and about as many bytes of skill.json. */
const PART_BYTES = 512 * 1024;

export interface DeltaPart<Folder> {
  readonly delta: Omit<FolderDelta<Folder>, 'indexFile'> & { readonly indexFile?: PackedIndexFile };
  /** The last part of a delta. */
  readonly isComplete: boolean;
}

/** A folder, read or understood. */
type Sized = Pick<SkillFolder, 'manifestBytes'>;

/** A delta in parts that are small enough to be passed between threads one by one. What isn't a list is in the last. */
export function* splitDelta<Folder extends Sized>(
  { upserted, removed, indexFile, ...rest }: FolderDelta<Folder>,
  packer: IndexFilePacker,
): Generator<DeltaPart<Folder>> {
  const indexParts = indexFile === undefined ? [] : packer.pack(indexFile);
  let [folder, name] = [0, 0];
  for (let part = 0; ; part += 1) {
    const nextFolder = endOfPart(upserted, folder);
    const nextName = name + PART_SIZE;
    const isComplete =
      nextFolder >= upserted.length && nextName >= removed.length && part >= indexParts.length - 1;
    const indexPart = indexParts[part];
    yield {
      isComplete,
      delta: {
        upserted: upserted.slice(folder, nextFolder),
        removed: removed.slice(name, nextName),
        ...(indexPart === undefined ? {} : { indexFile: indexPart }),
        ...(isComplete ? rest : {}),
      },
    };
    if (isComplete) return;
    [folder, name] = [nextFolder, nextName];
  }
}

function endOfPart(upserted: readonly Sized[], start: number): number {
  let bytes = 0;
  let end = start;
  for (; end < upserted.length && end - start < PART_SIZE; end += 1) {
    bytes += upserted[end]?.manifestBytes ?? 0;
    if (bytes > PART_BYTES && end > start) break;
  }
  return end;
}

/** Puts parts together again, in their order. index.json is whole in one of them. */
export function joinDelta(parts: readonly FolderDelta[]): FolderDelta {
  const last = parts.at(-1) ?? { upserted: [], removed: [] };
  const indexFile = parts.findLast((part) => part.indexFile !== undefined)?.indexFile;
  return {
    ...last,
    upserted: parts.flatMap(({ upserted }) => upserted),
    removed: parts.flatMap(({ removed }) => removed),
    ...(indexFile === undefined ? {} : { indexFile }),
  };
}
