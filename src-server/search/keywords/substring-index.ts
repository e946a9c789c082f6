/** Codes of a character that buckets tell apart. */
const CODE_BITS = 5;
const CODES = 1 << CODE_BITS;
const BUCKETS = CODES ** 3;
/** Stands before, between and behind the words. No word has it. */
const BORDER = '\0';
/** Words or places between two turns for others. */
const STEP = 16_384;

/**
 * Where pieces of words stand: all words in one string, and for each three characters in a row the places that begin with
 * them (a positional trigram index). Costs four bytes for each character of the words and 128 KiB.
 */
export class SubstringIndex {
  readonly #text: string;
  /** By word: where it begins in the text; one more at the end. */
  readonly #starts: Uint32Array;
  /** By bucket: where its places begin; one more at the end. */
  readonly #bucketStarts: Uint32Array;
  readonly #places: Uint32Array;

  private constructor(text: string, starts: Uint32Array, bucketStarts: Uint32Array, places: Uint32Array) {
    this.#text = text;
    this.#starts = starts;
    this.#bucketStarts = bucketStarts;
    this.#places = places;
  }

  /**
   * Yields now and then.
   *
   * @param words not empty, each once, without U+0000; numbered in their order
   */
  static *build(words: readonly string[]): Generator<void, SubstringIndex> {
    const starts = new Uint32Array(words.length + 1);
    let text = BORDER;
    let end = text.length;
    for (let from = 0; from < words.length; from += STEP) {
      const part = words.slice(from, from + STEP);
      for (const [number, word] of part.entries()) {
        starts[from + number] = end;
        end += word.length + BORDER.length;
      }
      text += part.join(BORDER) + BORDER;
      yield;
    }
    starts[words.length] = end;
    const buckets = new Uint32Array(BUCKETS + 1);
    yield* forEachPlace(text, (bucket) => {
      buckets[bucket + 1] = (buckets[bucket + 1] as number) + 1;
    });
    for (let i = 1; i < buckets.length; i += 1) {
      buckets[i] = (buckets[i] as number) + (buckets[i - 1] as number);
    }
    const places = new Uint32Array(buckets[BUCKETS] as number);
    const next = buckets.slice();
    yield* forEachPlace(text, (bucket, place) => {
      places[next[bucket] as number] = place;
      next[bucket] = (next[bucket] as number) + 1;
    });
    return new SubstringIndex(text, starts, buckets, places);
  }

  /** Bytes that it takes, the text with one for each character. */
  get bytes(): number {
    return this.#text.length + 4 * (this.#starts.length + this.#bucketStarts.length + this.#places.length);
  }

  /** Characters of a word. */
  lengthOf(word: number): number {
    return this.#endOf(word) - (this.#starts[word] as number);
  }

  /** The number of a word, or -1. */
  numberOf(word: string): number {
    let number = -1;
    this.#forEachPlaceOf(`${BORDER}${word}${BORDER}`, (place) => {
      number = this.#wordAt(place + BORDER.length);
      return this.#endOf(number);
    });
    return number;
  }

  /** Visits the words that begin with `piece`, which isn't empty. */
  forEachBeginning(piece: string, visit: (word: number) => void): void {
    this.#forEachPlaceOf(BORDER + piece, (place) => {
      const word = this.#wordAt(place + BORDER.length);
      visit(word);
      return this.#endOf(word);
    });
  }

  /**
   * Visits the words that contain `piece`, and says whether they begin with it. Each is visited once; with a piece of two
   * characters also where it stands further on with another one behind it.
   *
   * @param piece of two characters or more
   */
  forEachContaining(piece: string, visit: (word: number, begins: boolean) => void): void {
    this.#forEachPlaceOf(piece, (place) => {
      const word = this.#wordAt(place);
      visit(word, this.#starts[word] === place);
      return this.#endOf(word);
    });
  }

  /** The place of the border behind a word. */
  #endOf(word: number): number {
    return (this.#starts[word + 1] as number) - BORDER.length;
  }

  /**
   * Visits the places in the text where a piece of two characters or more stands. `visit` returns before which place it
   * needs no other one: a word of a million equal letters has nearly any piece of them a million times.
   */
  #forEachPlaceOf(piece: string, visit: (place: number) => number): void {
    const { offset, from, to } = this.#rarest(piece);
    let last = -1;
    let next = -1;
    for (let i = from; i < to; i += 1) {
      const place = (this.#places[i] as number) - offset;
      // Each bucket begins again from the front.
      if (place > last && place < next) continue;
      if (!this.#text.startsWith(piece, place)) continue;
      last = place;
      next = visit(place);
    }
  }

  /** The places of those three characters of a piece that stand in the fewest, and where in the piece they are. */
  #rarest(piece: string): { readonly offset: number; readonly from: number; readonly to: number } {
    const starts = this.#bucketStarts;
    if (piece.length === 2) {
      // Whatever follows them: buckets that stand side by side.
      const first = bucketOf(piece + BORDER, 0);
      return { offset: 0, from: starts[first] as number, to: starts[first + CODES] as number };
    }
    let rarest = { offset: 0, from: 0, to: Number.POSITIVE_INFINITY };
    for (let offset = 0; offset + 3 <= piece.length; offset += 1) {
      const bucket = bucketOf(piece, offset);
      const from = starts[bucket] as number;
      const to = starts[bucket + 1] as number;
      if (to - from < rarest.to - rarest.from) rarest = { offset, from, to };
    }
    return rarest;
  }

  /** The word that a place belongs to. */
  #wordAt(place: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] as number) <= place) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** Every place where a piece of two characters or more may begin. Yields now and then. */
function* forEachPlace(text: string, visit: (bucket: number, place: number) => void): Generator<void, void> {
  for (let place = 0; place + 3 <= text.length; place += 1) {
    if (place % STEP === STEP - 1) yield;
    // A word's last character is no piece with what follows it.
    if (text.charCodeAt(place + 1) !== 0) visit(bucketOf(text, place), place);
  }
}

/** A number for three characters; others may have the same. */
function bucketOf(text: string, place: number): number {
  const codes = codeOf(text.charCodeAt(place)) * CODES + codeOf(text.charCodeAt(place + 1));
  return codes * CODES + codeOf(text.charCodeAt(place + 2));
}

/** 0 for the border alone; letters have each their own, everything else shares. */
function codeOf(character: number): number {
  if (character >= 0x61 && character <= 0x7a) return character - 0x60;
  if (character >= 0x30 && character <= 0x39) return 27 + (character % 5);
  return character === 0 ? 0 : 1 + (character % (CODES - 1));
}
