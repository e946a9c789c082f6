import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyPage } from '../../../src-server/mcp/key-page.ts';

const keys = ['go/a/a', 'go/a/b', 'go/a/c', 'go/a/d'];
const bounds = { most: 2, weightOf: () => 1, mostWeight: 100 };

describe('keyPage', () => {
  it('begins at the beginning, and says how to go on until the end', () => {
    const first = keyPage(keys, undefined, bounds);
    expect(first.keys).toEqual(['go/a/a', 'go/a/b']);
    expect(keyPage(keys, first.nextCursor, bounds)).toEqual({ keys: ['go/a/c', 'go/a/d'] });
  });

  it('goes on behind a key that went meanwhile', () => {
    const { nextCursor } = keyPage(keys, undefined, bounds);
    const rest = keys.filter((key) => key !== 'go/a/b');
    expect(keyPage(rest, nextCursor, bounds).keys).toEqual(['go/a/c', 'go/a/d']);
  });

  it('ends a page where its keys bring too much, but never before the first', () => {
    const heavy = { most: 4, weightOf: (key: string) => (key === 'go/a/b' ? 90 : 20), mostWeight: 50 };
    expect(keyPage(keys, undefined, heavy).keys).toEqual(['go/a/a']);
    const second = keyPage(keys, keyPage(keys, undefined, heavy).nextCursor, heavy);
    expect(second.keys).toEqual(['go/a/b']);
    expect(keyPage(keys, second.nextCursor, heavy).keys).toEqual(['go/a/c', 'go/a/d']);
  });

  it.each([7, null, '', 'not ours', Buffer.from('a/b').toString('base64url')])(
    'refuses the cursor %j',
    (cursor) => expect(() => keyPage(keys, cursor, bounds)).toThrow('The cursor is not from this server.'),
  );

  it('shows every key once, whatever the bounds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(60), { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(100),
        (weights, most, mostWeight) => {
          const all = weights.map((_, at) => `go/a/${String(at).padStart(3, '0')}`);
          const weightOf = (key: string) => weights[all.indexOf(key)] ?? 0;
          const shown: string[] = [];
          let cursor: string | undefined;
          do {
            const page = keyPage(all, cursor, { most, weightOf, mostWeight });
            shown.push(...page.keys);
            cursor = page.nextCursor;
          } while (cursor !== undefined);
          expect(shown).toEqual(all);
        },
      ),
    );
  });
});
