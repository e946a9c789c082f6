import { expect, test } from 'vitest';
import { languageMix, mixWords, servedWords } from '../../../../src-renderer/views/home/served-mix.ts';

test('the mix names each language once, the most skills first', () => {
  const mix = languageMix(['go', 'cpp', 'rust', 'cpp', 'zig'].map((language) => ({ language })));
  expect(mixWords(mix)).toBe('2 C++, 1 Go, 1 Rust, 1 zig');
  expect(languageMix([])).toEqual([]);
});

test('a sample is called one', () => {
  expect(servedWords(83, false)).toBe('83 skills');
  expect(servedWords(10, true)).toBe('10 sample skills');
  expect(servedWords(1, false)).toBe('1 skill');
});
