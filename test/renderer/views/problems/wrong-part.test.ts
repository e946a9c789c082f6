import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrongPart } from '../../../../src-renderer/views/problems/wrong-part.ts';

const marked = (text: string, offset: number) => text.slice(...wrongPart(text, offset));

describe('the wrong part of a line', () => {
  it.each([
    ['      "source_type": "community",', 6, '"community"'],
    ['  "issue_health": 10', 2, '10'],
    ['  "tier" : null ,', 2, 'null'],
    ['  "say": "a \\"b\\" c", "x": 1', 2, '"a \\"b\\" c"'],
    ['  "files": {', 2, '{'],
    ['  "read_order": ["a.md", "b.md"],', 2, '["a.md", "b.md"]'],
    ['  "name":', 2, '"name":'],
    ['    "pitfalls.md",', 4, '"pitfalls.md"'],
    ['  "name": ,', 10, ''],
    ['{', 0, '{'],
    ['short', 40, ''],
  ])('of %j at %i is %j', (text, offset, part) => {
    expect(marked(text, offset)).toBe(part);
  });

  it('always lies on the line, at or after the place', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: -3, max: 60 }), (text, offset) => {
        const [start, end] = wrongPart(text, offset);
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(start).toBeGreaterThanOrEqual(Math.min(Math.max(offset, 0), text.length));
      }),
    );
  });
});
