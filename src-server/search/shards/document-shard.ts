import type { SearchDocument } from '../search-document.ts';
import { DamagedShard, LARGEST_NUMBER, ShardReader, ShardWriter } from './shard-bytes.ts';
import { MOST_SECTIONS, readAscending, readSections, writeAscending } from './term-shard.ts';

export interface ShardDocument {
  readonly key: string;
  readonly name: string;
  readonly language: string;
  readonly packages: readonly string[];
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** As in a segment: by file, then of the symptoms. */
  readonly sectionCounts: readonly number[];
}

/** Consecutive documents. */
export function writeDocumentShard(documents: readonly ShardDocument[]): Uint8Array {
  const writer = new ShardWriter();
  writer.list(documents, ({ key, name, language, packages, files, sectionCounts }) => {
    for (const text of [key, name, language]) writer.text(text);
    writer.texts(packages);
    writer.texts(files.map(({ path }) => path));
    writer.numbers(files.map(({ size }) => Math.min(size, LARGEST_NUMBER)));
    writer.number(sectionCounts.length);
    writer.numbers(sectionCounts);
  });
  return writer.finish();
}

export function readDocumentShard(bytes: Uint8Array): ShardDocument[] {
  const reader = new ShardReader(bytes);
  return reader.list(() => {
    const [key, name, language] = [reader.text(), reader.text(), reader.text()];
    const [packages, paths] = [reader.texts(), reader.texts()];
    const sizes = reader.numbers(paths.length);
    const files = paths.map((path, i) => ({ path, size: sizes[i] as number }));
    const sectionCounts = [...reader.numbers(reader.count())];
    const sum = sectionCounts.reduce((part, count) => part + count, 0);
    if (sectionCounts.length < files.length || sum > MOST_SECTIONS) throw new DamagedShard();
    return { key, name, language, packages, files, sectionCounts };
  });
}

/** With the fields that find reads of a result. */
export function toSearchDocument({
  key,
  name,
  language,
  packages,
  files,
}: Omit<ShardDocument, 'sectionCounts'>): SearchDocument {
  const none = { mtimeMs: 0, ctimeMs: 0, ino: 0 };
  return {
    key,
    name,
    language,
    packages,
    tags: [],
    summary: '',
    symptoms: [],
    trustScore: 0,
    directory: '',
    files: files.map((file) => ({ ...file, ...none })),
    revision: '',
  };
}

/** Sections of a document, by number of the common term. */
export type CommonSections = ReadonlyMap<number, Uint8Array>;

/** Consecutive documents. @param sections ascending by term, 0-terminated */
export function writeSectionShard(documents: readonly CommonSections[]): Uint8Array {
  const writer = new ShardWriter();
  writer.list(documents, (sections) => {
    writer.number(sections.size);
    writeAscending(writer, [...sections.keys()]);
    writer.numbers([...sections.values()].map(countNumbers));
    for (const bytes of sections.values()) writer.bytes(bytes.subarray(0, bytes.length - 1));
  });
  return writer.finish();
}

export function readSectionShard(bytes: Uint8Array, commonTerms: number): CommonSections[] {
  const reader = new ShardReader(bytes);
  return reader.list(() => {
    const terms = readAscending(reader, reader.count(), commonTerms);
    const counts = reader.numbers(terms.length);
    return new Map(
      Array.from(terms, (term, i) => [term, readSections(reader, [counts[i] as number])] as const),
    );
  });
}

/** Last bytes of packed numbers are below 128. */
function countNumbers(packed: Uint8Array): number {
  let count = 0;
  for (const byte of packed) if (byte !== 0 && byte < 128) count += 1;
  return count;
}
