/** Numbers of seven bits a byte, lowest first, the eighth bit set where more follow: small ones take a byte. */

/** Bytes of a number below 2^28. */
export function packedLength(value: number): number {
  return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : 4;
}

/** Writes a number of up to 32 bits; returns where the next one goes. */
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
