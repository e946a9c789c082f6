import type { SkillKey } from '../contract/api/api.ts';
import type { Diagnostic, Severity } from '../contract/diagnostics/diagnostic.ts';
import type { Skill } from './model/skill.ts';

/** What is told of one skill. */
export interface ToldFindings {
  readonly skill: Skill;
  /** What the quick rules say, which the snapshot counts. */
  readonly quick: readonly Diagnostic[];
  /** What is told instead: of a skill that waits for its check, the texts' findings are those of before. */
  readonly told: readonly Diagnostic[];
  /** That is what every rule says of all its texts. */
  readonly isWhole: boolean;
}

/** What is told of each skill, and how much of it no snapshot counts. */
export class ToldTable {
  readonly #known = new Map<SkillKey, ToldFindings>();
  readonly #beside: Record<Severity, number> = { error: 0, warning: 0, info: 0 };

  /** By severity, what is told beyond the quick findings. */
  get beside(): Readonly<Record<Severity, number>> {
    return this.#beside;
  }

  get size(): number {
    return this.#known.size;
  }

  get(key: SkillKey): ToldFindings | undefined {
    return this.#known.get(key);
  }

  set(key: SkillKey, known: ToldFindings): void {
    this.#count(this.#known.get(key), -1);
    this.#known.set(key, known);
    this.#count(known, 1);
  }

  delete(key: SkillKey): void {
    this.#count(this.#known.get(key), -1);
    this.#known.delete(key);
  }

  entries(): Iterable<readonly [SkillKey, ToldFindings]> {
    return this.#known;
  }

  /** What the rules say of a broken skill.json is counted nowhere. */
  #count(known: ToldFindings | undefined, sign: 1 | -1): void {
    if (known === undefined || known.skill.isManifestBroken) return;
    for (const { severity } of known.told) this.#beside[severity] += sign;
    for (const { severity } of known.quick) this.#beside[severity] -= sign;
  }
}
