/** What became of causes between two looks at a registry. Pure. */
import { type Cause, fieldOf } from '../../../src-server/contract/diagnostics/causes.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostics/diagnostic.ts';

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

/** What is known of a registry's causes while somebody looks on. */
export interface Watched {
  /** As they were at the last look. */
  readonly causes: readonly Cause[];
  /** All that were seen since the last look at a registry that was checked whole. */
  readonly seen: readonly Cause[];
  readonly fixed: readonly FixedCause[];
}

/**
 * What is known after another look; the very same where nothing is new.
 *
 * @param isWhole whether everything was checked: what isn't found yet isn't fixed, and what came and went meanwhile is
 */
export function lookAgain(before: Watched, causes: readonly Cause[], isWhole: boolean, at: number): Watched {
  if (before.causes === causes && (!isWhole || before.seen === causes)) return before;
  return isWhole
    ? { causes, seen: causes, fixed: nextFixed(before.fixed, before.seen, causes, at) }
    : { causes, seen: [...fixedBetween(before.seen, causes), ...causes], fixed: before.fixed };
}

/** The same place after an edit around it, which moves lines and items. */
function nameOf(place: Diagnostic): string {
  const { code, skillKey, file } = place;
  return [code, skillKey, file, fieldOf(place)].join('\n');
}
