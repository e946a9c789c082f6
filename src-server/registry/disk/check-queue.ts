import type { SkillKey } from '../../contract/api/api.ts';

/** Edited skills that are checked in a row while others wait since the start. */
const EDITED_IN_A_ROW = 4;

/** Whose turn it is to be checked. A key waits in it until it is taken off: its turn may come again before. */
export class CheckQueue {
  readonly #edited = new Set<SkillKey>();
  /** Those that came with the first snapshot. */
  readonly #first = new Set<SkillKey>();
  #editedInARow = 0;

  /** How many wait. */
  get size(): number {
    return this.#edited.size + this.#first.size;
  }

  /** No edited skill waits. */
  get isCaughtUp(): boolean {
    return this.#edited.size === 0;
  }

  /** Only some that wait since the start do: nobody waits for them in particular. */
  get isFirstPass(): boolean {
    return this.#edited.size === 0 && this.#first.size > 0;
  }

  /** Puts a key at the end of its row, wherever it waited before. */
  add(key: SkillKey, row: 'edited' | 'first'): void {
    this.remove(key);
    (row === 'first' ? this.#first : this.#edited).add(key);
  }

  remove(key: SkillKey): void {
    this.#edited.delete(key);
    this.#first.delete(key);
  }

  /** An edited one first; but some that are written all the time keep no other waiting. */
  next(): SkillKey | undefined {
    const [[edited], [first]] = [this.#edited, this.#first];
    const isTheirTurn = edited !== undefined && (first === undefined || this.#editedInARow < EDITED_IN_A_ROW);
    this.#editedInARow = isTheirTurn ? this.#editedInARow + 1 : 0;
    return isTheirTurn ? edited : first;
  }
}
