import { PackedReader } from '../index/packed-number.ts';
import { findPosting, METADATA, type Segment, startOfSections } from '../index/segment.ts';

export interface SegmentTerm {
  readonly weight: number;
  readonly from: number;
  readonly to: number;
}

export interface SectionMasses {
  readonly mass: number;
  readonly symptomMass: number;
  readonly section: number;
}

/** By section. Metadata words count for each. */
export class SectionSums {
  // Reused across documents; all zero in between.
  #masses = new Float64Array(256);
  /** Tie-breaker, not part of the rank. */
  #metadataMasses = new Float64Array(256);

  /** @param fileSections sections before the symptoms */
  best(segment: Segment, number: number, terms: readonly SegmentTerm[], fileSections: number): SectionMasses {
    let everywhere = 0;
    let highest = -1;
    for (const { weight, from, to } of terms) {
      const posting = findPosting(segment, from, to, number);
      if (posting < 0) continue;
      const isMetadata = ((segment.postingFrequencies[posting] as number) & METADATA) !== 0;
      if (isMetadata) everywhere += weight;
      const last = this.#add(segment, posting, weight, isMetadata);
      if (last > highest) highest = last;
    }
    return this.#take(Math.min(highest + 1, fileSections), highest + 1, everywhere);
  }

  #add(segment: Segment, posting: number, weight: number, isMetadata: boolean): number {
    const { sections } = segment;
    let masses = isMetadata ? this.#metadataMasses : this.#masses;
    let section = -1;
    const reader = new PackedReader(sections, startOfSections(segment, posting));
    while (sections[reader.at] !== 0) {
      section += reader.next();
      if (section >= masses.length) {
        this.#grow(section * 2);
        masses = isMetadata ? this.#metadataMasses : this.#masses;
      }
      masses[section] = (masses[section] as number) + weight;
    }
    return section;
  }

  #take(fileSections: number, count: number, everywhere: number): SectionMasses {
    const masses = this.#masses;
    const metadataMasses = this.#metadataMasses;
    let best = -1;
    let mass = 0;
    let shown = 0;
    for (let section = 0; section < fileSections; section += 1) {
      const candidate = masses[section] as number;
      const alsoShown = metadataMasses[section] as number;
      // In a tie, the section with more metadata words is shown.
      if (candidate > mass || (candidate === mass && alsoShown > shown)) {
        best = section;
        mass = candidate;
        shown = alsoShown;
      }
    }
    let ofSymptoms = 0;
    for (let section = fileSections; section < count; section += 1)
      ofSymptoms = Math.max(ofSymptoms, masses[section] as number);
    masses.fill(0, 0, count);
    metadataMasses.fill(0, 0, count);
    const symptomMass = ofSymptoms === 0 ? 0 : ofSymptoms + everywhere;
    return { mass: mass + everywhere, symptomMass, section: best };
  }

  #grow(length: number): void {
    this.#masses = grown(this.#masses, length);
    this.#metadataMasses = grown(this.#metadataMasses, length);
  }
}

function grown(numbers: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const bigger = new Float64Array(length);
  bigger.set(numbers);
  return bigger;
}
