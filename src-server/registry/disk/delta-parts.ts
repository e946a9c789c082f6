import type { FolderDelta } from '../folder-delta.ts';
import type { SkillFolder } from '../model/skill.ts';

/** Folders, entries and names in one part, */
const PART_SIZE = 100;
/** and about as many bytes of skill.json. */
const PART_BYTES = 512 * 1024;
/** Entries in one part of the first delta: nobody is served yet, and folders wait for them. */
const FIRST_ENTRIES = 2_000;

export interface DeltaPart<Folder> {
  readonly delta: FolderDelta<Folder>;
  /** The last part of a delta. */
  readonly isComplete: boolean;
}

/** A folder, read or understood. */
type Sized = Pick<SkillFolder, 'manifestBytes'>;
type IndexFile = NonNullable<FolderDelta['indexFile']>;

/** A delta in parts that are small enough to be passed between threads one by one. What isn't a list is in the last. */
export function* splitDelta<Folder extends Sized>({
  upserted,
  removed,
  indexFile,
  ...rest
}: FolderDelta<Folder>): Generator<DeltaPart<Folder>> {
  const entries = indexFile?.index?.entries ?? [];
  const step = rest.isPart ? FIRST_ENTRIES : PART_SIZE;
  let [folder, other] = [0, 0];
  for (;;) {
    const nextFolder = endOfPart(upserted, folder);
    const nextOther = other + step;
    const isComplete = nextFolder >= upserted.length && nextOther >= Math.max(removed.length, entries.length);
    yield {
      isComplete,
      delta: {
        upserted: upserted.slice(folder, nextFolder),
        removed: removed.slice(other, nextOther),
        ...(indexFile === undefined ? {} : { indexFile: partOf(indexFile, other, nextOther, isComplete) }),
        ...(isComplete ? rest : {}),
      },
    };
    if (isComplete) return;
    [folder, other] = [nextFolder, nextOther];
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

/** Without the text, which only those who write index.json need. */
function partOf(
  { index, text, diagnostics }: IndexFile,
  from: number,
  to: number,
  isLast: boolean,
): IndexFile {
  const entries = index?.entries.slice(from, to) ?? [];
  if (isLast)
    return {
      index: index === undefined ? undefined : { ...index, entries },
      text: text === undefined ? undefined : '',
      diagnostics,
    };
  return { index: { entries, unknownFields: {} }, text: undefined, diagnostics: [] };
}

/** Puts parts together again, in their order. */
export function joinDelta(parts: readonly FolderDelta[]): FolderDelta {
  const last = parts.at(-1) ?? { upserted: [], removed: [] };
  // The last part that has something of index.json says all of it but the entries.
  const indexFile = parts.findLast((part) => part.indexFile !== undefined)?.indexFile;
  const index = indexFile?.index;
  const entries = parts.flatMap((part) => part.indexFile?.index?.entries ?? []);
  return {
    ...last,
    upserted: parts.flatMap(({ upserted }) => upserted),
    removed: parts.flatMap(({ removed }) => removed),
    ...(indexFile === undefined
      ? {}
      : { indexFile: index === undefined ? indexFile : { ...indexFile, index: { ...index, entries } } }),
  };
}
