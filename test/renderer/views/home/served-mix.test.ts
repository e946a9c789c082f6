import { expect, test } from 'vitest';
import { languageMix, mixWords } from '../../../../src-renderer/views/home/served-mix.ts';

test('the mix names each language once, the most skills first', () => {
  const mix = languageMix(['go', 'cpp', 'rust', 'cpp', 'zig'].map((language) => ({ language })));
  expect(mixWords(mix)).toBe('2 C++, 1 Go, 1 Rust, 1 zig');
  expect(languageMix([])).toEqual([]);
});
