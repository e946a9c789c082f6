import { MOST_SHARD_BYTES } from './shard-kinds.ts';

/** Leaves out the items of least worth if all take more bytes than readers accept. Keeps the order. */
export function writeFitting<T>(
  items: readonly T[],
  write: (items: readonly T[]) => Uint8Array,
  worthOf: (item: T) => number,
  mostBytes = MOST_SHARD_BYTES,
): Uint8Array {
  const bytes = write(items);
  if (bytes.length <= mostBytes || items.length < 2) return bytes;
  const worths = items.map(worthOf);
  // Places, since items may be equal.
  const byWorth = [...worths.keys()].sort((a, b) => (worths[b] ?? 0) - (worths[a] ?? 0));
  const kept = new Set(byWorth.slice(0, Math.floor(items.length / 2)));
  return writeFitting(
    items.filter((_, place) => kept.has(place)),
    write,
    worthOf,
    mostBytes,
  );
}
