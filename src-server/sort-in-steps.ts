/** Items per step. */
const RUN = 256;
/** Merged per step. */
const STEP = 1_000;

/** Stable bottom-up merge sort, for `runInSlices`: a step takes well under a millisecond. */
export function* sortInSteps<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  let sorted: T[] = [];
  for (let from = 0; from < items.length; from += RUN) {
    for (const item of items.slice(from, from + RUN).sort(compare)) sorted.push(item);
    yield;
  }
  for (let length = RUN; length < items.length; length *= 2) {
    const merged: T[] = [];
    for (let from = 0; from < sorted.length; from += 2 * length) {
      yield* merge(sorted, { from, middle: from + length, to: from + 2 * length }, compare, merged);
    }
    sorted = merged;
  }
  return sorted;
}

/** Merges adjacent sorted ranges. */
function* merge<T>(
  items: readonly T[],
  bounds: { readonly from: number; readonly middle: number; readonly to: number },
  compare: (a: T, b: T) => number,
  into: T[],
): Generator<void, void> {
  let left = bounds.from;
  let right = bounds.middle;
  const middle = Math.min(bounds.middle, items.length);
  const to = Math.min(bounds.to, items.length);
  while (left < middle || right < to) {
    if (into.length % STEP === STEP - 1) yield;
    const takesLeft = right >= to || (left < middle && compare(items[left] as T, items[right] as T) <= 0);
    into.push((takesLeft ? items[left++] : items[right++]) as T);
  }
}
