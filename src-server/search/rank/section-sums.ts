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
}

/** By section. Metadata words count for each. */
export class SectionSums {
  // Reused across documents; all zero in between.
  #masses = new Float64Array(256);

  best(skill: IndexedSkill, terms: readonly WeighedTerm[]): SectionMasses {
    const { sections, sectionStarts, frequencies } = skill;
    let everywhere = 0;
    let highest = -1;
    for (const { number, weight } of terms) {
      const place = placeOfTerm(skill, number);
      if (place < 0) continue;
      if (((frequencies[place] as number) & METADATA) !== 0) {
        everywhere += weight;
        continue;
      }
      const [from, to] = [sectionStarts[place] as number, sectionStarts[place + 1] as number];
      const last = to > from ? (sections[to - 1] as number) : -1;
      if (last >= this.#masses.length) this.#grow(last * 2);
      const masses = this.#masses;
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
    const fileSections = Math.min(count, countFileSections(skill));
    let [mass, ofSymptoms] = [0, 0];
    for (let section = 0; section < fileSections; section += 1)
      mass = Math.max(mass, masses[section] as number);
    for (let section = fileSections; section < count; section += 1)
      ofSymptoms = Math.max(ofSymptoms, masses[section] as number);
    masses.fill(0, 0, count);
    const symptomMass = ofSymptoms === 0 ? 0 : ofSymptoms + everywhere;
    return { mass: mass + everywhere, symptomMass };
  }

  #grow(length: number): void {
    const masses = this.#masses;
    this.#masses = new Float64Array(length);
    this.#masses.set(masses);
  }
}

function countFileSections(skill: IndexedSkill): number {
  if (skill.document.symptoms.length === 0) return Number.POSITIVE_INFINITY;
  return sectionCounts(skill).reduce((sum, count) => sum + count, 0);
}
