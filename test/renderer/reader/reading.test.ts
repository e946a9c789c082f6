import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headingBeingRead } from '../../../src-renderer/views/reader/reading.ts';

const at = (tops: number[], more: { atEnd?: boolean; wanted?: number; height?: number } = {}) =>
  headingBeingRead({ tops, height: more.height ?? 600, atEnd: more.atEnd ?? false, wanted: more.wanted });

describe('the heading that is being read', () => {
  it('is the last that has come to the top', () => {
    expect(at([-500, 20, 300])).toBe(1);
    expect(at([-500, -20, 300])).toBe(1);
    expect(at([-900, -500, -20])).toBe(2);
  });

  it('is none above the first one, and none in a file without headings', () => {
    expect(at([300, 500])).toBeUndefined();
    expect(at([])).toBeUndefined();
    expect(at([], { atEnd: true, wanted: 0 })).toBeUndefined();
  });

  it('is the last that can be seen at the end of the text, since it never gets to the top', () => {
    expect(at([-500, -100, 400], { atEnd: true })).toBe(2);
    expect(at([-500, -100, 400, 900], { atEnd: true })).toBe(2);
  });

  it('is the one that one came for, as long as it can be seen', () => {
    expect(at([-500, 250, 400], { atEnd: true, wanted: 1 })).toBe(1);
    expect(at([-500, -250, 100], { atEnd: true, wanted: 1 })).toBe(2);
    expect(at([10, 100, 200], { wanted: 0 })).toBe(0);
  });

  it('is always one of the headings', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5000, max: 5000 })),
        fc.nat(900),
        fc.boolean(),
        fc.option(fc.nat(30), { nil: undefined }),
        (tops, height, atEnd, wanted) => {
          const found = headingBeingRead({ tops: tops.toSorted((a, b) => a - b), height, atEnd, wanted });
          if (found !== undefined) expect(found).toBeLessThan(tops.length);
        },
      ),
    );
  });
});
