/** https://git-scm.com/docs/protocol-common */
import { RegistryRefusal } from '../registry-refusal.ts';

export type Packet = Buffer | 'flush' | 'delimiter' | 'end';

const MARKS = ['flush', 'delimiter', 'end'] as const;

export function packetLine(text: string): string {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
}

export const FLUSH = '0000';
export const DELIMITER = '0001';

/** Throws `RegistryRefusal` if malformed. */
export async function* readPackets(body: AsyncIterable<Buffer>): AsyncGenerator<Packet, void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of body) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4) {
      const length = lengthOf(rest);
      const mark = MARKS[length];
      if (mark === undefined && rest.length < length) break;
      yield mark ?? rest.subarray(4, length);
      rest = rest.subarray(mark === undefined ? length : 4);
    }
  }
  if (rest.length > 0) throw new RegistryRefusal('The server’s answer was cut off. Try again.');
}

function lengthOf(bytes: Buffer): number {
  const digits = bytes.toString('latin1', 0, 4);
  const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
  if (length >= 0 && length !== 3) return length;
  throw new RegistryRefusal('The server’s answer is not Git’s.');
}
