import type { SkillTerms } from './skill-terms.ts';

/** Numbers of the index for the terms of a dictionary. Equal until a dictionary follows another one. */
export class TermNumbers {
  readonly dictionary: string;
  readonly #numbers: number[] = [];
  #areEqual = true;

  constructor(dictionary: string) {
    this.dictionary = dictionary;
  }

  get size(): number {
    return this.#numbers.length;
  }

  values(): Iterable<number> {
    return this.#numbers;
  }

  push(number: number): void {
    this.#areEqual &&= number === this.#numbers.length;
    this.#numbers.push(number);
  }

  of(term: number): number {
    return this.#numbers[term] as number;
  }

  /** Sorted again by the new numbers. */
  translate(skill: SkillTerms): SkillTerms {
    if (this.#areEqual) return skill;
    const count = skill.terms.length;
    // The new number and the place in one: typed arrays sort numbers several times as fast.
    const pairs = Float64Array.from(skill.terms, (term, place) => this.of(term) * count + place).sort();
    const order = Uint32Array.from(pairs, (pair) => pair % count);
    const sections = new Uint32Array(skill.sections.length);
    const sectionStarts = new Uint32Array(skill.sectionStarts.length);
    let end = 0;
    for (const [i, place] of order.entries()) {
      const own = skill.sections.subarray(skill.sectionStarts[place], skill.sectionStarts[place + 1]);
      sections.set(own, end);
      end += own.length;
      sectionStarts[i + 1] = end;
    }
    return {
      ...skill,
      terms: Uint32Array.from(order, (place) => this.#termAt(skill, place)),
      frequencies: Uint16Array.from(order, (place) => skill.frequencies[place] as number),
      sections,
      sectionStarts,
    };
  }

  #termAt({ terms }: SkillTerms, place: number): number {
    return this.of(terms[place] as number);
  }
}
