/** Present documents of a segment, and documents when it was built. */
export interface SegmentSize {
  readonly alive: number;
  readonly total: number;
}

/** From this size on a segment isn't merged with later ones: that would cost more than it saves. */
const LARGE_SEGMENT = 2048;

/**
 * Returns groups of segments to merge: a segment joins its predecessor unless the predecessor is more than twice as big. A
 * segment that lost most documents is a group of its own; an empty segment is in no group.
 *
 * @param most documents in a segment
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
