/** What became of causes between two looks at a registry. Pure. */
import { type Cause, fieldOf } from '../../../src-server/contract/causes.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';

/** A cause that is gone. */
export interface FixedCause {
  readonly cause: Cause;
  /** When that was seen; milliseconds since 1970. */
  readonly at: number;
}

/**
 * Causes that are gone with all of their places: one that only took another name, since some of its places are left,
 * isn't among them.
 */
export function fixedBetween(before: readonly Cause[], after: readonly Cause[]): readonly Cause[] {
  if (before === after) return [];
  const left = new Set(after.flatMap(({ places }) => places.map(nameOf)));
  return before.filter(({ places }) => !places.some((place) => left.has(nameOf(place))));
}

/** The fixed ones so far with those that are new among them; what came back is fixed no longer. */
export function nextFixed(
  fixed: readonly FixedCause[],
  before: readonly Cause[],
  after: readonly Cause[],
  at: number,
): readonly FixedCause[] {
  const there = new Set(after.map(({ id }) => id));
  const kept = fixed.filter(({ cause }) => !there.has(cause.id));
  const gone = fixedBetween(before, after);
  if (gone.length === 0 && kept.length === fixed.length) return fixed;
  return [...kept, ...gone.map((cause) => ({ cause, at }))];
}

/** The same place after an edit around it, which moves lines and items. */
function nameOf(place: Diagnostic): string {
  const { code, skillKey, file } = place;
  return [code, skillKey, file, fieldOf(place)].join('\n');
}
