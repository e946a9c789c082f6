import { describe, expect, it } from 'vitest';
import { openSearch, type Skill } from './search-fixture.ts';

const skill = (key: string, text: string, more: Partial<Skill> = {}): Skill => ({
  key,
  texts: { 'overview.md': text },
  ...more,
});

describe('find', () => {
  it('scores relative to the best result, with one decimal, and carries exactly its fields', () => {
    const index = openSearch([skill('cpp/a/pool', 'pool pool pool'), skill('go/a/pool', 'a pool of words')]);
    const results = index.find('pool', { limit: 10 });
    expect(results.map((result) => Object.keys(result))).toEqual([
      ['key', 'score', 'raw_score'],
      ['key', 'score', 'raw_score'],
    ]);
    expect(results[0]?.score).toBe(100);
    expect(results[1]?.score).toBe(
      Math.round((1000 * (results[1]?.raw_score ?? 0)) / (results[0]?.raw_score ?? 1)) / 10,
    );
  });

  it('answers in one language with scores relative to the best there', () => {
    const index = openSearch([skill('cpp/a/pool', 'pool pool'), skill('go/a/pool', 'a pool of words')]);
    const results = index.find('pool', { limit: 10, lang: 'go' });
    expect(results.map(({ key, score }) => [key, score])).toEqual([['go/a/pool', 100]]);
  });
});

it('warns of a skill that agents don’t get any more, before search has heard of the change', () => {
  const reasons = new Map<string, string>();
  const index = openSearch([skill('go/a/pool', 'pool pool'), skill('go/b/queue', 'queue of words')], reasons);
  const verdict = () => index.explain('pool', { limit: 10 }).question;
  const before = verdict();
  expect([index.withheldWarning('go/a/pool'), before.strength]).toEqual([undefined, 'strong']);
  reasons.set('go/a/pool', 'its code examples are Rust');
  expect(index.withheldWarning('go/a/pool')).toContain('its code examples are Rust');
  expect(verdict()).not.toEqual(before);
  reasons.clear();
  expect([index.withheldWarning('go/a/pool'), verdict()]).toEqual([undefined, before]);
});

