import { compareBytes } from './skill-key.ts';

/** A run of neighbours. Never changed once a table holds it, so tables share what they have in common. */
interface Chunk<Value> {
  readonly keys: readonly string[];
  readonly values: readonly Value[];
}

/** Copied whole when one of its keys changes. */
const MOST_KEYS = 128;

/**
 * An immutable map in the byte order of its keys. Another one that differs in a few keys is made by copying a few
 * chunks (`edit`), so a change to one of 50,000 keys costs microseconds; a `Map` would be copied whole.
 */
export class SortedTable<Value> implements ReadonlyMap<string, Value> {
  /** Neither empty nor with an empty chunk where the table holds anything; in order. */
  readonly chunks: ReadonlyArray<Chunk<Value>>;
  readonly size: number;
  /** Where a key was looked for last: those that come next are often its neighbours. */
  private recent = 0;

  constructor(chunks: ReadonlyArray<Chunk<Value>> = [], size = 0) {
    this.chunks = chunks;
    this.size = size;
  }

  get(key: string): Value | undefined {
    const isPlain = isPlainKey(key);
    const chunk = this.chunks[this.chunkOf(key, isPlain)];
    if (chunk === undefined) return undefined;
    const place = placeOf(chunk.keys, key, isPlain);
    return chunk.keys[place] === key ? chunk.values[place] : undefined;
  }

  has(key: string): boolean {
    const isPlain = isPlainKey(key);
    const keys = this.chunks[this.chunkOf(key, isPlain)]?.keys;
    return keys !== undefined && keys[placeOf(keys, key, isPlain)] === key;
  }

  /** Entries from a key on, itself included. */
  *from(start: string): Generator<[string, Value], undefined> {
    const isPlain = isPlainKey(start);
    const first = this.chunkOf(start, isPlain);
    for (let index = first; index < this.chunks.length; index += 1) {
      const { keys, values } = this.chunks[index] as Chunk<Value>;
      for (let place = index === first ? placeOf(keys, start, isPlain) : 0; place < keys.length; place += 1)
        yield [keys[place] as string, values[place] as Value];
    }
  }

  /** Entries whose keys begin with a text. */
  *startingWith(prefix: string): Generator<[string, Value], undefined> {
    for (const entry of this.from(prefix)) {
      if (!entry[0].startsWith(prefix)) return;
      yield entry;
    }
  }

  entries(): Generator<[string, Value], undefined> {
    return this.from('');
  }

  *keys(): Generator<string, undefined> {
    for (const { keys } of this.chunks) yield* keys;
  }

  *values(): Generator<Value, undefined> {
    for (const { values } of this.chunks) yield* values;
  }

  [Symbol.iterator](): Generator<[string, Value], undefined> {
    return this.from('');
  }

