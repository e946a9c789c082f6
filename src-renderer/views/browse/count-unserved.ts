import { causesOf } from '../../skill/causes-of.ts';

/** Skills that aren't listed, since nobody has written them yet. */
export function countUnserved(registry: Parameters<typeof causesOf>[0]): number {
  return causesOf(registry).drafts.filter(({ reasons }) => reasons.length > 0).length;
}
