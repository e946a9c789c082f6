import { describe, expect, it } from 'vitest';
import { weighPieces } from '../../../../src-server/search/sections/weigh-pieces.ts';

const best = (question: string, pieces: readonly string[]) => {
  const weights = weighPieces(question, pieces);
  return weights.indexOf(Math.max(...weights));
};

describe('how much pieces are about a question', () => {
  it('is most for the piece with its rare words', () => {
    const pieces = [
      '## Pool\n\nThe pool of spdlog.',
      '## Fork\n\nAfter fork spdlog is silent.',
      '## Exit\n\nspdlog.',
    ];
    expect(best('spdlog silent after fork', pieces)).toBe(1);
  });

  it('counts a word of the title more than a word of the text', () => {
    expect(
      best('timeouts', ['## Other\n\nA timeout.', '## Timeouts\n\nThe pool.', '## Third\n\nText.']),
    ).toBe(1);
  });

  it('is 0 without any word of the question', () => {
    expect(weighPieces('zebra', ['## A\n\nText.', ''])).toEqual([0, 0]);
    expect(weighPieces('', ['## A\n\nText.'])).toEqual([0]);
  });
});
