type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** A typed array that doubles when it is full. */
export class GrowableArray<T extends Numbers> {
  array: T;
  length = 0;
  readonly #create: (length: number) => T;

  constructor(create: (length: number) => T, capacity = 1024) {
    this.#create = create;
    this.array = create(capacity);
  }

  push(value: number): void {
    if (this.length === this.array.length) this.#grow(this.length + 1);
    this.array[this.length] = value;
    this.length += 1;
  }

  append(values: ArrayLike<number>): void {
    if (this.length + values.length > this.array.length) this.#grow(this.length + values.length);
    this.array.set(values, this.length);
    this.length += values.length;
  }

  /** A copy of exactly what was pushed. */
  toArray(): T {
    const exact = this.#create(this.length);
    exact.set(this.array.subarray(0, this.length));
    return exact;
  }

  #grow(atLeast: number): void {
    const bigger = this.#create(Math.max(atLeast, this.array.length * 2));
    bigger.set(this.array);
    this.array = bigger;
  }
}

export const growableBytes = (): GrowableArray<Uint8Array> =>
  new GrowableArray((length) => new Uint8Array(length));
export const growableShorts = (): GrowableArray<Uint16Array> =>
  new GrowableArray((length) => new Uint16Array(length));
export const growableNumbers = (): GrowableArray<Uint32Array> =>
  new GrowableArray((length) => new Uint32Array(length));
