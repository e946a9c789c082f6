import { describe, expect, it } from 'vitest';
import { didYouMean, keyNamed, nearKeys } from '../../../src-server/platform/edit-distance.ts';

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

describe('the key that a name means', () => {
  const keys = ['cpp/gabime/spdlog', 'js/acme/tokio', 'rust/tokio-rs/tokio'];

  it.each([
    ['the name, in any letters', 'SPDLog', 'cpp/gabime/spdlog'],
    ['author and name', 'tokio-rs/tokio', 'rust/tokio-rs/tokio'],
    ['a name that several have', 'tokio', undefined],
    ['a whole key, in any letters', 'CPP/Gabime/spdlog', 'cpp/gabime/spdlog'],
    ['a whole key that no skill has', 'cpp/other/spdlog', undefined],
    ['the end of a name', 'log', undefined],
  ])('from %s', (_what, asked, key) => {
    expect(keyNamed(keys, asked)).toBe(key);
  });
});
