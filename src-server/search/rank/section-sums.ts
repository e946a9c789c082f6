import type { IndexedSkill } from '../index/find-index.ts';
import { METADATA } from '../index/skill-terms.ts';
import { placeOfTerm, sectionCounts } from '../index/term-places.ts';

interface WeighedTerm {
  readonly number: number;
  readonly weight: number;
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

  best(skill: IndexedSkill, terms: readonly WeighedTerm[]): SectionMasses {
    const { sections, sectionStarts, frequencies } = skill;
    let everywhere = 0;
    let highest = -1;
    for (const { number, weight } of terms) {
      const place = placeOfTerm(skill, number);
      if (place < 0) continue;
      const [from, to] = [sectionStarts[place] as number, sectionStarts[place + 1] as number];
      const last = to > from ? (sections[to - 1] as number) : -1;
      if (last >= this.#masses.length) this.#grow(last * 2);
      const isMetadata = ((frequencies[place] as number) & METADATA) !== 0;
      if (isMetadata) everywhere += weight;
      const masses = isMetadata ? this.#metadataMasses : this.#masses;
      for (let i = from; i < to; i += 1) {
        const section = sections[i] as number;
        masses[section] = (masses[section] as number) + weight;
      }
      if (last > highest) highest = last;
    }
    return this.#take(highest + 1, everywhere, skill);
  }

  #take(count: number, everywhere: number, skill: IndexedSkill): SectionMasses {
    const masses = this.#masses;
    const metadataMasses = this.#metadataMasses;
    const fileSections = Math.min(count, countFileSections(skill));
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

function countFileSections(skill: IndexedSkill): number {
  if (skill.document.symptoms.length === 0) return Number.POSITIVE_INFINITY;
  return sectionCounts(skill).reduce((sum, count) => sum + count, 0);
}

function grown(numbers: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const bigger = new Float64Array(length);
  bigger.set(numbers);
  return bigger;
}
