import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeFitting } from '../../../../src-server/search/shards/write-fitting.ts';

const write = (items: readonly number[]): Uint8Array => Uint8Array.from(items);
const itself = (item: number): number => item;

describe('a shard of limited size', () => {
  it('has all items that fit, in their order', () => {
    expect([...writeFitting([3, 1, 2], write, itself, 3)]).toEqual([3, 1, 2]);
  });

  it('leaves out the items of least worth, and keeps the order', () => {
    expect([...writeFitting([1, 9, 2, 8], write, itself, 3)]).toEqual([9, 8]);
  });

  it('leaves out one of two equal items', () => {
    expect([...writeFitting([7, 7], write, itself, 1)]).toEqual([7]);
  });

  it('never has more bytes than its limit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(255)), fc.integer({ min: 1, max: 50 }), (items, most) => {
        expect(writeFitting(items, write, itself, most).length).toBeLessThanOrEqual(most);
      }),
    );
  });
});
