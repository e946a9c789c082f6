import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { countTokens as countWithLibrary } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import type { TokenCount } from '../../../src-server/contract/api.ts';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { loadTokenCounter } from '../../../src-server/tokens/count-tokens.ts';
import { prose } from '../../support/valid-skill.ts';

let count: (text: string) => TokenCount;

beforeAll(() => {
  count = loadTokenCounter();
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

  it('counts each text of the sample as the encoding does', () => {
    const root = sampleRegistry();
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.map((text) => count(text).tokens)).toEqual(texts.map(exactly));
  });

  it('counts odd texts as the encoding does: halves of characters, marks, scripts without blanks, bytes without a token', () => {
    const odd = fc.constantFrom(
      ..."a B\n\r\té中🎉\u200d\u0301\u3000\ufffdﷺßท\u0000\ud800\udc009/#'".split(''),
      "'LL",
      '<|endoftext|>',
    );
    const text = fc.array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 40 });
    fc.assert(
      fc.property(text, (parts) => {
        // Of a byte order mark inside of a text the library makes no token.
        const joined = parts.join('').replaceAll('\uFEFF', '');
        expect(count(joined).tokens).toBe(exactly(joined));
      }),
      { numRuns: 2_000 },
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
