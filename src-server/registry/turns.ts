/** Turns of the loop in which search gets to know a large change, so that requests run between them. */
import type { SkillKey } from '../contract/api.ts';
import type { TermBatch } from '../search/skill-terms.ts';
import type { SkillRecord } from './skill-record.ts';

/** What is done one by one, each in a turn of the loop of its own: requests are answered between them. */
export class Turns {
  #waiting: (() => void)[] = [];
  #isTaking = false;
  #isClosed = false;

  add(take: () => void): void {
    this.#waiting.push(take);
    this.#takeSoon();
  }

  /** Adds what goes before all that waits. */
  addFirst(takes: readonly (() => void)[]): void {
    this.#waiting = [...takes, ...this.#waiting];
    this.#takeSoon();
  }

  /** Does all that waits now, and what is added by it. */
  takeAll(): void {
    for (let take = this.#waiting.shift(); take !== undefined; take = this.#waiting.shift()) take();
  }

  /** Nothing that waits is done after this. */
  close(): void {
    this.#isClosed = true;
  }

  #takeSoon(): void {
    if (this.#isTaking || this.#waiting.length === 0) return;
    this.#isTaking = true;
    setImmediate(() => {
      const take = this.#waiting.shift();
      this.#isTaking = false;
      this.#takeSoon();
      if (!this.#isClosed) take?.();
    });
  }
}

/** Skills that search gets to know in one turn of the loop. */
const TURN_SKILLS = 10;

/** What search is to know of a change. */
export interface SearchChange {
  readonly changed: readonly SkillRecord[];
  readonly removed: readonly SkillKey[];
  readonly terms: readonly TermBatch[];
}

/**
 * Splits a change into the turns in which search gets to know it. The words of a batch come with its first skills;
 * even without skills, they are of the dictionary.
 */
export function inTurns({
  changed,
  removed,
  terms,
}: SearchChange): readonly [SearchChange, ...SearchChange[]] {
  const known = new Map(changed.map((record) => [record.key, record]));
  const turns: SearchChange[] = [];
  for (const { dictionary, words, skills } of terms) {
    const none = { first: words.first + words.terms.length, terms: [], forms: [], formTerms: [] };
    for (const [turn, own] of partsOf(skills).entries()) {
      const batch = { dictionary, words: turn === 0 ? words : none, skills: own };
      turns.push({ changed: own.flatMap(({ key }) => known.get(key) ?? []), removed: [], terms: [batch] });
    }
    for (const { key } of skills) known.delete(key);
  }
  if (known.size > 0 || turns.length === 0)
    for (const part of partsOf([...known.values()])) turns.push({ changed: part, removed: [], terms: [] });
  const [only, ...others] = turns as [SearchChange, ...SearchChange[]];
  return others.length === 0 ? [{ ...only, removed }] : [{ changed: [], removed, terms: [] }, ...turns];
}

/** Splits items into parts of `TURN_SKILLS`; at least one part, which may be empty. */
function partsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.max(1, Math.ceil(items.length / TURN_SKILLS)) }, (_, part) =>
    items.slice(part * TURN_SKILLS, (part + 1) * TURN_SKILLS),
  );
}
