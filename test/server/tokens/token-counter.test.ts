import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countTokens } from '../../../src-server/tokens/count-tokens.ts';
import { createTokenCounter } from '../../../src-server/tokens/token-counter.ts';

const workerUrl = pathToFileURL(
  fileURLToPath(new URL('../../../dist/server/token-worker.js', import.meta.url)),
);

describe('countTokens', () => {
  it('counts as o200k does', async () => {
    expect(await countTokens(['', 'hello world', '<|endoftext|>', 'tiktoken is great!'])).toEqual([
      0, 2, 7, 6,
    ]);
  });

  it('ends for runs without a break, however long', async () => {
    const [letters = 0, spaces = 0] = await countTokens(['a'.repeat(1_000_000), ' '.repeat(1_000_000)]);
    expect(letters).toBeGreaterThan(100_000);
    expect(spaces).toBeGreaterThan(1_000);
  });

  it('counts at least one token for any text, and no more than its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 3_000 }), async (text) => {
        const [tokens = 0] = await countTokens([text]);
        expect(tokens).toBeGreaterThan(0);
        expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(text));
      }),
      { numRuns: 50 },
    );
  });
});

describe('createTokenCounter', () => {
  it('counts in a thread what it counts here, whoever asks at the same time', async () => {
    const counter = createTokenCounter({ workerUrl });
    onTestFinished(() => counter.close());
    const texts = ['one', 'two words', 'three words here'];
    const all = await Promise.all(Array.from({ length: 5 }, () => counter.count(texts)));
    for (const counts of all) expect(counts).toEqual(await countTokens(texts));
  });

  it('starts another thread for a count that comes when the idle one is ending', async () => {
    const counter = createTokenCounter({ workerUrl, idleMs: 1 });
    onTestFinished(() => counter.close());
    for (let round = 0; round < 5; round += 1) {
      expect(await counter.count(['hello world'])).toEqual([2]);
      await new Promise((resolve) => setTimeout(resolve, round));
    }
  });

  it('fails those who wait, and nobody else, when it is closed', async () => {
    const counter = createTokenCounter({ workerUrl });
    const waiting = counter.count(['hello world']);
    await Promise.all([expect(waiting).rejects.toThrow('stopped'), counter.close()]);
  });
});
