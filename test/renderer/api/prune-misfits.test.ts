import { describe, expect, it } from 'vitest';
import { pruneMisfits } from '../../../src-renderer/api/prune-misfits.ts';
import isListResponse from '../../../src-server/contract/schemas/list-response.schema.json?validate';

const list = (...skills: unknown[]) => ({
  schema: 'skills/v1',
  version: 1,
  updated_at: '2026-01-01T00:00:00Z',
  skills,
});
const required = { name: 'b', language: 'rust', tier: 'tier2', group: 'contrib' };
const good = { key: 'rust/a/b', ...required, trust_score: 90 };

function prune(answer: unknown): unknown {
  expect(isListResponse(answer)).toBe(false);
  return pruneMisfits(answer, isListResponse.errors ?? []);
}

describe('pruning what a schema refused', () => {
  it('takes out the wrong field and keeps the rest of its item', () => {
    expect(
      prune(list(good, { ...good, key: 'rust/a/c', trust_score: '90', tags: ['x', 7, 'y', null] })),
    ).toEqual(list(good, { key: 'rust/a/c', ...required, tags: ['x', 'y'] }));
  });

  it('takes out an item that lacks something required, wherever it stands', () => {
    expect(prune(list({ name: 'x' }, good, 'text', good, { key: 1 }))).toEqual(list(good, good));
  });

  it('leaves nothing that the schema still refuses', () => {
    const pruned = prune(list({ ...good, summary: 5, risk_level: {}, repo_skill: 'yes' }, null, good));
    expect(isListResponse(pruned)).toBe(true);
  });

  it('gives up on an answer that is something else', () => {
    for (const answer of [null, [], 'text', { error: 'no' }]) expect(prune(answer)).toBeUndefined();
  });

  it('does not change what it was given', () => {
    const answer = list({ ...good, trust_score: '90' });
    prune(answer);
    expect(answer.skills).toEqual([{ ...good, trust_score: '90' }]);
  });
});
