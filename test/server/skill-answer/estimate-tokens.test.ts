import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import { estimateTokens } from '../../../src-server/skill-answer/skill-entries.ts';
import { loadTokenCounter } from '../../../src-server/tokens/count-tokens.ts';

let count: (text: string) => number;

beforeAll(async () => {
  const counter = loadTokenCounter();
  count = (text) => counter(text).tokens;
});

/** As answers hold them: under a heading, or a whole file of code. */
function entriesOfSample(): readonly string[] {
  const skills = join(sampleRegistry(), 'skills');
  return readdirSync(skills, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:md|cpp|go|rs|py|js|ts)$/.test(name) && !/[\\/]evals[\\/]/.test(name))
    .flatMap((name) => readFileSync(join(skills, name), 'utf8').split(/(?=^#)/m));
}

describe('the estimate of an answer', () => {
  it('is close to the count of each entry of the sample', () => {
    const far = entriesOfSample()
      .map((text) => ({ text, tokens: count(text) }))
      .filter(({ tokens }) => tokens > 60)
      .map(({ text, tokens }) => [estimateTokens(text) / tokens, text] as const)
      .filter(([ratio]) => ratio < 0.88 || ratio > 1.3);
    expect(far).toEqual([]);
  });

  it('is not below the count of what an answer puts together, and at most a fifth above', () => {
    const entries = entriesOfSample();
    for (let at = 0; at + 12 <= entries.length; at += 12) {
      const text = entries.slice(at, at + 12).join('\n');
      const ratio = estimateTokens(text) / count(text);
      expect([ratio >= 1 && ratio < 1.2, ratio]).toEqual([true, ratio]);
    }
  });

  it.each([
    ['German', 'Die Größe des Puffers wird übergangen, außer wenn er für später zurückgehalten würde. '],
    ['Russian', 'Никогда не вызывайте эту функцию из другого потока. '],
    ['Chinese', '不要在另一个线程中调用这个函数，否则程序会崩溃。'],
    ['Japanese', 'この関数を別のスレッドから呼び出さないでください。'],
    ['emoji', '🎉🚀 '],
    ['hashes', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 '],
    ['marks', '<<>>::{}[]()->*&^%$#@!~`|\\/ '],
  ])('does not promise room that %s does not leave', (_what, text) => {
    expect(estimateTokens(text.repeat(20))).toBeGreaterThan(0.85 * count(text.repeat(20)));
  });

  it('is one for the shortest text, and nothing for none', () => {
    expect([estimateTokens(''), estimateTokens('a')]).toEqual([0, 2]);
  });
});
