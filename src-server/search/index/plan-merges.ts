/** How many documents a segment still has, and how many it was made of. */
export interface SegmentSize {
  readonly alive: number;
  readonly total: number;
}

/** A segment of this many documents isn't merged with a later one: that would cost more than it saves. */
const LARGE_SEGMENT = 2048;

/**
 * Which segments to make one of, so that their number stays small: a segment is merged with the one before it when that
 * isn't more than twice as big, and written anew when most of it is gone. Segments without documents are in no group.
 *
 * @param most documents that a segment may have
 */
export function planMerges(segments: readonly SegmentSize[], most: number): readonly (readonly number[])[] {
  const groups: { readonly members: readonly number[]; readonly alive: number }[] = [];
  segments.forEach(({ alive }, number) => {
    if (alive === 0) return;
    let group = { members: [number] as readonly number[], alive };
    for (let before = groups.at(-1); before !== undefined; before = groups.at(-1)) {
      const sum = before.alive + group.alive;
      if (before.alive > 2 * group.alive || before.alive >= LARGE_SEGMENT || sum > most) break;
      group = { members: [...before.members, ...group.members], alive: sum };
      groups.pop();
    }
    groups.push(group);
  });
  const isMostlyGone = (number: number, alive: number): boolean => (segments[number]?.total ?? 0) > 2 * alive;
  return groups
    .filter(({ members: [first = 0, ...more], alive }) => more.length > 0 || isMostlyGone(first, alive))
    .map(({ members }) => members);
}
