import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../../src-server/contract/api.ts';
import { KeywordIndex } from '../../../src-server/search/keyword-index.ts';
import type { SearchDocument } from '../../../src-server/search/search-document.ts';
import { referenceSearch } from './reference-search.ts';
import { documentOf, keysOf, type Skill } from './search-fixture.ts';

const skill = (key: string, more: Partial<Skill> = {}): Skill => ({ key, texts: {}, ...more });

function indexOf(documents: readonly SearchDocument[]): KeywordIndex {
  const index = new KeywordIndex();
  index.update(documents, []);
  return index;
}

describe('keyword search', () => {
  const search = (skills: readonly Skill[], query: string): SearchResult[] =>
    indexOf(skills.map((one) => documentOf(one))).search(query);

  const keys = (skills: readonly Skill[], query: string): string[] => keysOf(search(skills, query));

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

  it('finds a name of several words by these words in one', () => {
    const named = (name: string): SearchDocument => ({ ...documentOf(skill('cpp/a/one')), name });
    for (const [name, query] of [
      ['flat hash map', 'hashmap'],
      ["don't panic", 'donpanic'],
    ] as const) {
      expect(keysOf(indexOf([named(name)]).search(query))).toEqual(['cpp/a/one']);
    }
  });

  it.each([
    ['v-8', 'v8'],
    ['s-3-client', 's3 client'],
    ['日-本-語', '日本'],
    ['6-1-1', '61'],
  ])('finds %s by its beginning without separators, %s', (name, query) => {
    expect(keys([skill(`cpp/a/${name}`)], query)).toEqual([`cpp/a/${name}`]);
  });

  it('finds two letters inside a word, but not across words', () => {
    const skills = [skill('cpp/a/flat_hash_map'), skill('python/b/oauth'), skill('cpp/c/中-文-字')];
    expect(keys(skills, 'th')).toEqual(['python/b/oauth']);
    expect(keys(skills, '文字')).toEqual([]);
  });

  it('finds one letter or digit where a word begins, and not inside', () => {
    const skills = [skill('cpp/a/sqlite3'), skill('cpp/b/top-3')];
    expect(keys(skills, '3')).toEqual(['cpp/b/top-3']);
    expect(keys(skills, 'l')).toEqual([]);
  });

  it.each(['分', '分词', '文分', '中文分词', '分词库', 'jieba分词', 'ひらがな', '分词，快速'])(
    'finds %s in the name, a tag or the summary of scripts without blanks',
    (query) => {
      const text = '快速中文分词库和jieba分词, ひらがなです';
      const skills = [
        { ...documentOf(skill('cpp/a/one')), name: text },
        documentOf(skill('cpp/b/two', { tags: [text] })),
        documentOf(skill('cpp/c/three', { summary: text })),
      ];
      expect(keysOf(indexOf(skills).search(query))).toEqual(['cpp/a/one', 'cpp/b/two', 'cpp/c/three']);
    },
  );

  it('finds a Greek word, wherever the text goes on behind it', () => {
    expect(keys([skill('cpp/a/one', { tags: ['ΟΔΟΣ.Χ'] })], 'ΟΔΟΣ')).toEqual(['cpp/a/one']);
  });

  it('answers with the documents alone that are accepted', () => {
    const index = indexOf([documentOf(skill('cpp/a/json')), documentOf(skill('go/a/json-go'))]);
    expect(index.search('json', 'go')).toEqual([
      { key: 'go/a/json-go', name: 'json-go', language: 'go', _score: 100 },
    ]);
    expect(index.search('json')).toHaveLength(2);
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

const PIECES = ['hash', 'map', 'ha', 'h', 'Flat', 'Json', '2', 'c++', 'golang', 'é', '文字', 'Σ', 'ring'];
const name = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom('', '', '-', '_', ' ', "'s ", '—')), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.flat().join(''));
const document = fc.record({
  key: fc.integer({ min: 0, max: 15 }).map((number) => `cpp/a/${number}`),
  name,
  tags: fc.array(name, { maxLength: 3 }),
  summary: fc.oneof(
    fc.constant('LibSkills skill for a/b'),
    fc.array(name, { maxLength: 4 }).map((parts) => parts.join(' ')),
  ),
  trustScore: fc.constantFrom(50, 90),
});
const change = fc.record({
  changed: fc.uniqueArray(document, { selector: ({ key }) => key, maxLength: 12 }),
  removed: fc.array(
    fc.integer({ min: 0, max: 15 }).map((number) => `cpp/a/${number}`),
    { maxLength: 3 },
  ),
});
const queries = fc.array(
  fc.oneof(name, fc.constantFrom('h', 'ha', 'as', 'ashma', 'go', 'js', 'hash map', 'σ')),
  {
    minLength: 1,
    maxLength: 4,
  },
);

describe('an index that changes', () => {
  it('answers as comparing all words with all words does', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), queries, (changes, asked) => {
        const index = new KeywordIndex();
        const present = new Map<string, SearchDocument>();
        for (const { changed, removed } of changes) {
          const documents = changed.map((one): SearchDocument => ({ ...documentOf(skill(one.key)), ...one }));
          for (const key of removed) present.delete(key);
          for (const one of documents) present.set(one.key, one);
          index.update(documents, removed);
          for (const query of asked) {
            expect(index.search(query)).toEqual(referenceSearch(present.values(), query));
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
