import { getEventListeners } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MAX_EXPLAINS_AT_ONCE } from '../../../src-server/contract/limits.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import type { SearchDocument } from '../../../src-server/search/search-document.ts';
import { keysOf, openSearch, readTexts, type Skill, writeSkill } from './search-fixture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'live-search-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (skill: Skill): SearchDocument => writeSkill(folder, skill);
const skill = (key: string, text: string, more: Partial<Skill> = {}): SearchDocument =>
  write({ key, texts: { 'overview.md': text }, ...more });
const create = openSearch;

const all = (changed: readonly SearchDocument[]) => ({ changed, removed: [] });

describe('find', () => {
  it('scores relative to the best result, with one decimal, and carries exactly its fields', async () => {
    const indexer = create();
    const index = indexer.update(
      all([skill('cpp/a/pool', 'pool pool pool'), skill('go/a/pool', 'a pool of words')]),
    );
    const results = await index.find('pool', { limit: 10 });
    expect(results.map((result) => Object.keys(result))).toEqual([
      ['key', 'score', 'raw_score'],
      ['key', 'score', 'raw_score'],
    ]);
    expect(results[0]?.score).toBe(100);
    expect(results[1]?.score).toBe(
      Math.round((1000 * (results[1]?.raw_score ?? 0)) / (results[0]?.raw_score ?? 1)) / 10,
    );
    await indexer.close();
  });

  it('answers in one language with scores relative to the best there', async () => {
    const indexer = create();
    const index = indexer.update(
      all([skill('cpp/a/pool', 'pool pool'), skill('go/a/pool', 'a pool of words')]),
    );
    const results = await index.find('pool', { limit: 10, lang: 'go' });
    expect(results.map(({ key, score }) => [key, score])).toEqual([['go/a/pool', 100]]);
    await indexer.close();
  });

  it('waits for the first index', async () => {
    const indexer = create();
    const index = indexer.update(all([skill('cpp/a/pool', 'mutex')]));
    expect(index.findMs).toBeUndefined();
    expect(keysOf(await index.find('mutex', { limit: 1 }))).toEqual(['cpp/a/pool']);
    expect(index.findMs).toBeGreaterThan(0);
    await indexer.close();
  });

  it('answers from the index before while a newer one is made, without the skills that are gone', async () => {
    const indexer = create();
    const stays = skill('cpp/a/stays', 'mutex');
    const goes = skill('cpp/a/goes', 'mutex');
    await indexer.update(all([stays, goes])).ready;
    const newer = indexer.update({ changed: [skill('cpp/a/comes', 'mutex')], removed: [goes.key] });
    expect(keysOf(await newer.find('mutex', { limit: 10 }))).toEqual(['cpp/a/stays']);
    await newer.ready;
    expect(keysOf(await newer.find('mutex', { limit: 10 }))).toEqual(['cpp/a/comes', 'cpp/a/stays']);
    await indexer.close();
  });

  it('leaves out a skill that goes while its explanation is read', async () => {
    const documents = [
      skill('cpp/a/stays', 'a mutex'),
      write({ key: 'cpp/a/goes', texts: { 'overview.md': 'mutex '.repeat(200) }, tags: ['mutex'] }),
    ];
    let whenReading: () => void = () => undefined;
    const indexer = openSearch({
      readTexts(wanted) {
        whenReading();
        return readTexts(wanted);
      },
    });
    const index = indexer.update(all(documents));
    await index.ready;
    whenReading = () => void indexer.update({ changed: [], removed: ['cpp/a/goes'] });
    const { results, question } = await index.explain('mutex', { limit: 10 });
    expect(results.map(({ key, strength }) => [key, strength])).toEqual([['cpp/a/stays', 'weak']]);
    expect(question.strength).toBe('weak');
    await indexer.close();
  });

  it('indexes what is there when a file has gone', async () => {
    const indexer = create();
    const document = write({ key: 'cpp/a/a', texts: { 'a.md': 'mutex', 'b.md': 'queue' } });
    rmSync(join(document.directory, 'a.md'));
    const index = indexer.update(all([document]));
    expect(await index.find('mutex', { limit: 10 })).toEqual([]);
    expect(keysOf(await index.find('queue', { limit: 10 }))).toEqual(['cpp/a/a']);
    await indexer.close();
  });

  it('drops a byte order mark, replaces invalid bytes and stops after 256 KiB', async () => {
    const indexer = create();
    const document = skill('cpp/a/a', 'x');
    const filler = Buffer.alloc(256 * 1024, ' ');
    writeFileSync(
      join(document.directory, 'overview.md'),
      Buffer.concat([
        Buffer.from('\uFEFFfirst '),
        Buffer.from([0xff]),
        Buffer.from(' second'),
        filler,
        Buffer.from('third'),
      ]),
    );
    const { size, mtimeMs, ctimeMs, ino } = statSync(join(document.directory, 'overview.md'));
    const files = [{ path: 'overview.md', size, mtimeMs, ctimeMs, ino }];
    const index = indexer.update(all([{ ...document, files }]));
    expect(keysOf(await index.find('first', { limit: 1 }))).toEqual(['cpp/a/a']);
    expect(keysOf(await index.find('second', { limit: 1 }))).toEqual(['cpp/a/a']);
    expect(await index.find('third', { limit: 1 })).toEqual([]);
    await indexer.close();
  });

  it('rejects those who wait for an index that close interrupts', async () => {
    const indexer = create();
    const index = indexer.update(all([skill('cpp/a/a', 'mutex')]));
    const waiting = expect(index.ready).rejects.toThrow('closed');
    await indexer.close();
    await waiting;
  });
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

  it('names the section with most of the query, its lines and a snippet with the words marked', async () => {
    const indexer = create();
    const index = indexer.update(all([skill('cpp/a/pool', text), skill('cpp/a/other', 'filler')]));
    const {
      results: [result],
    } = await index.explain('conection timeout pool', { limit: 1 });
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
    await indexer.close();
  });

  it('gives weights that add up to the raw score, heaviest first', async () => {
    const indexer = create();
    const index = indexer.update(all([skill('cpp/a/pool', text), skill('cpp/a/other', 'pool filler')]));
    const {
      results: [result],
    } = await index.explain('connection times pool', { limit: 1 });
    const weights = result?.terms?.map(({ weight }) => weight) ?? [];
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(result?.raw_score ?? 0, 9);
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    expect(result?.terms?.find(({ term }) => term === 'pool')).toMatchObject({ occurrences: 3, skills: 2 });
    await indexer.close();
  });

  it('says where each word stands in the skill, and in which files', async () => {
    const indexer = create();
    const texts = { 'a.md': '# Stop\nCall it.\n```go\nmutex()\n```', 'b.md': 'a mutex, a stop' };
    const index = indexer.update(all([write({ key: 'go/a/pool', texts, tags: ['vision'] })]));
    const { results } = await index.explain('stop mutex vision call', { limit: 1 });
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
    await indexer.close();
  });

  it('says where a symptom matched, and shows the section of the texts that has most of the rest', async () => {
    const indexer = create();
    const texts = { 'a.md': '# Start\nFiller.\n# Pipes\nA pipe.' };
    const symptoms = ['broken pipe while sending'];
    const index = indexer.update(all([write({ key: 'go/a/pool', texts, symptoms })]));
    const [result] = (await index.explain('broken pipe', { limit: 1 })).results;
    const terms = new Map(result?.terms?.map(({ term, ...rest }) => [term, rest]));
    expect(terms.get('broken')).toMatchObject({ occurrences: 0, places: ['symptoms'], files: [] });
    expect(terms.get('pipe')).toMatchObject({ occurrences: 2, files: ['a.md'] });
    expect(terms.get('pipe')?.places).toEqual(['symptoms', 'heading', 'text']);
    expect(result?.section).toMatchObject({ file: 'a.md', heading: 'Pipes' });
    const [only] = (await index.explain('sending', { limit: 1 })).results;
    expect(only?.section).toBeUndefined();
    expect(only?.strength).toBe('partial');
    await indexer.close();
  });

  it('tells what became of the question: what is nowhere, what stands in, what was left out', async () => {
    const indexer = create();
    const index = indexer.update(all([skill('cpp/a/pool', 'connection'), skill('cpp/a/other', 'filler')]));
    const { question } = await index.explain('how does a conection meet kubernetes', { limit: 1 });
    expect(question).toMatchObject({ skills: 2, matching: 1, left_out: ['how', 'does', 'a'] });
    expect(question.words).toEqual([
      { word: 'conection', term: 'conect', skills: 0, near: ['connect'] },
      { word: 'meet', term: 'meet', skills: 0 },
      { word: 'kubernetes', term: 'kubernet', skills: 0 },
    ]);
    await indexer.close();
  });

  it('calls the answer weak where nothing was found, and as strong as its first result elsewhere', async () => {
    const indexer = create();
    const index = indexer.update(
      all([skill('cpp/a/pool', '# Mutex\nmutex '.repeat(200)), skill('cpp/a/other', 'filler')]),
    );
    expect((await index.explain('zookeeper', { limit: 1 })).question.strength).toBe('weak');
    const { results, question } = await index.explain('mutex', { limit: 1 });
    expect([results[0]?.strength, question.strength]).toEqual(['strong', 'strong']);
    await indexer.close();
  });

  it('calls the skill strong that is asked for by its name, however common the word', async () => {
    const indexer = create();
    const index = indexer.update(
      all(['requests', 'flask', 'hyper', 'gin'].map((name) => skill(`cpp/a/${name}`, 'A request.'))),
    );
    const { results, question } = await index.explain('requests', { limit: 2 });
    expect([results[0]?.key, results[0]?.strength]).toEqual(['cpp/a/requests', 'strong']);
    expect(question.strength).toBe('strong');
    expect((await index.explain('two requests', { limit: 1 })).question.strength).toBe('weak');
    await indexer.close();
  });

  it.each([
    ['pg', 'js/brianc/node-postgres'],
    ['pg@8.11.0', 'js/brianc/node-postgres'],
    ['https://github.com/brianc/node-postgres', 'js/brianc/node-postgres'],
    ['psycopg2-binary==2.9.9', 'python/psycopg/psycopg2'],
    ['@types/ws', 'js/websockets/ws'],
  ])(
    'puts first, in both searches, the skill that %s is a name of, and calls it strong',
    async (query, key) => {
      const indexer = create();
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
      const index = indexer.update(all([...others, ...named]));
      const found = index.search(query, { names: true });
      expect(found[0]).toMatchObject({ key, _score: 100 });
      expect(found.filter((result) => result.key === key)).toHaveLength(1);
      expect(index.search(query, { names: true, lang: 'rust' })).toEqual([]);
      const { results, question } = await index.explain(query, { limit: 2 });
      expect([results[0]?.key, results[0]?.strength, question.strength]).toEqual([key, 'strong', 'strong']);
      await indexer.close();
    },
  );

  it('judges a result by the section that it shows, not by a list that mentions everything', async () => {
    const indexer = create();
    const list = '## Contents\nMutex, timer, socket, logger, parser, iterator.\n';
    const about = '## Locks\nA mutex. The mutex is locked. A locked mutex waits for the mutex.\n';
    const filler = Array.from({ length: 40 }, (_, i) => `filler${i}`).join(' ');
    const other = skill('cpp/a/other', `# Other\nA timer and a mutex.\n\n## More\n${filler}`);
    const one = skill('cpp/a/pool', `${list}\n${filler}\n\n${about}`);
    const index = indexer.update(all([one, other]));
    const { results } = await index.explain('mutex timer', { limit: 2 });
    const result = results.find(({ key }) => key === one.key);
    expect([result?.section?.heading, result?.strength]).toEqual(['Locks', 'weak']);
    await indexer.close();
  });

  it('calls a result weak that has less than half of what the best one has, though a section has every word', async () => {
    const indexer = create();
    const index = indexer.update(
      all([skill('cpp/a/pool', '# Mutex\nmutex '.repeat(200)), skill('cpp/a/other', 'a mutex, by the way')]),
    );
    const { results } = await index.explain('mutex', { limit: 2 });
    expect(results.map(({ key, strength }) => [key, strength])).toEqual([
      ['cpp/a/pool', 'partial'],
      ['cpp/a/other', 'weak'],
    ]);
    await indexer.close();
  });

  it('calls no result stronger than one before it, though a section of it has every word', async () => {
    const indexer = create();
    const others = ['one', 'two', 'three', 'four'].map((name) =>
      skill(`cpp/a/${name}`, 'A mutex.\n# More\nA timer.'),
    );
    const index = indexer.update(
      all([
        skill('cpp/a/first', '# Mutex\nMutex, mutex.\n# Timer\nTimer, timer.'),
        skill('cpp/a/second', 'A mutex with a timer.'),
        ...others,
      ]),
    );
    const { results } = await index.explain('mutex timer', { limit: 2 });
    expect(results.map(({ key, strength }) => [key, strength])).toEqual([
      ['cpp/a/first', 'weak'],
      ['cpp/a/second', 'weak'],
    ]);
    await indexer.close();
  });

  it('marks a word of the field that says the same, as a stand-in where no skill has the word itself', async () => {
    const indexer = create();
    const crash = skill('cpp/a/crash', 'It crashes.');
    const index = indexer.update(all([crash, skill('cpp/a/fault', 'A segfault.')]));
    const termOf = async () => {
      const { results } = await index.explain('segfault', { limit: 2 });
      return results.find(({ key }) => key === crash.key)?.terms?.[0];
    };
    const related = await termOf();
    expect(related).toMatchObject({ word: 'segfault', term: 'crash', related: true, skills: 1 });
    expect(related).not.toHaveProperty('replaced');
    expect(related).toHaveProperty('shown', 'crash');
    await indexer.update({ changed: [], removed: ['cpp/a/fault'] }).ready;
    expect(await termOf()).toMatchObject({ word: 'segfault', term: 'crash', replaced: true });
    await indexer.close();
  });

  it('keeps snippets short', async () => {
    const indexer = create();
    const index = indexer.update(
      all([skill('cpp/a/long', `${'filler '.repeat(400)} mutex ${'filler '.repeat(400)}`)]),
    );
    const {
      results: [result],
    } = await index.explain('mutex', { limit: 1 });
    expect(result?.section?.snippet.length).toBeLessThanOrEqual(300);
    expect(result?.section?.snippet).toContain('mutex');
    expect(result?.section?.snippet).toMatch(/^… (?:filler )+ mutex(?: filler)+ …$/);
    await indexer.close();
  });

  it('leaves the section out where only metadata matched, or the file has gone since', async () => {
    const indexer = create();
    const tagged = write({ key: 'cpp/a/a', texts: {}, tags: ['vision'] });
    const vanishing = skill('cpp/a/b', 'mutex');
    const index = indexer.update(all([tagged, vanishing]));
    await index.ready;
    rmSync(vanishing.directory, { recursive: true });
    for (const query of ['vision', 'mutex']) {
      const {
        results: [result],
      } = await index.explain(query, { limit: 1 });
      expect(result?.key).toBeDefined();
      expect(result?.section).toBeUndefined();
    }
    await indexer.close();
  });
});

