/** Deep equality of JSON values. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every(
      (name) =>
        Object.hasOwn(b, name) &&
        isSameData((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
    )
  );
}

/** Reuses equal items of `before`, or `before` itself: identity shows real changes. */
export function keepSame<T>(
  before: readonly T[],
  next: readonly T[],
  nameOf: (item: T) => string,
): readonly T[] {
  if (before === next || before.length === 0) return next;
  const known = new Map(before.map((item) => [nameOf(item), item]));
  const kept = next.map((item) => {
    const old = known.get(nameOf(item));
    return old !== undefined && isSameData(old, item) ? old : item;
  });
  return kept.length === before.length && kept.every((item, index) => item === before[index]) ? before : kept;
}
