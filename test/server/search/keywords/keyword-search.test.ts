import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeywordRecord, searchKeywords } from '../../../../src-server/search/keywords/keyword-search.ts';
import { documentOf, keysOf, type Skill } from '../search-fixture.ts';

const skill = (key: string, more: Partial<Skill> = {}): Skill => ({ key, texts: {}, ...more });

function search(skills: readonly Skill[], query: string) {
  const entries = skills.map((item) => {
    const document = documentOf(item);
    return { document, record: new KeywordRecord(document) };
  });
  return searchKeywords(entries, query, () => true);
}

const keys = (skills: readonly Skill[], query: string): string[] => keysOf(search(skills, query));

describe('keyword search', () => {
  it('puts name over tag over summary', () => {
    const skills = [
      skill('cpp/a/one', { summary: 'A queue' }),
      skill('cpp/b/two', { tags: ['queue'] }),
      skill('cpp/c/queue'),
    ];
    expect(keys(skills, 'queue')).toEqual(['cpp/c/queue', 'cpp/b/two', 'cpp/a/one']);
  });

  it('puts whole words over beginnings over insides', () => {
    const skills = [
      skill('python/a/performance'),
      skill('python/b/ormolu'),
      skill('python/c/my-orm'),
      skill('python/d/orm'),
    ];
    expect(keys(skills, 'orm')).toEqual([
      'python/d/orm',
      'python/c/my-orm',
      'python/b/ormolu',
      'python/a/performance',
    ]);
  });

  it('puts a real tag over a name that contains the word', () => {
    const skills = [skill('cpp/a/performance'), skill('python/b/sqlalchemy', { tags: ['orm'] })];
    expect(keys(skills, 'orm')[0]).toBe('python/b/sqlalchemy');
  });

  it('finds several words in a hyphenated tag, an identifier and a compound', () => {
    const skills = [
      skill('cpp/a/opencv', { tags: ['computer-vision'] }),
      skill('cpp/b/flat_hash_map'),
      skill('cpp/c/parallel-hashmap'),
    ];
    expect(keys(skills, 'computer vision')).toEqual(['cpp/a/opencv']);
    expect(keys(skills, 'hash map')).toEqual(['cpp/b/flat_hash_map', 'cpp/c/parallel-hashmap']);
    expect(keys(skills, 'hashmap')).toEqual(['cpp/c/parallel-hashmap', 'cpp/b/flat_hash_map']);
    expect(keys(skills, 'hash-map')).toEqual(keys(skills, 'hash map'));
  });

  it('wants every word', () => {
    expect(keys([skill('cpp/a/json', { tags: ['parser'] })], 'json server')).toEqual([]);
  });

  it('knows no field but name, tags and summary', () => {
    expect(keys([skill('cpp/github/json')], 'github')).toEqual([]);
    expect(keys([skill('cpp/github/json')], 'cpp')).toEqual([]);
  });

  it('ignores case and accents', () => {
    expect(keys([skill('cpp/a/Catch2')], 'CATCH2')).toEqual(['cpp/a/Catch2']);
    expect(keys([skill('cpp/a/café')], 'cafe')).toEqual(['cpp/a/café']);
  });

  it('knows a language by its other names', () => {
    expect(
      keys([skill('cpp/a/one', { tags: ['c++'] }), skill('cpp/a/two', { tags: ['cpp'] })], 'C++'),
    ).toHaveLength(2);
  });

  it('takes a placeholder for no summary, but what follows it for one', () => {
    const skills = [
      skill('cpp/a/one', { summary: 'LibSkills skill for a/one' }),
      skill('cpp/a/two', { summary: 'LibSkills skill for a/two - A trace printer' }),
    ];
    expect(keys(skills, 'libskills')).toEqual([]);
    expect(keys(skills, 'printer')).toEqual(['cpp/a/two']);
  });

  it('orders equals by trust score, then by key', () => {
    const skills = [
      skill('cpp/b/same', { trustScore: 50 }),
      skill('cpp/a/same', { trustScore: 50 }),
      skill('go/c/same', { trustScore: 90 }),
    ];
    expect(keys(skills, 'same')).toEqual(['go/c/same', 'cpp/a/same', 'cpp/b/same']);
  });

  it('answers a query without a letter or digit with nothing', () => {
    expect(keys([skill('cpp/a/one')], '--- !')).toEqual([]);
  });

  it('gives exactly the fields of the interface', () => {
    expect(search([skill('cpp/a/one')], 'one')).toEqual([
      { key: 'cpp/a/one', name: 'one', language: 'cpp', _score: 100 },
    ]);
  });

  it('scores the best match 100 and all others in whole numbers from 1', () => {
    const name = fc.constantFrom('json', 'fastjson', 'jsonic', 'my-json', 'other');
    const item = fc.record({
      name,
      summary: fc.constantFrom('', 'json here', 'ajsonb'),
      tags: fc.constantFrom([], ['json']),
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), (items) => {
        const skills = items.map(({ name: own, ...more }, i) => skill(`cpp/a${i}/${own}`, more));
        const scores = search(skills, 'json').map(({ _score }) => _score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        expect(scores[0] ?? 100).toBe(100);
        expect(scores.every((score) => Number.isInteger(score) && score >= 1)).toBe(true);
      }),
    );
  });
});
