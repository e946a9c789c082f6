/**
 * Which items fit a budget, in their order: an item that is too large is left out, and a smaller one behind it may
 * still go in.
 */
export function fitBudget<T>(
  items: readonly T[],
  budget: number,
  costOf: (item: T) => number,
): { readonly kept: readonly T[]; readonly omitted: readonly T[] } {
  const kept: T[] = [];
  const omitted: T[] = [];
  let left = budget;
  for (const item of items) {
    const cost = costOf(item);
    (cost <= left ? kept : omitted).push(item);
    if (cost <= left) left -= cost;
  }
  return { kept, omitted };
}
