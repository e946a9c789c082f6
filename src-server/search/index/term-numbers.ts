import type { SkillTerms } from './skill-terms.ts';

/** Numbers of the index for the terms of a dictionary. Equal for a single registry. */
export class TermNumbers {
  readonly #numbers: number[] = [];
  #areEqual = true;

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
    const order = [...skill.terms.keys()].sort((a, b) => this.#termAt(skill, a) - this.#termAt(skill, b));
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
