import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src-renderer/api/api-transport.ts';
import { answeredQuestions } from '../../../src-renderer/skill/answered-questions.ts';
import type { FindResponse, MatchStrength } from '../../../src-server/contract/api/api.ts';

/** A service that answers each question as strongly as `strengthOf` says. */
function apiWith(strengthOf: (query: string) => MatchStrength) {
  const asked: string[] = [];
  const find = async (query: string): Promise<Answer<FindResponse>> => {
    asked.push(query);
    const question = { strength: strengthOf(query), verdict: 'match', skills: 1, matching: 1 } as const;
    return {
      ok: true,
      tookMs: 1,
      value: { query, results: [], question: { ...question, words: [], left_out: [] } },
    };
  };
  return { asked, find };
}

describe('example questions', () => {
  it('are those that the registry answers strongly, three at most', async () => {
    const api = apiWith((query) => (query.includes('hangs') ? 'partial' : 'strong'));
    const answer = await answeredQuestions(api);
    expect(answer).toMatchObject({ ok: true, value: { length: 3 } });
    expect(api.asked).toHaveLength(4);
    expect(answer.ok && answer.value).not.toContain(api.asked[0]);
  });

  it('are none where the registry answers none of them', async () => {
    expect(await answeredQuestions(apiWith(() => 'weak'))).toMatchObject({ ok: true, value: [] });
  });

  it('are not known while the service fails', async () => {
    const failure = { ok: false, failure: { kind: 'down' } } as never;
    expect(await answeredQuestions({ find: async () => failure })).toBe(failure);
  });
});
