import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SkillRow, toSkillRow } from '../../../../src-renderer/skill/skill-row.ts';
import { indexNames, matchNames, queryWords } from '../../../../src-renderer/views/search/match-names.ts';

const row = (name: string, { tags = [], trust = 50 }: { tags?: string[]; trust?: number } = {}): SkillRow =>
  toSkillRow({ key: `cpp/a/${name}`, name, language: 'cpp', tags, trust_score: trust });

function match(rows: readonly SkillRow[], query: string, most = 5) {
  const { best, total } = matchNames(indexNames(rows), query, most);
  return { best: best.map((one) => [one.row.name, one.kind]), total };
}

describe('names that contain what is typed', () => {
  it('come as whole words first, then starts, insides, and tags', () => {
    const rows = [row('requests', { tags: ['http'] }), row('aiohttp'), row('httplib'), row('net-http')];
    expect(match(rows, 'HTTP')).toEqual({
      best: [
        ['net-http', 'whole'],
        ['httplib', 'start'],
        ['aiohttp', 'part'],
        ['requests', 'tag'],
      ],
      total: 4,
    });
  });

  it('must have every word, all in the name or all in the tags', () => {
    const rows = [
      row('flat_hash_map'),
      row('robin', { tags: ['hash', 'map'] }),
      row('hash', { tags: ['map'] }),
    ];
    expect(match(rows, 'hash map').best).toEqual([
      ['flat_hash_map', 'whole'],
      ['robin', 'tag'],
    ]);
  });

  it('are five at most, and the number of all of them, the trusted first among equals', () => {
    const rows = Array.from({ length: 40 }, (_, i) => row(`lib-${i}`, { trust: i }));
    const { best, total } = match(rows, 'lib');
    expect(best.map(([name]) => name)).toEqual(['lib-39', 'lib-38', 'lib-37', 'lib-36', 'lib-35']);
    expect(total).toBe(40);
  });

  it('are found by a key that is pasted, and by words of a name in humps', () => {
    expect(match([row('gin'), row('mux')], 'cpp/a/mux').best).toEqual([['mux', 'whole']]);
    expect(match([row('RapidJson')], 'json').best).toEqual([['RapidJson', 'whole']]);
  });

  it('are none for a question, and none before a letter is typed', () => {
    expect(match([row('gin')], 'shut down without losing messages')).toEqual({ best: [], total: 0 });
    expect(match([row('gin')], ' - ')).toEqual({ best: [], total: 0 });
  });

  it('are the first of all, whatever their number', () => {
    const names = fc.array(fc.stringMatching(/^[ab]{1,4}$/), { maxLength: 30 });
    fc.assert(
      fc.property(
        names,
        fc.stringMatching(/^[ab]{1,2}$/),
        fc.integer({ min: 1, max: 6 }),
        (all, query, most) => {
          const rows = all.map((name, i) => row(name, { trust: i % 3 }));
          const few = match(rows, query, most);
          expect(few.best).toEqual(match(rows, query, 99).best.slice(0, most));
          expect(few.total).toBe(all.filter((name) => name.includes(query)).length);
        },
      ),
    );
  });

  it('take a hyphenated word as its parts, and signs of languages as theirs', () => {
    expect(queryWords('Header-Only C++ c#')).toEqual(['header', 'only', 'c++', 'c#']);
    expect(queryWords('?! -')).toEqual([]);
  });
});
