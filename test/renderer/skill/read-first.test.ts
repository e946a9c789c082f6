import { describe, expect, it } from 'vitest';
import { readFirst, sumTokens } from '../../../src-renderer/skill/read-first.ts';
import type { SkillFile } from '../../../src-renderer/skill/skill-model.ts';

const file = (path: string, priority: SkillFile['priority'], tokens?: number): SkillFile => ({
  path,
  priority,
  tokens,
  text: '',
});

describe('what to read first', () => {
  it('is all of P0 with its tokens', () => {
    const files = [file('a', 'P0', 10), file('b', 'P0', 5), file('c', 'P1', 100)];
    expect(readFirst(files)).toEqual({ files: files.slice(0, 2), tokens: 15 });
  });

  it('is what comes first where a skill has nothing in P0', () => {
    const files = [file('b', 'P1', 5), file('c', 'P3', 100)];
    expect(readFirst(files)).toEqual({ files: files.slice(0, 1), tokens: 5 });
  });

  it('is nothing in a skill without texts', () => {
    expect(readFirst([])).toEqual({ files: [], tokens: 0 });
  });

  it('counts a file whose tokens nobody knows as none', () => {
    expect(sumTokens([file('a', 'P0', 7), file('b', 'P0')])).toBe(7);
  });
});
