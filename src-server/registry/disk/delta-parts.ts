import type { FolderDelta } from '../folder-delta.ts';

/** Folders, entries and names in one part. */
const PART_SIZE = 500;

export interface DeltaPart {
  readonly delta: FolderDelta;
  /** The last part of a delta. */
  readonly isComplete: boolean;
}

/** A delta in parts that are small enough to be passed between threads one by one. */
export function* splitDelta(delta: FolderDelta): Generator<DeltaPart> {
  const { upserted, removed, indexFile, ...rest } = delta;
  const entries = indexFile?.index?.entries ?? [];
  const longest = Math.max(upserted.length, removed.length, entries.length);
  for (let from = 0; from === 0 || from < longest; from += PART_SIZE) {
    const to = from + PART_SIZE;
    const isComplete = to >= longest;
    yield {
      isComplete,
      delta: {
        upserted: upserted.slice(from, to),
        removed: removed.slice(from, to),
        ...(indexFile === undefined ? {} : { indexFile: partOf(indexFile, from, to) }),
        ...(isComplete ? rest : {}),
      },
    };
  }
}

type IndexFile = NonNullable<FolderDelta['indexFile']>;

/** Without the text, which only those who write index.json need. */
function partOf({ index, text, diagnostics }: IndexFile, from: number, to: number): IndexFile {
  const part = index === undefined ? undefined : { ...index, entries: index.entries.slice(from, to) };
  return { index: part, text: text === undefined ? undefined : '', diagnostics };
}

/** Puts parts together again, in their order. */
export function joinDelta(parts: readonly FolderDelta[]): FolderDelta {
  const last = parts.at(-1) ?? { upserted: [], removed: [] };
  const index = last.indexFile?.index;
  const entries = parts.flatMap(({ indexFile }) => indexFile?.index?.entries ?? []);
  return {
    ...last,
    upserted: parts.flatMap(({ upserted }) => upserted),
    removed: parts.flatMap(({ removed }) => removed),
    ...(last.indexFile === undefined || index === undefined
      ? {}
      : { indexFile: { ...last.indexFile, index: { ...index, entries } } }),
  };
}
