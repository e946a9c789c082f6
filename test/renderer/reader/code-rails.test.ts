import { describe, expect, it } from 'vitest';
import { captionRail, railsOf } from '../../../src-renderer/views/reader/markdown/code-rails.ts';

describe('the rails of a code block', () => {
  it('run from a comment to the next blank line or the next comment', () => {
    expect(
      railsOf(['// BAD: x', 'a()', '', 'b()', '# GOOD', 'c()', '-- NEVER do', 'd()', '/* ALWAYS */', 'e()']),
    ).toEqual(['bad', 'bad', undefined, undefined, 'good', 'good', 'bad', 'bad', 'good', 'good']);
  });

  it('are a gift, never a guess', () => {
    for (const line of ['// BADGE', 'BAD = 1', 'x() // BAD', '// bad luck', '"// BAD"', '// This is BAD'])
      expect(railsOf([line])).toEqual([undefined]);
  });

  it('are of each form that the service labels', () => {
    for (const line of ['// Wrong: x', '# ❌ a', '// Incorrect', '-- Unsafe: x'])
      expect(railsOf([line]), line).toEqual(['bad']);
    for (const line of ['// Correct: x', '# ✅ a', '// Fix: x', '/* Better */'])
      expect(railsOf([line]), line).toEqual(['good']);
    expect(['❌ Wrong', 'Incorrect:', '✅ Correct', 'Better:'].map(captionRail)).toEqual([
      'bad',
      'bad',
      'good',
      'good',
    ]);
  });

  it('may be given by the paragraph above', () => {
    expect(['Bad:', 'BAD: x', 'Never', 'Good:', 'ALWAYS – so'].map(captionRail)).toEqual([
      'bad',
      'bad',
      'bad',
      'good',
      'good',
    ]);
    for (const text of ['', 'Badly:', 'Good code looks so', 'Why: bad', 'Always use a pool'])
      expect(captionRail(text), text).toBeUndefined();
  });
});
