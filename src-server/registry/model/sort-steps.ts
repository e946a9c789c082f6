/** Items that are sorted in one step. */
const RUN_LENGTH = 500;
/** Items that are merged in one step. */
const MERGED_AT_ONCE = 1_000;

/** Sorts in steps of well under a millisecond, to be run in slices; what compares as equal keeps its order. */
export function* sortSteps<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += RUN_LENGTH) {
    runs.push(items.slice(start, start + RUN_LENGTH).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* mergeSteps(runs[index] as Item[], runs[index + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeSteps<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  const merged: Item[] = [];
  let [one, other] = [0, 0];
  while (one < first.length || other < second.length) {
    const takesFirst =
      other === second.length ||
      (one < first.length && compare(first[one] as Item, second[other] as Item) <= 0);
    merged.push(takesFirst ? (first[one++] as Item) : (second[other++] as Item));
    if (merged.length % MERGED_AT_ONCE === 0) yield;
  }
  return merged;
}
