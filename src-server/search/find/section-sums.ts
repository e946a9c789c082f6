import { PackedReader } from '../index/packed-number.ts';
import { findPosting, METADATA, type Segment, startOfSections } from '../index/segment.ts';

/** A term of a query, and where its postings are in a segment: at least one. */
export interface SegmentTerm {
  readonly weight: number;
  readonly from: number;
  readonly to: number;
}

/** What the best of a document's sections have of a query. */
export interface SectionMasses {
  /** Of the section that has most of it; of the metadata alone where none has any. */
  readonly mass: number;
  /** Of the symptom with most of it; 0 where none has any. */
  readonly symptomMass: number;
  /** Number of that section, through all files; -1 where none has any. */
  readonly section: number;
}

/** Adds up what each section of a document has of a query; words of the metadata belong to each. */
export class SectionSums {
  // Reused from document to document; all zero in between.
  #masses = new Float64Array(256);
  /** Weight of the metadata's words that a section has too: it ranks nothing. */
  #metadataMasses = new Float64Array(256);

  /**
   * The sums of one document; those of the one before are forgotten.
   *
   * @param fileSections how many sections the document's files have: those behind them are its symptoms
   */
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

  /** Adds a term's weight to each section that has it; returns the last of them, or -1. */
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

  /** What was added up, which is forgotten. */
  #take(fileSections: number, count: number, everywhere: number): SectionMasses {
    const masses = this.#masses;
    const metadataMasses = this.#metadataMasses;
    let best = -1;
    let mass = 0;
    let shown = 0;
    for (let section = 0; section < fileSections; section += 1) {
      const candidate = masses[section] as number;
      const alsoShown = metadataMasses[section] as number;
      // Of sections that are as good, the one in which the metadata's words stand too is the one to show.
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