describe('explain', () => {
  const text = [
    '# Pool',
    'About pools.',
    '## Timeouts',
    'A connection that times out',
    'goes back to the pool.',
    '## Other',
    'Nothing.',
  ].join('\n');

  it('names the entry with most of the query, its lines and a snippet with the words marked', () => {
    const index = openSearch([skill('cpp/a/pool', text), skill('cpp/a/other', 'filler')]);
    const {
      results: [result],
    } = index.explain('conection timeout pool', { limit: 1 });
    expect(result?.section).toMatchObject({
      file: 'overview.md',
      heading: 'Timeouts',
      line_start: 3,
      line_end: 5,
    });
    const { snippet = '', highlights = [] } = result?.section ?? {};
    expect(highlights.map(([start, end]) => snippet.slice(start, end))).toEqual(['connection', 'pool']);
    expect(result?.terms?.find(({ word }) => word === 'conection')).toMatchObject({
      term: 'connect',
      replaced: true,
    });
  });

  it('gives weights that add up to the raw score, heaviest first', () => {
    const index = openSearch([skill('cpp/a/pool', text), skill('cpp/a/other', 'pool filler')]);
    const {
      results: [result],
    } = index.explain('connection times pool', { limit: 1 });
    const weights = result?.terms?.map(({ weight }) => weight) ?? [];
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(result?.raw_score ?? 0, 9);
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    expect(result?.terms?.find(({ term }) => term === 'pool')).toMatchObject({ occurrences: 3, skills: 2 });
  });

  it('says where each word stands in the skill, and in which files', () => {
    const texts = { 'a.md': '# Stop\nCall it.\n```go\nmutex()\n```', 'b.md': 'a mutex, a stop' };
    const index = openSearch([{ key: 'go/a/pool', texts, tags: ['vision'] }]);
    const { results } = index.explain('stop mutex vision call', { limit: 1 });
    const [result] = results;
    const terms = new Map(result?.terms?.map(({ term, ...rest }) => [term, rest]));
    expect(result?.section?.file).toBe('a.md');
    expect(terms.get('stop')).toMatchObject({
      places: ['heading', 'text'],
      files: ['a.md', 'b.md'],
    });
    expect(terms.get('vision')).toMatchObject({
      occurrences: 0,
      places: ['tags'],
      files: [],
    });
  });

  it('says where a symptom matched, and shows the entry of the texts that has most of the rest', () => {
    const texts = { 'a.md': '# Start\nFiller.\n# Pipes\nA pipe.' };
    const symptoms = ['broken pipe while sending'];
    const index = openSearch([{ key: 'go/a/pool', texts, symptoms }]);
    const [result] = index.explain('broken pipe', { limit: 1 }).results;
    const terms = new Map(result?.terms?.map(({ term, ...rest }) => [term, rest]));
    expect(terms.get('broken')).toMatchObject({ occurrences: 0, places: ['symptoms'], files: [] });
    expect(terms.get('pipe')).toMatchObject({ occurrences: 2, files: ['a.md'] });
    expect(terms.get('pipe')?.places).toEqual(['symptoms', 'heading', 'text']);
    expect(result?.section).toMatchObject({ file: 'a.md', heading: 'Pipes' });
    const [only] = index.explain('sending', { limit: 1 }).results;
    expect(only?.section).toBeUndefined();
    expect(only?.strength).toBe('partial');
  });

  it('tells what became of the question: what is nowhere, what stands in, what was left out', () => {
    const index = openSearch([skill('cpp/a/pool', 'connection'), skill('cpp/a/other', 'filler')]);
    const { question } = index.explain('how does a conection meet kubernetes', { limit: 1 });
    expect(question).toMatchObject({ skills: 2, matching: 1, left_out: ['how', 'does', 'a'] });
    expect(question.words).toEqual([
      { word: 'conection', term: 'conect', skills: 0, near: ['connect'] },
      { word: 'meet', term: 'meet', skills: 0 },
      { word: 'kubernetes', term: 'kubernet', skills: 0 },
    ]);
  });

  it('calls the answer weak where nothing was found, and as strong as its first result elsewhere', () => {
    const index = openSearch([
      skill('cpp/a/pool', '# Mutex guard\nmutex guard '.repeat(200)),
      skill('cpp/a/other', 'filler'),
    ]);
    expect(index.explain('zookeeper', { limit: 1 }).question.strength).toBe('weak');
    const { results, question } = index.explain('mutex guard', { limit: 1 });
    expect([results[0]?.strength, question.strength]).toEqual(['strong', 'strong']);
  });

  it('calls the skill strong that is asked for by its name, however common the word', () => {
    const index = openSearch(
      ['requests', 'flask', 'hyper', 'gin'].map((name) => skill(`cpp/a/${name}`, 'A request.')),
    );
    const { results, question } = index.explain('requests', { limit: 2 });
    expect([results[0]?.key, results[0]?.strength]).toEqual(['cpp/a/requests', 'strong']);
    expect(question.strength).toBe('strong');
    expect(index.explain('two requests', { limit: 1 }).question.strength).toBe('weak');
  });

  it.each([
    ['pg', 'js/brianc/node-postgres'],
    ['pg@8.11.0', 'js/brianc/node-postgres'],
    ['https://github.com/brianc/node-postgres', 'js/brianc/node-postgres'],
    ['psycopg2-binary==2.9.9', 'python/psycopg/psycopg2'],
    ['@types/ws', 'js/websockets/ws'],
  ])('puts first, in both searches, the skill that %s is a name of, and calls it strong', (query, key) => {
    const others = ['types/binary', 'github/com', 'a/pg-tools'].map((name) =>
      skill(`go/${name}`, 'pg types binary https github com', {
        summary: 'pg types binary https github com',
        trustScore: 90,
      }),
    );
    const named = [
      skill('js/brianc/node-postgres', 'A pool of pg.', { packages: ['pg'] }),
      skill('python/psycopg/psycopg2', 'A cursor of psycopg2.'),
      skill('js/websockets/ws', 'A socket of ws.'),
    ];
    const index = openSearch([...others, ...named]);
    const found = index.search(query, { names: true });
    expect(found[0]).toMatchObject({ key, _score: 100 });
    expect(found.filter((result) => result.key === key)).toHaveLength(1);
    expect(index.search(query, { names: true, lang: 'rust' })).toEqual([]);
    const { results, question } = index.explain(query, { limit: 2 });
    expect([results[0]?.key, results[0]?.strength, question.strength]).toEqual([key, 'strong', 'strong']);
  });

  it('judges a result by the entry that it shows, not by a list that mentions everything', () => {
    const list = '## Contents\nMutex, timer, socket, logger, parser, iterator.\n';
    const about = '## Locks\nA mutex. The mutex is locked. A locked mutex waits for the mutex.\n';
    const filler = Array.from({ length: 40 }, (_, i) => `filler${i}`).join(' ');
    const other = skill('cpp/a/other', `# Other\nA timer and a mutex.\n\n## More\n${filler}`);
    const one = skill('cpp/a/pool', `${list}\n${filler}\n\n${about}`);
    const index = openSearch([one, other]);
    const { results } = index.explain('mutex timer', { limit: 2 });
    const result = results.find(({ key }) => key === one.key);
    expect([result?.section?.heading, result?.strength]).toEqual(['Locks', 'weak']);
  });

  it('calls a result weak that has less than half of what the best one has, though an entry has every word', () => {
    const index = openSearch([
      skill('cpp/a/pool', '# Mutex guard\nmutex guard '.repeat(200)),
      skill('cpp/a/other', 'a mutex, by the way'),
    ]);
    const { results } = index.explain('mutex', { limit: 2 });
    expect(results.map(({ key, strength }) => [key, strength])).toEqual([
      ['cpp/a/pool', 'partial'],
      ['cpp/a/other', 'weak'],
    ]);
  });

  it('calls no result stronger than one before it, though an entry of it has every word', () => {
    const others = ['one', 'two', 'three', 'four'].map((name) =>
      skill(`cpp/a/${name}`, 'A mutex.\n# More\nA timer.'),
    );
    const index = openSearch([
      skill('cpp/a/first', '# Mutex\nMutex, mutex.\n# Timer\nTimer, timer.'),
      skill('cpp/a/second', 'A mutex with a timer.'),
      ...others,
    ]);
    const { results } = index.explain('mutex timer', { limit: 2 });
    expect(results.map(({ key, strength }) => [key, strength])).toEqual([
      ['cpp/a/first', 'weak'],
      ['cpp/a/second', 'weak'],
    ]);
  });

  it('marks a word of the field that says the same, as a stand-in where no skill has the word itself', () => {
    const crash = skill('cpp/a/crash', 'It crashes.');
    const index = openSearch([crash, skill('cpp/a/fault', 'A segfault.')]);
    const termOf = () => {
      const { results } = index.explain('segfault', { limit: 2 });
      return results.find(({ key }) => key === crash.key)?.terms?.[0];
    };
    const related = termOf();
    expect(related).toMatchObject({ word: 'segfault', term: 'crash', related: true, skills: 1 });
    expect(related).not.toHaveProperty('replaced');
    expect(related).toHaveProperty('shown', 'crash');
    index.apply({ changed: [], removed: ['cpp/a/fault'], terms: [] });
    expect(termOf()).toMatchObject({ word: 'segfault', term: 'crash', replaced: true });
  });

  it('keeps snippets short', () => {
    const index = openSearch([
      skill('cpp/a/long', `${'filler '.repeat(400)} mutex ${'filler '.repeat(400)}`),
    ]);
    const {
      results: [result],
    } = index.explain('mutex guard', { limit: 1 });
    expect(result?.section?.snippet.length).toBeLessThanOrEqual(300);
    expect(result?.section?.snippet).toContain('mutex');
    expect(result?.section?.snippet).toMatch(/^… (?:filler )+ mutex(?: filler)+ …$/);
  });

  it('leaves the entry out where only metadata matched', () => {
    const index = openSearch([{ key: 'cpp/a/a', texts: {}, tags: ['vision'] }]);
    const [result] = index.explain('vision', { limit: 1 }).results;
    expect(result?.key).toBe('cpp/a/a');
    expect(result?.section).toBeUndefined();
  });
});
