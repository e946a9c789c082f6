import { describe, expect, it } from 'vitest';
import { type SkillRow, toSkillRow } from '../../../../src-renderer/skill/skill-row.ts';
import { queryWords, rowsCalled, toNameMatches } from '../../../../src-renderer/views/search/match-names.ts';

const row = (name: string, more: { tags?: string[]; summary?: string } = {}): SkillRow =>
  toSkillRow({ key: `cpp/a/${name}`, name, language: 'cpp', tags: [], ...more });

function match(rows: readonly SkillRow[], query: string, keys = rows.map(({ key }) => key), most = 5) {
  const results = keys.map((key) => ({ key, name: '', language: 'cpp', _score: 100 }));
  const { best, total } = toNameMatches(
    { query, results },
    new Map(rows.map((each) => [each.key, each])),
    most,
  );
  return { best: best.map((one) => [one.row.name, one.kind]), total };
}

describe('the skills that the service finds for what is typed', () => {
  it('stay in its order, each with where it has the words', () => {
    const rows = [
      row('pg', { tags: ['postgres'] }),
      row('aiohttp', { summary: 'HTTP client' }),
      row('requests', { tags: ['http', 'client'] }),
      row('curl', { tags: ['client'], summary: 'HTTP' }),
      row('http-client'),
    ];
    expect(match(rows, 'HTTP client').best).toEqual([
      ['pg', 'alias'],
      ['aiohttp', 'summary'],
      ['requests', 'tags'],
      ['curl', 'summary'],
      ['http-client', 'name'],
    ]);
  });

  it('are five at most, and the number of all of them', () => {
    const rows = Array.from({ length: 40 }, (_, i) => row(`lib-${i}`));
    expect(match(rows, 'lib').best.map(([name]) => name)).toEqual([
      'lib-0',
      'lib-1',
      'lib-2',
      'lib-3',
      'lib-4',
    ]);
    expect(match(rows, 'lib').total).toBe(40);
  });

  it('leave out a skill that the list no longer has', () => {
    expect(match([row('here')], 'here', ['cpp/a/gone', 'cpp/a/here'])).toEqual({
      best: [['here', 'name']],
      total: 1,
    });
  });

  it('are those called so where the service cannot be asked', () => {
    const rows = [row('aiohttp', { summary: 'tokio' }), row('tokio'), row('hyper', { tags: ['tokio'] })];
    const { best, total } = rowsCalled('Tokio', rows, 1);
    expect([best.map((one) => one.row.name), total]).toEqual([['tokio'], 2]);
    expect(rowsCalled('?', rows, 5).total).toBe(0);
  });

  it('take a hyphenated word as its parts, and signs of languages as theirs', () => {
    expect(queryWords('Header-Only C++ c#')).toEqual(['header', 'only', 'c++', 'c#']);
    expect(queryWords('?! -')).toEqual([]);
  });
});
