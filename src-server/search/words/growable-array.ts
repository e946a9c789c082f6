/** Only glibc benefits. Electron clears reused memory; Windows counts untouched memory. */
const HAS_SPARE = process.platform === 'linux' && process.versions['electron'] === undefined;
const LARGE_BYTES = 512 * 1024;
/**
 * Minimum of a large buffer. Untouched pages take no memory. glibc returns over 32 MiB to the system when
 * freed, less at the process's end.
 */
export const SPARE_BYTES = 33 * 1024 * 1024;

export function spareNumbers(length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(spareBuffer(length * Uint32Array.BYTES_PER_ELEMENT), 0, length);
}

/** Zeroed; large buffers with spare room if free. */
export function spareBuffer(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes < LARGE_BYTES || !HAS_SPARE ? bytes : Math.max(bytes, SPARE_BYTES));
}

const FIRST_CAPACITY = 1024;

type Numbers = Uint16Array | Uint32Array;

interface NumbersType<T extends Numbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
}

class GrowableArray<T extends Numbers> {
  array: T;
  length = 0;
  readonly #type: NumbersType<T>;

  constructor(type: NumbersType<T>) {
    this.#type = type;
    this.array = new type(FIRST_CAPACITY);
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

  toArray(): T {
    const exact = new this.#type(this.length);
    exact.set(this.array.subarray(0, this.length));
    return exact;
  }

  #grow(atLeast: number): void {
    const { BYTES_PER_ELEMENT: size } = this.#type;
    const room = spareBuffer(Math.max(atLeast, this.array.length * 2) * size);
    const bigger = new this.#type(room, 0, Math.floor(room.byteLength / size));
    bigger.set(this.array);
    this.array = bigger;
  }
}

export const growableShorts = (): GrowableArray<Uint16Array> => new GrowableArray(Uint16Array);
export const growableNumbers = (): GrowableArray<Uint32Array> => new GrowableArray(Uint32Array);
