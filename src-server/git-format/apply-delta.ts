import { DamagedGitData } from './damaged-git-data.ts';

/** https://git-scm.com/docs/pack-format#_deltified_representation */
export interface DeltaHead {
  readonly baseSize: number;
  readonly resultSize: number;
  /** Of the instructions. */
  readonly start: number;
}

export function readDeltaHead(delta: Buffer): DeltaHead {
  const base = readSize(delta, 0);
  const result = readSize(delta, base.next);
  return { baseSize: base.size, resultSize: result.size, start: result.next };
}

export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const { baseSize, resultSize, start } = readDeltaHead(delta);
  if (baseSize !== base.length) throw new DamagedGitData();
  const result = Buffer.allocUnsafe(resultSize);
  let filled = 0;
  for (let at = start; at < delta.length; ) {
    const code = delta[at++] ?? 0;
    if (code === 0) throw new DamagedGitData();
    let [offset, size] = [0, code];
    if (code & 0x80) {
      size = 0;
      for (let bit = 0; bit < 4; bit++) if (code & (1 << bit)) offset += (delta[at++] ?? 0) * 2 ** (8 * bit);
      for (let bit = 0; bit < 3; bit++) if (code & (0x10 << bit)) size += (delta[at++] ?? 0) * 2 ** (8 * bit);
      if (size === 0) size = 0x10000;
    }
    const from = code & 0x80 ? base : delta;
    const begin = code & 0x80 ? offset : at;
    if (begin + size > from.length || filled + size > resultSize) throw new DamagedGitData();
    from.copy(result, filled, begin, begin + size);
    filled += size;
    if (!(code & 0x80)) at += size;
  }
  if (filled !== resultSize) throw new DamagedGitData();
  return result;
}

function readSize(bytes: Buffer, from: number): { readonly size: number; readonly next: number } {
  let size = 0;
  for (let at = from, factor = 1; at < bytes.length && at - from < 7; at++, factor *= 128) {
    const byte = bytes[at] ?? 0;
    size += (byte & 0x7f) * factor;
    if (!(byte & 0x80)) return { size, next: at + 1 };
  }
  throw new DamagedGitData();
}
