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
  const byWorth = items.toSorted((a, b) => worthOf(b) - worthOf(a));
  const kept = new Set(byWorth.slice(0, Math.floor(items.length / 2)));
  return writeFitting(
    items.filter((item) => kept.has(item)),
    write,
    worthOf,
    mostBytes,
  );
}
