import { describe, expect, it } from 'vitest';
import { countEntries, entryDepth } from '../../../src-renderer/skill/count-entries.ts';

describe('the entries of a file', () => {
  it('are the headings below its title, whatever their depth', () => {
    expect(countEntries('# T\n## a\n### x\n## b\n')).toBe(2);
    expect(countEntries('# T\n### a\n### b\n### c')).toBe(3);
    expect(countEntries('## a\n## b')).toBe(2);
  });

  it('are none where there are fewer than two', () => {
    for (const text of ['', 'text', '# T', '# T\n## only one']) expect(countEntries(text)).toBe(0);
  });

  it('are not comments in code', () => {
    expect(countEntries('# T\n## a\n```python\n# BAD\n## no\n```\n~~~~\n## no\n```\n~~~~\n## b')).toBe(2);
  });

  it('have no title where a second heading is as shallow', () => {
    expect(entryDepth([1, 1, 2])).toEqual({ depth: 1, entries: 2 });
  });
});