it('builds the find index only after what goes before it, and knows by then what changed meanwhile', async () => {
  let begin = () => {};
  const after = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const read: string[] = [];
  const indexer = openSearch({
    after,
    readTexts(documents) {
      read.push(...documents.map(({ key }) => key));
      return readTexts(documents);
    },
  });
  indexer.update(all([skill('cpp/a/a', 'mutex')]));
  const index = indexer.update(all([skill('cpp/a/b', 'mutex mutex')]));
  expect(index.search('b').map(({ key }) => key)).toEqual(['cpp/a/b']);
  const found = index.find('mutex', { limit: 10 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(read).toEqual([]);
  begin();
  expect(keysOf(await found).toSorted()).toEqual(['cpp/a/a', 'cpp/a/b']);
  await indexer.close();
});

describe('finds that are explained', () => {
  it('read texts a few at a time, whoever asks, and none for those who have left', async () => {
    let isHeld = false;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = 0;
    const indexer = openSearch({
      async readTexts(documents) {
        if (isHeld) {
          begun += 1;
          await released;
        }
        return readTexts(documents);
      },
    });
    const index = indexer.update(all([skill('cpp/a/a', 'mutex')]));
    await index.ready;
    isHeld = true;
    const gone = new AbortController();
    const explain = (signal?: AbortSignal) => index.explain('mutex', { limit: 1, signal });
    const patient = Array.from({ length: MAX_EXPLAINS_AT_ONCE + 1 }, () => explain());
    const left = explain(gone.signal);
    left.catch(() => undefined);
    gone.abort();
    await vi.waitFor(() => expect(begun).toBe(MAX_EXPLAINS_AT_ONCE));
    release();
    expect(await Promise.all(patient)).toHaveLength(MAX_EXPLAINS_AT_ONCE + 1);
    await expect(left).rejects.toBe(gone.signal.reason);
    expect(begun).toBe(MAX_EXPLAINS_AT_ONCE + 1);
    await indexer.close();
  });
});

describe('what goes wrong', () => {
  it('indexes by its metadata alone what cannot be read, and reads it with the next update', async () => {
    let isBroken = true;
    const bad = write({ key: 'cpp/a/bad', texts: { 'a.md': 'mutex' }, tags: ['vision'] });
    const indexer = openSearch({
      async readTexts(documents) {
        const read = await readTexts(documents);
        return read.map((one, i) =>
          isBroken && documents[i]?.key === bad.key ? { texts: [], settled: false } : one,
        );
      },
    });
    const index = indexer.update(all([bad, skill('cpp/a/good', 'queue')]));
    await index.ready;
    expect(keysOf(await index.find('vision', { limit: 10 }))).toEqual([bad.key]);
    expect(await index.find('mutex', { limit: 10 })).toEqual([]);
    expect(keysOf(await index.find('queue', { limit: 10 }))).toEqual(['cpp/a/good']);
    isBroken = false;
    await indexer.update(all([])).ready;
    expect(keysOf(await index.find('mutex', { limit: 10 }))).toEqual([bad.key]);
    await indexer.close();
  });

  it('keeps what it read of an edited skill that can’t be read when the next one is edited', async () => {
    let isBroken = false;
    const indexer = openSearch({
      async readTexts(documents) {
        const isLost = isBroken && documents.some(({ key }) => key === 'cpp/a/a');
        return isLost ? documents.map(() => ({ texts: [], settled: false })) : readTexts(documents);
      },
    });
    await indexer.update(all([skill('cpp/a/base', 'queue')])).ready;
    await indexer.update(all([skill('cpp/a/a', 'mutex')])).ready;
    isBroken = true;
    const index = indexer.update(all([skill('cpp/a/b', 'semaphore')]));
    await index.ready;
    expect(keysOf(await index.find('mutex', { limit: 10 }))).toEqual(['cpp/a/a']);
    expect(keysOf(await index.find('semaphore', { limit: 10 }))).toEqual(['cpp/a/b']);
    await indexer.close();
  });

  it('reports a failed build, keeps answering, and tries again', async () => {
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
    const indexer = openSearch({ logger, retryMs: 1 });
    await indexer.update(all([skill('cpp/a/old', 'mutex')])).ready;
    let failures = 2;
    const document = skill('cpp/a/new', 'mutex');
    const broken: SearchDocument = {
      ...document,
      get tags() {
        if (failures-- > 0) throw new Error('out of memory');
        return ['fine'];
      },
    };
    const index = indexer.update(all([broken]));
    await expect(index.ready).rejects.toThrow('out of memory');
    expect(index.indexError).toContain('out of memory');
    expect(keysOf(await index.find('mutex', { limit: 10 }))).toEqual(['cpp/a/old']);
    await vi.waitUntil(() => index.indexError === undefined);
    expect(keysOf(await index.find('mutex', { limit: 10 }))).toEqual(['cpp/a/new', 'cpp/a/old']);
    expect(warnings.length).toBeGreaterThan(0);
    expect(new Set(warnings)).toEqual(
      new Set(['The find index could not be built; finds are answered from what was there before.']),
    );
    await indexer.close();
  });

  it('builds only the newest of what changes while it builds', async () => {
    const read: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const indexer = openSearch({
      async readTexts(documents) {
        read.push(...documents.map(({ revision }) => revision));
        await held;
        return readTexts(documents);
      },
    });
    const first = indexer.update(all([skill('cpp/a/a', 'one')]));
    await vi.waitUntil(() => read.length === 1);
    indexer.update(all([skill('cpp/a/a', 'two')]));
    indexer.update(all([skill('cpp/a/a', 'three')]));
    const last = skill('cpp/a/a', 'four');
    const index = indexer.update(all([last]));
    release();
    await Promise.all([first.ready, index.ready]);
    expect(read.slice(1)).toEqual([last.revision]);
    expect(keysOf(await index.find('four', { limit: 1 }))).toEqual(['cpp/a/a']);
    await indexer.close();
  });

  it('reads the texts of ten skills at most for an explanation, however many results there are', async () => {
    let files = 0;
    const indexer = openSearch({
      readTexts(documents) {
        files += documents.flatMap((document) => document.files).length;
        return readTexts(documents);
      },
    });
    const index = indexer.update(all(Array.from({ length: 30 }, (_, i) => skill(`cpp/a/s${i}`, 'mutex'))));
    await index.ready;
    files = 0;
    const { results } = await index.explain('mutex', { limit: 1000 });
    expect(files).toBe(10);
    expect(results.filter(({ section }) => section !== undefined)).toHaveLength(10);
    expect(results.filter(({ terms }) => terms?.length === 1)).toHaveLength(30);
    await indexer.close();
  });
});

it('listens for its end once, however many builds there are', async () => {
  const listening = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  onTestFinished(() => listening.mockRestore());
  const indexer = create();
  for (let edit = 0; edit < 12; edit += 1)
    await indexer.update(all([skill('cpp/a/a', `mutex ${edit}`)])).ready;
  const signals = new Set(listening.mock.contexts as AbortSignal[]);
  expect(
    [...signals].map((signal) => getEventListeners(signal, 'abort').length).filter((count) => count > 2),
  ).toEqual([]);
  await indexer.close();
});

it('closes though what goes before the find index never came, and reads no text', async () => {
  const read: string[] = [];
  const indexer = openSearch({
    after: new Promise(() => {}),
    readTexts(documents) {
      read.push(...documents.map(({ key }) => key));
      return readTexts(documents);
    },
  });
  const found = indexer.update(all([skill('cpp/a/a', 'mutex')])).find('mutex', { limit: 10 });
  const refused = expect(found).rejects.toThrow('closed');
  await indexer.close();
  await refused;
  expect(read).toEqual([]);
});
