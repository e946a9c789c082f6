import { expect, it } from 'vitest';
import { agoWords } from '../../../../src-server/contract/words.ts';

it('a time is told by how long ago it was, from seconds to days', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const words = [-5, 0, 59_999, 60_000, 3_599_000, 3_600_000, 8_040_000, 86_400_000, 259_200_000].map((ago) =>
    agoWords(new Date(now - ago).toISOString(), now).replace(' ago', ''),
  );
  expect(words).toEqual(['0 s', '0 s', '59 s', '1 min', '59 min', '1 h', '2 h', '1 day', '3 days']);
});
