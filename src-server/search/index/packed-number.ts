/** LEB128: a byte below 128. */

/** For numbers below 2^28. */
export function packedLength(value: number): number {
  return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : 4;
}

export function writePacked(bytes: Uint8Array, start: number, value: number): number {
  let rest = value;
  let place = start;
  while (rest > 127) {
    bytes[place] = (rest & 127) | 128;
    rest >>>= 7;
    place += 1;
  }
  bytes[place] = rest;
  return place + 1;
}

/** Numbers of up to 32 bits. */
export class PackedReader {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, start = 0) {
    this.#bytes = bytes;
    this.at = start;
  }

  next(): number {
    let byte = this.#bytes[this.at++] as number;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.#bytes[this.at++] as number;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }

  copy(to: Uint8Array, from: number, count: number): number {
    for (let i = 0; i < count; i += 1) to[from + i] = this.#bytes[this.at + i] as number;
    this.at += count;
    return from + count;
  }
}
