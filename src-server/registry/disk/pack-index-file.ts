import type { JsonObject } from '../model/json-object.ts';
import { entryRevision } from '../model/newer-manifest.ts';
import { isBroken, type ParsedIndexFile, type RegistryIndexFile } from '../model/registry-index-file.ts';
import { isSameJson } from '../model/same-json.ts';

/** Entries in one part, */
const PART_SIZE = 5_000;
/** and about as many characters of those that are new. */
const PART_LENGTH = 256 * 1024;
/** In `places`: an entry that wasn't told before. */
const NEW = -1;

type Entry = RegistryIndexFile['entries'][number];

/** A part of index.json as it passes between threads: of an entry that was told before, only where it stands now. */
export interface PackedIndexFile {
  /** Two numbers for each entry: its position in the file, and its place among the entries that were told last, or `NEW`. */
  readonly places: Int32Array;
  /** What those that are new say, in order. */
  readonly fields: readonly JsonObject[];
  /** With the last part: all but the entries, and the text. */
  readonly rest?: Omit<ParsedIndexFile, 'text' | 'index'> & { readonly index: IndexHead | undefined };
}

type IndexHead = Omit<RegistryIndexFile, 'entries'>;

/**
 * Packs each index.json as what differs from the one before: where one of 50,000 entries was edited, the thread that
 * serves gets one, and no 50,000 objects to collect. Undone by one `IndexFileUnpacker`, which gets all parts in order.
 */
export class IndexFilePacker {
  /** Revisions of the entries that were told last. */
  #told: readonly string[] = [];

  pack({ index, text: _text, ...rest }: ParsedIndexFile): readonly PackedIndexFile[] {
    const before = new Map(this.#told.map((revision, place) => [revision, place]));
    const revisions: string[] = [];
    const parts: PackedIndexFile[] = [];
    let part = newPart();
    for (const [place, { fields, position }] of (index?.entries ?? []).entries()) {
      const json = JSON.stringify(fields);
      const revision = entryRevision(fields, json);
      const known = this.#told[place] === revision ? place : before.get(revision);
      part.places.push(position, known ?? NEW);
      if (known === undefined) {
        part.fields.push(fields);
        part.length += json.length;
      }
      if (part.length >= PART_LENGTH || part.places.length >= 2 * PART_SIZE) {
        parts.push(toPacked(part));
        part = newPart();
      }
      revisions.push(revision);
    }
    if (!isBroken({ ...rest, index })) this.#told = revisions;
    return [...parts, { ...toPacked(part), rest: { ...rest, index: index && withoutEntries(index) } }];
  }
}

/** Puts together what an `IndexFilePacker` packed, of the same objects as before where entries are as before. */
export class IndexFileUnpacker {
  #told: readonly Entry[] = [];
  #entries: Entry[] = [];

  /** @returns the whole index.json with its last part */
  unpack({ places, fields, rest }: PackedIndexFile): ParsedIndexFile | undefined {
    let next = 0;
    for (let at = 0; at < places.length; at += 2) {
      const [position, place] = [places[at] as number, places[at + 1] as number];
      // A new thread tells as new what the one before it told, too.
      const known = this.#told[place === NEW ? this.#entries.length : place] as Entry;
      this.#entries.push(
        place === NEW ? toEntry(fields[next++] as JsonObject, position, known) : entryAt(position, known),
      );
    }
    if (rest === undefined) return undefined;
    const [{ index, ...told }, entries] = [rest, this.#entries];
    this.#entries = [];
    if (!isBroken({ ...told, index })) this.#told = entries;
    return { ...told, index: index && { ...index, entries } };
  }

  /** From now on another packer packs: the next part is the first one of a whole index.json. */
  startAgain(): void {
    this.#entries = [];
  }
}

function toEntry(fields: JsonObject, position: number, known: Entry | undefined): Entry {
  if (known !== undefined && isSameJson(known.fields, fields)) return entryAt(position, known);
  return { key: fields['key'] as string, fields, position };
}

function entryAt(position: number, entry: Entry): Entry {
  return entry.position === position ? entry : { ...entry, position };
}

interface PartDraft {
  readonly places: number[];
  readonly fields: JsonObject[];
  /** Of `fields` as JSON. */
  length: number;
}

function newPart(): PartDraft {
  return { places: [], fields: [], length: 0 };
}

function toPacked({ places, fields }: PartDraft): PackedIndexFile {
  return { places: Int32Array.from(places), fields };
}

function withoutEntries({ entries: _entries, ...head }: RegistryIndexFile): IndexHead {
  return head;
}
