import { type Cause, fieldOf } from '../../../src-server/contract/diagnostics/causes.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostics/diagnostic.ts';

export interface FixedCause {
  readonly cause: Cause;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Problem groups without remaining places. A renamed group with places is not fixed. */
export function fixedBetween(before: readonly Cause[], after: readonly Cause[]): readonly Cause[] {
  if (before === after) return [];
  const left = new Set(after.flatMap(({ places }) => places.map(nameOf)));
  return before.filter(({ places }) => !places.some((place) => left.has(nameOf(place))));
}

/** Adds newly fixed groups, removes returned groups. */
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

export interface Watched {
  /** At the last update. */
  readonly causes: readonly Cause[];
  /** Seen since the last complete check. */
  readonly seen: readonly Cause[];
  readonly fixed: readonly FixedCause[];
}

/**
 * Without changes, returns `before`.
 *
 * @param isWhole complete check: proves fixes, also of groups seen meanwhile
 */
export function lookAgain(before: Watched, causes: readonly Cause[], isWhole: boolean, at: number): Watched {
  if (before.causes === causes && (!isWhole || before.seen === causes)) return before;
  return isWhole
    ? { causes, seen: causes, fixed: nextFixed(before.fixed, before.seen, causes, at) }
    : { causes, seen: [...fixedBetween(before.seen, causes), ...causes], fixed: before.fixed };
}

/** Survives edits nearby: lines and list positions may change. */
function nameOf(place: Diagnostic): string {
  const { code, skillKey, file } = place;
  return [code, skillKey, file, fieldOf(place)].join('\n');
}
