import fc from 'fast-check';
import { countTokens as countWithLibrary } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TokenCount } from '../../../src-server/contract/api.ts';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { loadTokenCounter } from '../../../src-server/tokens/count-tokens.ts';
import { prose } from '../../support/valid-skill.ts';

let count: (text: string) => TokenCount;

beforeAll(async () => {
  count = await loadTokenCounter();
});

function exactly(text: string): number {
  return countWithLibrary(text, { disallowedSpecial: new Set() });
}

describe('loadTokenCounter', () => {
  it.each([
    ['', 0],
    ['hello world', 2],
    ['<|endoftext|>', 7],
    ['tiktoken is great!', 6],
  ])('counts %j as o200k does', (text, tokens) => {
    expect(count(text)).toEqual({ tokens, isEstimate: false });
  });

  it('counts ordinary text of any length as the encoding does, whole', () => {
    const word = fc.oneof(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.constantFrom(
        'https://example.org/a?b=c',
        '## Title',
        '```cpp',
        'std::vector<int>',
        "don't",
        '再见。',
        '🎉',
        '1234567',
      ),
    );
    const gap = fc.constantFrom(' ', '\n', '\n\n', '  ', '\t', '\r\n', '; ');
    const text = fc.array(fc.tuple(word, gap), { maxLength: 300 }).map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (part, times) => {
        const whole = part.repeat(times);
        expect(count(whole).tokens).toBe(exactly(whole));
      }),
      { numRuns: 60 },
    );
  });

  it('estimates what is longer than a million characters, close to the truth', () => {
    const text = prose().repeat(800);
    expect(text.length).toBeGreaterThan(LIMITS.countedLength);
    const { tokens, isEstimate } = count(text);
    expect(isEstimate).toBe(true);
    expect(Math.abs(tokens / exactly(text) - 1)).toBeLessThan(0.01);
  });

  it('counts at least one token for any text, and no more than its bytes', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 3_000 }), (text) => {
        const { tokens } = count(text);
        expect(tokens).toBeGreaterThan(0);
        expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(text));
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['a run of six million letters', 'a'.repeat(6 * 1024 * 1024)],
    ['words of 999 letters', `${'abcdefghi'.repeat(111)} `.repeat(2_000)],
    ['a run of blanks', ' '.repeat(1_000_000)],
    ['a run of emoji', '😀'.repeat(100_000)],
  ])('comes to an end for %s', (_what, text) => {
    expect(count(text).tokens).toBeGreaterThan(text.length / 200);
  });
});
