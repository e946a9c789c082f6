import type { SkillKey } from '../../contract/api/api.ts';

/** Edited skills checked before a skill of the first snapshot. */
const EDITED_IN_A_ROW = 4;

/** `next` may return the same key again until `remove`. */
export class CheckQueue {
  readonly #edited = new Set<SkillKey>();
  readonly #first = new Set<SkillKey>();
  #editedInARow = 0;

  get size(): number {
    return this.#edited.size + this.#first.size;
  }

  get isCaughtUp(): boolean {
    return this.#edited.size === 0;
  }

  /** No edited skill waits, so no caller does. */
  get isFirstPass(): boolean {
    return this.#edited.size === 0 && this.#first.size > 0;
  }

  /** Moves the key to the end, also between rows. */
  add(key: SkillKey, row: 'edited' | 'first'): void {
    this.remove(key);
    (row === 'first' ? this.#first : this.#edited).add(key);
  }

  remove(key: SkillKey): void {
    this.#edited.delete(key);
    this.#first.delete(key);
  }

  /** Prefers edited skills without starving the first pass. */
  next(): SkillKey | undefined {
    const [[edited], [first]] = [this.#edited, this.#first];
    const isTheirTurn = edited !== undefined && (first === undefined || this.#editedInARow < EDITED_IN_A_ROW);
    this.#editedInARow = isTheirTurn ? this.#editedInARow + 1 : 0;
    return isTheirTurn ? edited : first;
  }
}
