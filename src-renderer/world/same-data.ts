/** True where two values that came out of JSON say the same, whatever objects they are. */
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

/**
 * `next`, with every item taken from `before` that says the same under the same name; the list itself, too, where
 * nothing changed. Whoever compares by identity then sees only what became different.
 */
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
