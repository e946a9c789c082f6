import { describe, expect, it } from 'vitest';
import { didYouMean, nearKeys } from '../../../src-server/search/near-keys.ts';

describe('what may be meant by a key that is not there', () => {
  it('is suggested in a question, the five nearest at most', () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'].map((author) => `cpp/${author}/spdlog`);
    const near = nearKeys(keys, 'js/z/spdlog');
    expect(near).toHaveLength(6);
    expect(didYouMean(near)).toBe(` Did you mean ${keys.slice(0, 5).join(', ')}?`);
  });

  it('is nothing where nothing is near', () => {
    expect(didYouMean(nearKeys(['cpp/gabime/spdlog'], 'quantum'))).toBe('');
  });
});
