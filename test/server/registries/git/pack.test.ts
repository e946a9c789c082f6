import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { objectId, openPack } from '../../../../src-server/registries/git/pack.ts';

const LIMITS = { objectBytes: 1_000_000, unpackedBytes: 4_000_000, objects: 1_000 };

/** Type and length as a pack has them in front of an object. */
function entryHead(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = size >>> 4; rest > 0; rest >>>= 7) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest & 0x7f);
  }
  return Buffer.from(bytes);
}

function packOf(entries: readonly Buffer[], count = entries.length): Buffer {
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  const body = Buffer.concat([head, ...entries]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

const blob = (text: string) =>
  Buffer.concat([entryHead(3, Buffer.byteLength(text)), deflateSync(Buffer.from(text))]);

/** Takes `keep` bytes of the base, then adds a text. */
function deltaOn(
  base: string,
  keep: number,
  text: string,
): { readonly bytes: Buffer; readonly result: string } {
  const size = (number: number) => (number < 128 ? [number] : [(number & 0x7f) | 0x80, number >> 7]);
  const bytes = Buffer.from([
    ...size(base.length),
    ...size(keep + text.length),
    0x90,
    keep,
    text.length,
    ...Buffer.from(text),
  ]);
  return { bytes, result: base.slice(0, keep) + text };
}

const byId = (id: string, delta: Buffer) =>
  Buffer.concat([entryHead(7, delta.length), Buffer.from(id, 'hex'), deflateSync(delta)]);
/** Bytes back to the base of a difference. */
function distanceBytes(distance: number): Buffer {
  const bytes = [distance & 0x7f];
  for (let rest = distance >>> 7; rest > 0; rest >>>= 7) bytes.unshift(0x80 | (--rest & 0x7f));
  return Buffer.from(bytes);
}
const idOf = (text: string) => objectId('blob', Buffer.from(text));

describe('a pack', () => {
  it('may hold very many differences on one object', () => {
    const head = blob('base');
    const delta = deltaOn('base', 4, 'x').bytes;
    const packed = deflateSync(delta);
    const entries = [head];
    // Each difference begins one entry later: its distance to the base grows.
    let distance = head.length;
    for (let count = 0; count < 150_000; count++) {
      const entry = Buffer.concat([entryHead(6, delta.length), distanceBytes(distance), packed]);
      entries.push(entry);
      distance += entry.length;
    }
    const pack = openPack(packOf(entries), { objectBytes: 100, unpackedBytes: 40_000_000, objects: 200_000 });
    expect(pack.read(idOf('basex'))?.bytes.toString()).toBe('basex');
  });

  it('gives its objects by their ids', () => {
    const pack = openPack(packOf([blob('one'), blob('two')]), LIMITS);
    expect(pack.read(idOf('two'))?.bytes.toString()).toBe('two');
    expect(pack.read(idOf('three'))).toBeUndefined();
  });

  it('gives what is stored as a difference, also where the base comes later and is one itself', () => {
    const first = deltaOn('hello world', 6, 'there');
    const second = deltaOn(first.result, 5, '!');
    const entries = [
      byId(idOf(first.result), second.bytes),
      byId(idOf('hello world'), first.bytes),
      blob('hello world'),
    ];
    const pack = openPack(packOf(entries), LIMITS);
    expect(pack.read(idOf('hello!'))?.bytes.toString()).toBe('hello!');
    expect(pack.read(idOf('hello there'))?.type).toBe('blob');
  });

  it('with a changed byte anywhere is damaged', () => {
    const whole = packOf([blob('one'), blob('two')]);
    for (let at = 0; at < whole.length; at += 1) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0x10;
      expect(() => openPack(bytes, LIMITS)).toThrow(/damaged/);
    }
  });

  it('that was cut off anywhere is damaged', () => {
    const whole = packOf([blob('one'), blob('two')]);
    for (let length = 0; length < whole.length; length += 1)
      expect(() => openPack(whole.subarray(0, length), LIMITS)).toThrow(/damaged/);
  });

  it('whose sum is right but not its objects is damaged', () => {
    const wrongSize = Buffer.concat([entryHead(3, 2), deflateSync(Buffer.from('one'))]);
    const missingBase = byId(idOf('nowhere'), deltaOn('nowhere', 2, 'x').bytes);
    const pastBase = deltaOn('short', 5, 'x').bytes;
    pastBase[3] = 9;
    for (const entries of [[wrongSize], [missingBase], [blob('short'), byId(idOf('short'), pastBase)]])
      expect(() => openPack(packOf(entries), LIMITS)).toThrow(/damaged/);
    expect(() => openPack(packOf([blob('one')], 2), LIMITS)).toThrow(/damaged/);
    expect(() => openPack(packOf([blob('one'), blob('two')], 1), LIMITS)).toThrow(/damaged/);
  });

  it('with a huge object is refused by its declared size, before it is unpacked', () => {
    const zeros = Buffer.concat([entryHead(3, 1_000_001), Buffer.from('not even compressed')]);
    expect(() => openPack(packOf([zeros]), LIMITS)).toThrow(/holds a file of .*; the limit is/);
  });

  it('whose difference declares a huge result is refused', () => {
    const head = Buffer.from([3, 0xff, 0xff, 0xff, 0x7f, 0x90, 1]);
    expect(() => openPack(packOf([blob('abc'), byId(idOf('abc'), head)]), LIMITS)).toThrow(/the limit is/);
  });

  it('with too many objects is refused', () => {
    expect(() => openPack(packOf([blob('a')], 1_001), LIMITS)).toThrow(/1,?001 files/);
  });
});
