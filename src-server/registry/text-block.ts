/** Texts of skills in memory: packed for both threads, and decoded when somebody reads them. */
import { LIMITS } from '../contract/limits.ts';

/** The texts of a skill as threads share them. */
export interface SharedTexts {
  readonly paths: readonly string[];
  /** All texts in UTF-8, one behind the other, in the order of `paths`. */
  readonly bytes: Uint8Array;
  /** The end of each text in the block, by path. */
  readonly ends: Uint32Array;
  /** 1 for each text that is all ASCII, by path. */
  readonly isPlain: Uint8Array;
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly isPlain: boolean;
}

const BYTES_PER_UNIT = 2;

/** Texts that were decoded lately, up to `LIMITS.decodedBytes`: the least recently used go first. */
export class DecodedTexts {
  readonly #texts = new Map<Place, string>();
  #bytes = 0;

  get(place: Place): string | undefined {
    const text = this.#texts.get(place);
    if (text === undefined) return undefined;
    this.#texts.delete(place);
    this.#texts.set(place, text);
    return text;
  }

  /** @param place of a text that is not among them */
  add(place: Place, text: string): void {
    this.#texts.set(place, text);
    this.#bytes += sizeOf(place, text);
    for (const [oldest, old] of this.#texts) {
      if (this.#bytes <= LIMITS.decodedBytes) return;
      this.#texts.delete(oldest);
      this.#bytes -= sizeOf(oldest, old);
    }
  }
}

function sizeOf({ isPlain }: Place, { length }: string): number {
  return isPlain ? length : BYTES_PER_UNIT * length;
}

/**
 * The texts of a skill by path, as one block of UTF-8 in memory that both threads see: a string takes two bytes for
 * each character as soon as one "—" occurs in it. A text is decoded when it is asked for. Immutable.
 */
export class TextBlock implements ReadonlyMap<string, string> {
  readonly shared: SharedTexts;
  readonly #places = new Map<string, Place>();
  readonly #bytes: Buffer;
  readonly #decoded: DecodedTexts | undefined;

  /** @param decoded where decoded texts are kept for a while; without it, each call decodes anew */
  constructor(shared: SharedTexts, decoded?: DecodedTexts) {
    const { paths, bytes, ends, isPlain } = shared;
    this.shared = shared;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#decoded = decoded;
    for (const [at, path] of paths.entries())
      this.#places.set(path, { start: ends[at - 1] ?? 0, end: ends[at] ?? 0, isPlain: isPlain[at] === 1 });
  }

  /** Packs texts that are not packed yet. */
  static of(texts: ReadonlyMap<string, string>): TextBlock {
    return texts instanceof TextBlock ? texts : new TextBlock(packTexts(texts));
  }

  get size(): number {
    return this.#places.size;
  }

  has(path: string): boolean {
    return this.#places.has(path);
  }

  get(path: string): string | undefined {
    const place = this.#places.get(path);
    if (place === undefined) return undefined;
    const known = this.#decoded?.get(place);
    if (known !== undefined) return known;
    const text = this.#bytes.toString(place.isPlain ? 'latin1' : 'utf8', place.start, place.end);
    this.#decoded?.add(place, text);
    return text;
  }

  /** The text in UTF-8, as a part of the block. */
  bytesOf(path: string): Buffer | undefined {
    const place = this.#places.get(path);
    return place && this.#bytes.subarray(place.start, place.end);
  }

  keys(): MapIterator<string> {
    return this.#places.keys();
  }

  *values(): MapIterator<string> {
    for (const path of this.keys()) yield this.get(path) as string;
  }

  *entries(): MapIterator<[string, string]> {
    for (const path of this.keys()) yield [path, this.get(path) as string];
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }

  forEach(visit: (text: string, path: string, texts: ReadonlyMap<string, string>) => void): void {
    for (const [path, text] of this) visit(text, path, this);
  }
}

/** Makes an object that reads a text when somebody asks for it: an answer that is kept doesn't keep its texts. */
export function readingTexts(
  texts: ReadonlyMap<string, string>,
  paths: readonly string[],
): Readonly<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const path of paths) {
    const get = () => texts.get(path) ?? '';
    Object.defineProperty(contents, path, { get, enumerable: true, configurable: true });
  }
  return contents;
}

function packTexts(texts: ReadonlyMap<string, string>): SharedTexts {
  const lengths = Array.from(texts.values(), (text) => Buffer.byteLength(text));
  const size = lengths.reduce((sum, length) => sum + length, 0);
  const bytes = Buffer.from(new SharedArrayBuffer(size));
  const ends = new Uint32Array(texts.size);
  const isPlain = new Uint8Array(texts.size);
  let end = 0;
  for (const [at, text] of [...texts.values()].entries()) {
    end += bytes.write(text, end);
    ends[at] = end;
    if (lengths[at] === text.length) isPlain[at] = 1;
  }
  return { paths: [...texts.keys()], bytes: new Uint8Array(bytes.buffer, 0, size), ends, isPlain };
}
