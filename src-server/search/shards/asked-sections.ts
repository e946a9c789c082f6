import { type SectionMasses, SectionSums, type SegmentTerm } from '../find/section-sums.ts';
import { findPosting, type Segment } from '../index/segment.ts';
import type { AskedIndex } from './asked-index.ts';

/**
 * Sections of the documents that the ranking evaluates. Of unknown documents, assumes the most in the first
 * round, for few evaluations, and nothing in later rounds, for all documents that may be among the best.
 */
export class AskedSections {
  readonly #sums = new SectionSums();
  #index: AskedIndex | undefined;
  #isFirst = true;

  ask(index: AskedIndex, isFirst: boolean): void {
    this.#index = index;
    this.#isFirst = isFirst;
  }

  best(segment: Segment, number: number, terms: readonly SegmentTerm[], fileSections: number): SectionMasses {
    const index = this.#index as AskedIndex;
    if (!index.isKnown(number)) {
      index.demand(number);
      const mass = this.#isFirst ? massOf(segment, number, terms) : 0;
      return { mass, symptomMass: fileSections === Number.POSITIVE_INFINITY ? 0 : mass, section: -1 };
    }
    return this.#sums.best(segment, number, terms, fileSections);
  }
}

function massOf(segment: Segment, number: number, terms: readonly SegmentTerm[]): number {
  return terms.reduce(
    (sum, { weight, from, to }) => (findPosting(segment, from, to, number) < 0 ? sum : sum + weight),
    0,
  );
}
