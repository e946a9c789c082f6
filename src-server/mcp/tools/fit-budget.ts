/** A text and what it costs. */
export interface Costed {
  /** Tokens. */
  readonly tokens: number;
}

/**
 * Which items fit a budget, in their order: an item that is too large is left out, and a smaller one behind it may
 * still go in.
 */
export function fitBudget<T extends Costed>(
  items: readonly T[],
  budget: number,
): { readonly kept: readonly T[]; readonly omitted: readonly T[] } {
  const kept: T[] = [];
  const omitted: T[] = [];
  let left = budget;
  for (const item of items) {
    if (item.tokens <= left) {
      kept.push(item);
      left -= item.tokens;
    } else {
      omitted.push(item);
    }
  }
  return { kept, omitted };
}