  forEach(visit: (value: Value, key: string, table: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  /** The chunk that holds a key, or would: the last one that begins at or before it. */
  protected chunkOf(key: string, isPlain: boolean): number {
    const { chunks, recent } = this;
    const isRecent =
      recent < chunks.length &&
      isAtOrBefore(firstOf(chunks, recent), key, isPlain) &&
      (recent + 1 === chunks.length || !isAtOrBefore(firstOf(chunks, recent + 1), key, isPlain));
    if (isRecent) return recent;
    let [low, high] = [0, chunks.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (isAtOrBefore(firstOf(chunks, middle), key, isPlain)) low = middle;
      else high = middle;
    }
    this.recent = low;
    return low;
  }

  /** A copy to change; this one stays as it is. */
  edit(): TableDraft<Value> {
    return new TableDraft(this);
  }
}

/** A table that is being made from another one. Reads what was written so far; not to be changed while it is iterated. */
export class TableDraft<Value> extends SortedTable<Value> {
  declare readonly chunks: Array<Chunk<Value>>;
  declare size: number;
  /** Chunks that no finished table holds: these may be written to. */
  private own = new Set<Chunk<Value>>();

  constructor({ chunks, size }: SortedTable<Value>) {
    super([...chunks], size);
  }

  set(key: string, value: Value): void {
    const isPlain = isPlainKey(key);
    const index = this.chunkOf(key, isPlain);
    const known = this.chunks[index];
    if (known === undefined) {
      this.chunks.push(this.owned([key], [value]));
      this.size = 1;
      return;
    }
    const place = placeToSet(known.keys, key, isPlain);
    const isThere = known.keys[place] === key;
    if (isThere && known.values[place] === value) return;
    const { keys, values } = this.writable(index);
    if (isThere) {
      values[place] = value;
      return;
    }
    if (place === keys.length) {
      keys.push(key);
      values.push(value);
    } else {
      keys.splice(place, 0, key);
      values.splice(place, 0, value);
    }
    this.size += 1;
    if (keys.length > MOST_KEYS) this.split(index, place);
  }

  /** @returns whether the key was there */
  delete(key: string): boolean {
    const isPlain = isPlainKey(key);
    const index = this.chunkOf(key, isPlain);
    const known = this.chunks[index];
    const place = known === undefined ? 0 : placeOf(known.keys, key, isPlain);
    if (known?.keys[place] !== key) return false;
    const { keys, values } = this.writable(index);
    keys.splice(place, 1);
    values.splice(place, 1);
    this.size -= 1;
    if (keys.length <= MOST_KEYS / 4) this.join(index);
    return true;
  }

  /** The table as it is now. */
  finish(): SortedTable<Value> {
    this.own = new Set();
    return new SortedTable([...this.chunks], this.size);
  }

  private owned(keys: string[], values: Value[]): Chunk<Value> {
    const chunk = { keys, values };
    this.own.add(chunk);
    return chunk;
  }

  private writable(index: number): { keys: string[]; values: Value[] } {
    let chunk = this.chunks[index] as Chunk<Value>;
    if (!this.own.has(chunk)) {
      chunk = this.owned([...chunk.keys], [...chunk.values]);
      this.chunks[index] = chunk;
    }
    return chunk as { keys: string[]; values: Value[] };
  }

  /** In halves; at its end where the last key was put there, so that keys that come in order fill their chunks. */
  private split(index: number, place: number): void {
    const { keys, values } = this.writable(index);
    const middle = place === keys.length - 1 ? place : keys.length >> 1;
    this.chunks.splice(index + 1, 0, this.owned(keys.splice(middle), values.splice(middle)));
  }

  /** Puts a small chunk and the one behind it together where they fit, and drops an empty one. */
  private join(index: number): void {
    const { keys, values } = this.writable(index);
    const next = this.chunks[index + 1];
    if (keys.length === 0) this.chunks.splice(index, 1);
    else if (next !== undefined && keys.length + next.keys.length <= MOST_KEYS / 2) {
      keys.push(...next.keys);
      values.push(...next.values);
      this.chunks.splice(index + 1, 1);
    }
  }
}

/** What differs between two tables of one origin, in order: the work of the difference, for what they share is skipped. */
export function* differences<Value>(
  before: SortedTable<Value>,
  after: SortedTable<Value>,
): Generator<{ key: string; before: Value | undefined; after: Value | undefined }, undefined> {
  const olds = entriesOutside(before, after);
  const news = entriesOutside(after, before);
  let [old, now] = [olds.next(), news.next()];
  while (!(old.done && now.done)) {
    const order = old.done ? 1 : now.done ? -1 : compareBytes(old.value[0], now.value[0]);
    const [key] = (order <= 0 ? old.value : now.value) as [string, Value];
    const [oldValue, newValue] = [
      order <= 0 ? old.value?.[1] : undefined,
      order >= 0 ? now.value?.[1] : undefined,
    ];
    if (oldValue !== newValue) yield { key, before: oldValue, after: newValue };
    if (order <= 0) old = olds.next();
    if (order >= 0) now = news.next();
  }
}

/** The entries of a table in chunks that another one doesn't hold. */
function* entriesOutside<Value>(
  table: SortedTable<Value>,
  other: SortedTable<Value>,
): Generator<[string, Value], undefined> {
  const shared = new Set(other.chunks);
  for (const chunk of table.chunks) {
    if (shared.has(chunk)) continue;
    for (const [place, key] of chunk.keys.entries()) yield [key, chunk.values[place] as Value];
  }
}

function firstOf(chunks: ReadonlyArray<Chunk<unknown>>, index: number): string {
  return (chunks[index] as Chunk<unknown>).keys[0] as string;
}

function isAtOrBefore(one: string, key: string, isPlain: boolean): boolean {
  return isPlain ? one <= key : compareBytes(one, key) <= 0;
}

/** The place of the first key that isn't before `key`. */
function placeOf(keys: readonly string[], key: string, isPlain: boolean): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = keys[middle] as string;
    if (isPlain ? other < key : compareBytes(other, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same; at once where the key comes behind all others, as the next one of a registry does while it is read. */
function placeToSet(keys: readonly string[], key: string, isPlain: boolean): number {
  const last = keys[keys.length - 1] as string;
  return last !== key && isAtOrBefore(last, key, isPlain) ? keys.length : placeOf(keys, key, isPlain);
}

/**
 * Whether the language's own comparison, seven times as quick, orders a key as its bytes do. The two differ only where
 * a surrogate stands against a code unit behind the surrogates.
 */
function isPlainKey(key: string): boolean {
  return !/[\uD800-\uFFFF]/.test(key);
}
