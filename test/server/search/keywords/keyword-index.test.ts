import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../../../src-server/contract/api.ts';
import { KeywordIndex } from '../../../../src-server/search/keywords/keyword-index.ts';
import type { SearchDocument } from '../../../../src-server/search/search-document.ts';
import { documentOf, keysOf, type Skill } from '../search-fixture.ts';
import { referenceSearch } from './reference-search.ts';

const skill = (key: string, more: Partial<Skill> = {}): Skill => ({ key, texts: {}, ...more });
const never = new AbortController().signal;
/** Changes that no table is made for. */
const MANY = 1_000;

/** All results, which the same answer as JSON has, too. */
function resultsOf(index: KeywordIndex, query: string, lang?: string): SearchResult[] {
  const matches = index.search(query, lang);
  const results = matches.results();
  expect(new TextDecoder().decode(matches.json('{"results":', '}'))).toBe(JSON.stringify({ results }));
  expect(matches.count).toBe(results.length);
  return results;
}

function indexOf(skills: readonly Skill[], fewest: number): KeywordIndex {
  const index = new KeywordIndex({ signal: never, fewest });
  index.update(
    skills.map((item) => documentOf(item)),
    [],
  );
  return index;
}

describe.each([
  { where: 'one by one', fewest: MANY },
  { where: 'in a table', fewest: 0 },
])('keyword search, looking $where', ({ fewest }) => {
  async function search(skills: readonly Skill[], query: string) {
    const index = indexOf(skills, fewest);
    await index.settled;
    expect(index.freshCount).toBe(fewest === 0 ? 0 : skills.length);
    return resultsOf(index, query);
  }

  const keys = async (skills: readonly Skill[], query: string): Promise<string[]> =>
    keysOf(await search(skills, query));

  it('puts name over tag over summary', async () => {
    const skills = [
      skill('cpp/a/one', { summary: 'A queue' }),
      skill('cpp/b/two', { tags: ['queue'] }),
      skill('cpp/c/queue'),
    ];
    expect(await keys(skills, 'queue')).toEqual(['cpp/c/queue', 'cpp/b/two', 'cpp/a/one']);
  });

  it('puts whole words over beginnings over insides', async () => {
    const skills = [
      skill('python/a/performance'),
      skill('python/b/ormolu'),
      skill('python/c/my-orm'),
      skill('python/d/orm'),
    ];
    expect(await keys(skills, 'orm')).toEqual([
      'python/d/orm',
      'python/c/my-orm',
      'python/b/ormolu',
      'python/a/performance',
    ]);
  });

  it('puts a real tag over a name that contains the word', async () => {
    const skills = [skill('cpp/a/performance'), skill('python/b/sqlalchemy', { tags: ['orm'] })];
    expect((await keys(skills, 'orm'))[0]).toBe('python/b/sqlalchemy');
  });

  it('finds several words in a hyphenated tag, an identifier and a compound', async () => {
    const skills = [
      skill('cpp/a/opencv', { tags: ['computer-vision'] }),
      skill('cpp/b/flat_hash_map'),
      skill('cpp/c/parallel-hashmap'),
    ];
    expect(await keys(skills, 'computer vision')).toEqual(['cpp/a/opencv']);
    expect(await keys(skills, 'hash map')).toEqual(['cpp/b/flat_hash_map', 'cpp/c/parallel-hashmap']);
    expect(await keys(skills, 'hashmap')).toEqual(['cpp/c/parallel-hashmap', 'cpp/b/flat_hash_map']);
    expect(await keys(skills, 'hash-map')).toEqual(await keys(skills, 'hash map'));
  });

  it('finds a name of several words by these words in one', async () => {
    const named = (name: string): SearchDocument => ({ ...documentOf(skill('cpp/a/one')), name });
    for (const [name, query] of [
      ['flat hash map', 'hashmap'],
      ["don't panic", 'donpanic'],
    ] as const) {
      const index = new KeywordIndex({ signal: never, fewest });
      index.update([named(name)], []);
      await index.settled;
      expect(keysOf(resultsOf(index, query))).toEqual(['cpp/a/one']);
    }
  });

  it('finds a Greek word, wherever the text goes on behind it', async () => {
    expect(await keys([skill('cpp/a/one', { tags: ['ΟΔΟΣ.Χ'] })], 'ΟΔΟΣ')).toEqual(['cpp/a/one']);
  });

  it('answers with the documents alone that are accepted', async () => {
    const index = indexOf([skill('cpp/a/json'), skill('go/a/json-go')], fewest);
    await index.settled;
    expect(resultsOf(index, 'json', 'go')).toEqual([
      { key: 'go/a/json-go', name: 'json-go', language: 'go', _score: 100 },
    ]);
    expect(resultsOf(index, 'json')).toHaveLength(2);
  });

  it('wants every word', async () => {
    expect(await keys([skill('cpp/a/json', { tags: ['parser'] })], 'json server')).toEqual([]);
  });

  it('knows no field but name, tags and summary', async () => {
    expect(await keys([skill('cpp/github/json')], 'github')).toEqual([]);
    expect(await keys([skill('cpp/github/json')], 'cpp')).toEqual([]);
  });

  it('ignores case and accents', async () => {
    expect(await keys([skill('cpp/a/Catch2')], 'CATCH2')).toEqual(['cpp/a/Catch2']);
    expect(await keys([skill('cpp/a/café')], 'cafe')).toEqual(['cpp/a/café']);
  });

  it('knows a language by its other names', async () => {
    expect(
      await keys([skill('cpp/a/one', { tags: ['c++'] }), skill('cpp/a/two', { tags: ['cpp'] })], 'C++'),
    ).toHaveLength(2);
  });

  it('takes a placeholder for no summary, but what follows it for one', async () => {
    const skills = [
      skill('cpp/a/one', { summary: 'LibSkills skill for a/one' }),
      skill('cpp/a/two', { summary: 'LibSkills skill for a/two - A trace printer' }),
    ];
    expect(await keys(skills, 'libskills')).toEqual([]);
    expect(await keys(skills, 'printer')).toEqual(['cpp/a/two']);
  });

  it('orders equals by trust score, then by key', async () => {
    const skills = [
      skill('cpp/b/same', { trustScore: 50 }),
      skill('cpp/a/same', { trustScore: 50 }),
      skill('go/c/same', { trustScore: 90 }),
    ];
    expect(await keys(skills, 'same')).toEqual(['go/c/same', 'cpp/a/same', 'cpp/b/same']);
  });

  it('makes no more results than are wanted', async () => {
    const index = indexOf([skill('cpp/a/json'), skill('cpp/b/json-two'), skill('cpp/c/json-three')], fewest);
    await index.settled;
    expect(keysOf(index.search('json').results(2))).toEqual(['cpp/a/json', 'cpp/b/json-two']);
    expect(index.search('json').count).toBe(3);
  });

  it('writes keys and names as JSON does, whatever is in them', async () => {
    const names = ['json "quoted"\\', 'json\nlines', 'json\u2028 文字 é', 'json \ud800 lone', 'json'];
    const index = new KeywordIndex({ signal: never, fewest });
    index.update(
      names.map((name, i): SearchDocument => ({ ...documentOf(skill(`cpp/a/${i}`)), name })),
      [],
    );
    await index.settled;
    expect(resultsOf(index, 'json').map(({ name }) => name)).toHaveLength(names.length);
    expect(resultsOf(index, 'yaml')).toEqual([]);
  });

  it('answers a query without a letter or digit with nothing', async () => {
    expect(await keys([skill('cpp/a/one')], '--- !')).toEqual([]);
  });

  it('gives exactly the fields of the interface', async () => {
    expect(await search([skill('cpp/a/one')], 'one')).toEqual([
      { key: 'cpp/a/one', name: 'one', language: 'cpp', _score: 100 },
    ]);
  });

  it('scores the best match 100 and all others in whole numbers from 1', async () => {
    const name = fc.constantFrom('json', 'fastjson', 'jsonic', 'my-json', 'other');
    const item = fc.record({
      name,
      summary: fc.constantFrom('', 'json here', 'ajsonb'),
      tags: fc.constantFrom([], ['json']),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 8 }), async (items) => {
        const skills = items.map(({ name: own, ...more }, i) => skill(`cpp/a${i}/${own}`, more));
        const scores = (await search(skills, 'json')).map(({ _score }) => _score);
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
  /** Whether a table that is due is waited for. */
  settles: fc.boolean(),
});
const queries = fc.array(
  fc.oneof(name, fc.constantFrom('h', 'ha', 'as', 'ashma', 'go', 'js', 'hash map', 'σ')),
  {
    minLength: 1,
    maxLength: 4,
  },
);

describe('an index that changes', () => {
  it('answers at every moment as comparing all words with all words does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 6 }),
        queries,
        fc.integer({ min: 0, max: 6 }),
        async (changes, asked, fewest) => {
          const index = new KeywordIndex({ signal: never, fewest });
          const present = new Map<string, SearchDocument>();
          for (const { changed, removed, settles } of changes) {
            const documents = changed.map(
              (one): SearchDocument => ({ ...documentOf(skill(one.key)), ...one }),
            );
            for (const key of removed) present.delete(key);
            for (const one of documents) present.set(one.key, one);
            index.update(documents, removed);
            if (settles) await index.settled;
            for (const query of asked) {
              expect(resultsOf(index, query)).toEqual(referenceSearch(present.values(), query));
            }
          }
          await index.settled;
          for (const query of asked) {
            expect(resultsOf(index, query)).toEqual(referenceSearch(present.values(), query));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('takes in what changes while a table is made', async () => {
    const index = new KeywordIndex({ signal: never, fewest: 0 });
    const skills = ['json-1', 'json-2', 'json-3', 'json-4'].map((name) => documentOf(skill(`cpp/a/${name}`)));
    let looks = 0;
    const last: SearchDocument = {
      ...documentOf(skill('cpp/a/last')),
      // Looked at once for searches without a table, and then for the table.
      get tags() {
        looks += 1;
        if (looks === 2) {
          const changed = [skill('cpp/a/yaml'), skill('cpp/a/json-1', { tags: ['new'] })];
          index.update(
            changed.map((one) => documentOf(one)),
            ['cpp/a/json-2'],
          );
        }
        return [];
      },
    };
    index.update([...skills, last], []);
    await index.settled;
    expect(looks).toBeGreaterThan(1);
    expect(keysOf(resultsOf(index, 'yaml'))).toEqual(['cpp/a/yaml']);
    expect(keysOf(resultsOf(index, 'new'))).toEqual(['cpp/a/json-1']);
    expect(keysOf(resultsOf(index, 'json'))).toEqual(['cpp/a/json-1', 'cpp/a/json-3', 'cpp/a/json-4']);
  });

  it('answers from the table, without what went, where most of many skills match', async () => {
    const skills = Array.from({ length: 500 }, (_, i) =>
      documentOf(skill(`cpp/a/${i}`, { tags: i % 5 === 4 ? ['yaml'] : ['json'], trustScore: i % 7 })),
    );
    const index = new KeywordIndex({ signal: never, fewest: 100 });
    index.update(skills, []);
    await index.settled;
    const changed = skills.slice(0, 9).map((one) => ({ ...one, summary: 'json here' }));
    const gone = ['cpp/a/10', 'cpp/a/11', 'cpp/a/14'];
    index.update(changed, gone);
    const present = [...changed, ...skills.slice(9).filter(({ key }) => !gone.includes(key))];
    for (const query of ['json', 'js', 'j', 'json here', 'yaml'])
      expect(resultsOf(index, query)).toEqual(referenceSearch(present, query));
    expect(index.freshCount).toBe(9);
  });

  it('makes no table before what goes first is done, and answers meanwhile', async () => {
    let go = () => {};
    const after = new Promise<void>((resolve) => {
      go = resolve;
    });
    const index = new KeywordIndex({ signal: never, fewest: 0, after });
    index.update([documentOf(skill('cpp/a/json'))], []);
    await nextTurn();
    await nextTurn();
    expect(index.tableBytes).toBe(0);
    expect(keysOf(resultsOf(index, 'json'))).toEqual(['cpp/a/json']);
    go();
    await index.settled;
    expect(index.freshCount).toBe(0);
    expect(keysOf(resultsOf(index, 'json'))).toEqual(['cpp/a/json']);
  });

  it('keeps answering where it is closed while a table is made', async () => {
    const closing = new AbortController();
    const index = new KeywordIndex({ signal: closing.signal, fewest: 0 });
    index.update([documentOf(skill('cpp/a/json'))], []);
    closing.abort(new Error('closed'));
    await index.settled;
    expect(index.tableBytes).toBe(0);
    expect(keysOf(resultsOf(index, 'json'))).toEqual(['cpp/a/json']);
  });
});
