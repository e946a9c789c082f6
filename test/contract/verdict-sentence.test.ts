import { describe, expect, it } from 'vitest';
import { verdictSentence } from '../../src-server/contract/agent-lines.ts';

const DJANGO = { name: 'django', skills: [] };

describe('what is said of an answer', () => {
  it('is nothing if it answers', () => {
    expect(verdictSentence({ strength: 'strong', verdict: 'match' })).toBeUndefined();
    const source = { name: 'tokio', skills: ['rust/tokio-rs/tokio'] };
    expect(verdictSentence({ strength: 'partial', verdict: 'match', source })).toBeUndefined();
  });

  it('is that it is not sure', () => {
    expect(verdictSentence({ strength: 'weak', verdict: 'unsure' })).toBe('Closest matches, not sure.');
  });

  it('names the words that no skill has', () => {
    const unsure = { strength: 'partial', verdict: 'unsure' } as const;
    expect(verdictSentence({ ...unsure, missing: ['prisma'] })).toBe(
      "Closest matches, not sure: no skill has the word 'prisma'.",
    );
    expect(verdictSentence({ ...unsure, missing: ['a', 'b', 'c', 'd'] })).toBe(
      "Closest matches, not sure: no skill has the words 'a', 'b', 'c'.",
    );
  });

  it('advises to go on without a skill only for a library without a skill, or without a telling word', () => {
    expect(verdictSentence({ strength: 'weak', verdict: 'none', source: DJANGO })).toBe(
      'This message comes from django; no skill covers it. Go on without a skill.',
    );
    expect(verdictSentence({ strength: 'weak', verdict: 'none' })).toBe(
      'No skill has a telling word of this question. Go on without a skill.',
    );
    expect(verdictSentence({ strength: 'weak', verdict: 'none', source: { ...DJANGO, asked: true } })).toBe(
      'No skill covers django. Go on without a skill.',
    );
    expect(verdictSentence({ strength: 'partial', verdict: 'match', source: DJANGO })).toBe(
      'This message comes from django; no skill covers it.',
    );
  });
});
