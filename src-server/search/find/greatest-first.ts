/** Some numbers, those with the greatest bound first: a heap, made in one go, as mostly only few are asked for. */
export class GreatestFirst {
  readonly #numbers: Uint16Array;
  readonly #bounds: Float64Array;
  #count: number;

  /**
   * @param numbers the first `count` are taken; the array is this heap's from now on
   * @param bounds by number
   */
  constructor(numbers: Uint16Array, count: number, bounds: Float64Array) {
    this.#numbers = numbers;
    this.#bounds = bounds;
    this.#count = count;
    for (let place = (count >> 1) - 1; place >= 0; place -= 1) this.#siftDown(place);
  }

  /** Takes the one with the greatest bound; -1 where none is left. */
  next(): number {
    if (this.#count === 0) return -1;
    const numbers = this.#numbers;
    const first = numbers[0] as number;
    this.#count -= 1;
    numbers[0] = numbers[this.#count] as number;
    this.#siftDown(0);
    return first;
  }

  #siftDown(start: number): void {
    const numbers = this.#numbers;
    const bounds = this.#bounds;
    const count = this.#count;
    const item = numbers[start] as number;
    const bound = bounds[item] as number;
    let place = start;
    for (let child = place * 2 + 1; child < count; child = place * 2 + 1) {
      const right = child + 1;
      if (
        right < count &&
        (bounds[numbers[right] as number] as number) > (bounds[numbers[child] as number] as number)
      ) {
        child = right;
      }
      if ((bounds[numbers[child] as number] as number) <= bound) break;
      numbers[place] = numbers[child] as number;
      place = child;
    }
    numbers[place] = item;
  }
}
