import { describe, expect, it } from 'vitest';
import {
  areEnough,
  didYouMean,
  keyNamed,
  likelyKeys,
  nameWords,
  nearKeys,
} from '../../../../src-server/search/keyword-search/near-keys.ts';

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

  it('is what is spelled like it, then what a search finds, each once', () => {
    const near = nearKeys(['cpp/gabime/spdlog', 'js/acme/logs'], 'cpp/gabime/spdlo');
    expect(likelyKeys(near, ['js/acme/logs', 'cpp/gabime/spdlog'])).toEqual([
      'cpp/gabime/spdlog',
      'js/acme/logs',
    ]);
  });

  it.each([
    [4, false],
    [5, true],
  ])('is enough without a search where %i are spelled like it: %s', (count, expected) => {
    const keys = ['a', 'b', 'c', 'd', 'e'].slice(0, count).map((author) => `cpp/${author}/spdlog`);
    expect(areEnough(nearKeys(keys, 'spdlog'))).toBe(expected);
  });

  it.each([
    ['cpp/gabime/spd-Log', 'spd log'],
    ['Tokio', 'tokio'],
    ['../..', ''],
    ['@types/ws', ''],
  ])('is searched for by the name’s words: %s', (asked, words) => {
    expect(nameWords(asked)).toBe(words);
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
