import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeTip } from '../../../src-renderer/components/place-tip.ts';

const ROOM = { width: 1000, height: 600 };
const TIP = { width: 200, height: 60 };

describe('the tip of a word', () => {
  it('stands below the word, from where the word begins', () => {
    expect(placeTip({ left: 100, top: 50, width: 80, height: 20 }, TIP, ROOM)).toEqual({
      left: 100,
      top: 74,
    });
  });

  it('stands above a word at the bottom of the window', () => {
    expect(placeTip({ left: 100, top: 560, width: 80, height: 20 }, TIP, ROOM)).toEqual({
      left: 100,
      top: 496,
    });
  });

  it('stays in a window that has room for it, wherever the word is', () => {
    const box = fc.record({
      left: fc.integer({ min: -500, max: 1500 }),
      top: fc.integer({ min: -500, max: 1500 }),
      width: fc.nat(400),
      height: fc.nat(100),
    });
    const size = fc.record({ width: fc.nat(300), height: fc.nat(200) });
    fc.assert(
      fc.property(box, size, (word, tip) => {
        const { left, top } = placeTip(word, tip, ROOM);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left + tip.width).toBeLessThanOrEqual(ROOM.width);
        expect(top + tip.height).toBeLessThanOrEqual(ROOM.height);
      }),
    );
  });

  it('keeps to the corner of a window that is too small', () => {
    expect(placeTip({ left: 30, top: 30, width: 10, height: 10 }, TIP, { width: 100, height: 50 })).toEqual({
      left: 8,
      top: 8,
    });
  });
});
