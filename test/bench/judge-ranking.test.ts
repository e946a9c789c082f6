import { describe, expect, it } from 'vitest';
import { judgeSections, meanWithError } from './judge-ranking.mjs';

describe('a figure', () => {
  it('has the standard error of its mean, where there is more than one value', () => {
    expect(meanWithError([1, 0, 1, 0])).toBe('0.500 ± 0.289');
    expect(meanWithError([1])).toBe('1.000');
  });
});

describe('the sections that answers show', () => {
  const section = { file: 'safety.md', heading: 'Fork' };
  const sections = { 'cpp/a/log': ['safety.md#Fork', 'lifecycle.md#exec'], 'cpp/a/rpc': ['safety.md#Fork'] };

  it('are right where they are among those that were named', () => {
    expect(judgeSections({ sections }, [{ key: 'cpp/a/log', section }])).toEqual({ right: 0.5 });
    const both = [
      { key: 'cpp/a/rpc', section },
      { key: 'cpp/a/log', section },
    ];
    expect(judgeSections({ sections }, both)).toEqual({ right: 1 });
  });

  it('are wrong where another is shown, or none', () => {
    const other = { file: 'overview.md', heading: null };
    const results = [{ key: 'cpp/a/log', section: other }, { key: 'cpp/a/rpc' }];
    expect(judgeSections({ sections }, results)).toEqual({ right: 0 });
  });
});
