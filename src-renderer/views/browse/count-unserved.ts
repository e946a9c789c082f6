import { causesOf } from '../../skill/causes-of.ts';

/** Counts drafts: unlisted skills with pending documents. */
export function countUnserved(registry: Parameters<typeof causesOf>[0]): number {
  return causesOf(registry).drafts.filter(({ reasons }) => reasons.length > 0).length;
}
