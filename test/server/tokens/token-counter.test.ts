import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { countTokens as countWithLibrary } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TokenCount } from '../../../src-server/contract/api/token-count.ts';
import { loadTokenCounter, MAX_COUNTED } from '../../../src-server/tokens/count-tokens.ts';
import { createTokenCounter, type TokenCounter } from '../../../src-server/tokens/token-counter.ts';
import { prose } from '../../support/valid-skill.ts';

const workerUrl = pathToFileURL(
  fileURLToPath(new URL('../../../dist/server/token-worker.js', import.meta.url)),
);

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
    expect(text.length).toBeGreaterThan(MAX_COUNTED);
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

describe('createTokenCounter', () => {
  function open(options: Parameters<typeof createTokenCounter>[0] = { workerUrl }): TokenCounter {
    const counter = createTokenCounter(options);
    onTestFinished(() => counter.close());
    return counter;
  }

  it('counts in a thread what it counts here, whoever asks at the same time', async () => {
    const counter = open();
    const texts = ['one', '', 'two words', 'three words here', `${prose()}\n`.repeat(30)];
    const all = await Promise.all(Array.from({ length: 5 }, () => counter.measure(texts)));
    for (const counts of all) expect(counts).toEqual(texts.map(count));
  });

  it('answers a small text before the megabytes that were asked for before it', async () => {
    const counter = open();
    const order: string[] = [];
    const large = Array.from({ length: 8 }, () =>
      counter.count([`${prose()}\n`.repeat(300)]).then(() => order.push('large')),
    );
    const small = counter.count(['hello world']).then(() => order.push('small'));
    await Promise.all([...large, small]);
    expect(order[0]).toBe('small');
  });

  it('leaves what nobody waits for any more', async () => {
    const counter = open();
    const callers = Array.from({ length: 50 }, () => new AbortController());
    const dropped = callers.map(({ signal }) => counter.count([`${prose()}\n`.repeat(300)], { signal }));
    const all = Promise.allSettled(dropped);
    for (const caller of callers) caller.abort(new Error('gone'));
    expect((await all).every(({ status }) => status === 'rejected')).toBe(true);
    expect(await counter.count(['hello world'])).toEqual([2]);
  });

  it('fails those who wait, and nobody else, when it is closed', async () => {
    const counter = createTokenCounter({ workerUrl });
    const waiting = [counter.count(['hello world']), counter.count(['again'])];
    await Promise.all([...waiting.map((one) => expect(one).rejects.toThrow('stopped')), counter.close()]);
  });
});
