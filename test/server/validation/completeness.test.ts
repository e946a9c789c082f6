import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeness } from '../../../src-server/validation/knowledge-files.ts';

const P0 = ['overview.md', 'pitfalls.md', 'safety.md'];
const P1 = ['lifecycle.md', 'threading.md', 'best-practices.md'];
const EXAMPLE = 'examples/basic.py';
const ALL = [...P0, ...P1, 'performance.md', EXAMPLE, 'examples/b.py', 'examples/c.py', 'quickstart.md'];

const scoreOf = (...paths: string[]): number => completeness(new Set(paths)).score;

describe('completeness', () => {
  it('is 100 with all P0, P1, P2 and an example', () => {
    expect(scoreOf(...P0, ...P1, 'performance.md', EXAMPLE)).toBe(100);
  });

  it.each([
    ['all P0, P1 and one example', [...P0, ...P1, EXAMPLE], 80],
    [
      'all P0, P1 and many examples',
      [...P0, ...P1, ...'abcdef'.split('').map((n) => `examples/${n}.py`)],
      95,
    ],
    ['all P0 and an example', [...P0, EXAMPLE], 60],
    [
      'all P0, an example, most of P1 and P2',
      [...P0, EXAMPLE, 'lifecycle.md', 'threading.md', 'performance.md'],
      75,
    ],
    ['P0 only', P0, 40],
    ['all but examples', [...P0, ...P1, 'performance.md'], 55],
    ['no file', [], 0],
    ['all but one P0 file', ALL.slice(1), 36],
  ])('for %s follows the table', (_what, paths, score) => {
    expect(scoreOf(...paths)).toBe(score);
  });

  it('lies in its own range', () => {
    fc.assert(
      fc.property(fc.subarray(ALL), (paths) => {
        const { score, range } = completeness(new Set(paths));
        expect(score).toBeGreaterThanOrEqual(range[0]);
        expect(score).toBeLessThanOrEqual(range[1]);
      }),
    );
  });

  it('never falls when a file is added', () => {
    fc.assert(
      fc.property(fc.subarray(ALL), fc.constantFrom(...ALL), (paths, added) => {
        expect(scoreOf(...paths, added)).toBeGreaterThanOrEqual(scoreOf(...paths));
      }),
    );
  });
});
