import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FindResponse } from '../../../src-server/contract/api.ts';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import { startTestServer } from '../../support/test-server.ts';
import { openSearch } from './search-fixture.ts';

type Texts = Readonly<Record<string, string>>;

/** `file#title` of the entries that answer, best first. */
function chosen(query: string, texts: Texts): string[] {
  const [found] = openSearch([{ key: 'cpp/acme/lib', texts }]).explain(query, { limit: 1 }).results;
  const entries = found?.section === undefined ? [] : [found.section, ...(found.also ?? [])];
  return entries.map(({ file, heading }) => `${file}#${heading}`);
}

const OTHER = { 'more.md': '# C\n\n## Third\n\nNothing.\n\n## Fourth\n\nNothing.\n' };
const two = (first: string, second: string): Texts => ({
  'a.md': `# A\n\n## First\n\n${first}\n`,
  'b.md': `# B\n\n## Second\n\n${second}\n`,
  ...OTHER,
});

describe('the entry that answers', () => {
  it('has a word more often, or in less text, or in its title', () => {
    const filler = 'Other things are told here at some length. '.repeat(9);
    expect(chosen('mutex', two('A mutex.', 'A mutex is a mutex, no other mutex.'))[0]).toBe('b.md#Second');
    expect(chosen('mutex', two(`A mutex. ${filler}`, 'A mutex.'))[0]).toBe('b.md#Second');
    expect(chosen('second mutex', two('A mutex.', 'A mutex.'))[0]).toBe('b.md#Second');
  });

  it('is the first of equals', () => {
    expect(chosen('mutex', two('A mutex.', 'A mutex.'))).toEqual(['a.md#First', 'b.md#Second']);
  });

  it('has the rarer word of the skill, whatever all its entries are about', () => {
    const texts = two('Logging, logging and logging.', 'Logging after a fork.');
    expect(chosen('logging fork', { ...texts, 'c.md': '# D\n\n## E\n\nLogging.\n' })[0]).toBe('b.md#Second');
  });

  it('is a pitfall rather than an explanation that says the same', () => {
    const texts = {
      'a.md': '# A\n\n## First\n\nA mutex.\n',
      'pitfalls.md': '# P\n\n## Second\n\nA mutex.\n',
      ...OTHER,
    };
    expect(chosen('mutex', texts)[0]).toBe('pitfalls.md#Second');
  });

  it('is an example only if nothing else has the words', () => {
    const code = { 'examples/a.go': 'mutex mutex mutex' };
    expect(chosen('mutex', { ...code, ...two('A mutex in passing.', '') })[0]).toBe('a.md#First');
    expect(chosen('mutex', { ...code, ...OTHER })[0]).toBe('examples/a.go#null');
  });

  it('may say it in a related word, and is none without any', () => {
    expect(chosen('segfault', two('It may crash.', 'It may log.'))).toEqual(['a.md#First']);
    expect(chosen('zookeeper', two('A mutex.', 'A queue.'))).toEqual([]);
  });
});

it('says under which heading of the file it stands, and not how the file is called', () => {
  expect(chosen('mutex', { 'a.md': '# A\n\nA mutex.\n', ...OTHER })).toEqual(['a.md#null']);
});

it('is followed by seven others at most, those that have far less only up to the fourth', () => {
  const entry = (name: string, text: string) => `## ${name} here\n\n${text}\n\n`;
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
  const all = names.map((name) => entry(name, 'A mutex.')).join('');
  expect(chosen('mutex', { 'a.md': `# A\n\n${all}`, ...OTHER })).toHaveLength(8);
  const filler = 'Other things are told here at some length. '.repeat(400);
  const far = names.map((name) => entry(name, `A mutex. ${filler}`)).join('');
  expect(chosen('mutex', { 'a.md': `# A\n\n## Nearest one\n\nA mutex.\n\n${far}`, ...OTHER })).toHaveLength(
    5,
  );
});

it('is found by words that are written in one or in two', () => {
  const texts = {
    'a.md': '# A\n\n## Two servers\n\nThe shutdown comes late.\n\n## Two down\n\nA down jacket, shut.\n',
    ...OTHER,
  };
  expect(chosen('how to shut down', texts)).toContain('a.md#Two servers');
});

it('may be what its author says that people ask, or a symptom of it, and shows neither', () => {
  const texts = {
    'pitfalls.md':
      '# P\n\n## Writing without a commit\n\nCall commit.\n\n## Reading twice here\n\nRead once.\n',
  };
  const asked = (heading: string, questions: string[], symptoms: string[] = []) => ({
    file: 'pitfalls.md',
    heading,
    questions,
    symptoms,
  });
  const authorEntries = [
    asked('## `Writing` without a COMMIT', ['my update is silently lost']),
    asked('Reading twice here', [], ['zookeeper is unhappy']),
    asked('No such heading', ['unicorns']),
  ];
  const engine = openSearch([{ key: 'cpp/acme/lib', texts, authorEntries }]);
  const shown = (question: string) => engine.explain(question, { limit: 1 }).results[0]?.section;
  expect(shown('why is an update lost')?.heading).toBe('Writing without a commit');
  expect(shown('zookeeper unhappy')?.heading).toBe('Reading twice here');
  expect(shown('unicorns')).toBeUndefined();
  expect(JSON.stringify(shown('why is an update lost'))).not.toContain('silently');
});

describe('the questions that an author expects', () => {
  const texts = {
    'a.md': '# A\n\n## First\n\nThe mutex of a queue in a pool.\n',
    'pitfalls.md': '# P\n\n## Second\n\nThe mutex of a queue in a pool.\n',
    ...OTHER,
  };
  const shown = (question: string, questions: readonly string[]) => {
    const authorEntries = [{ file: 'pitfalls.md', heading: 'Second', questions, symptoms: [] }];
    const engine = openSearch([{ key: 'cpp/acme/lib', texts, authorEntries }]);
    return engine.explain(question, { limit: 1 }).results[0]?.section?.heading;
  };

  it('say in place of the kind of an entry what it is asked for', () => {
    expect(shown('mutex', [])).toBe('Second');
    expect(shown('mutex', ['files are read slowly'])).toBe('First');
    expect(shown('files and a mutex', ['files are read slowly'])).toBe('Second');
  });

  it('are each a question of its own, so that words of several choose no entry together', () => {
    const other = { ...texts, 'pitfalls.md': '# P\n\n## Second\n\nSomething else.\n' };
    const questions = ['why is my mutex slow', 'an item leaves the queue twice', 'the pool never ends'];
    const authorEntries = [{ file: 'pitfalls.md', heading: 'Second', questions, symptoms: [] }];
    const engine = openSearch([{ key: 'cpp/acme/lib', texts: other, authorEntries }]);
    const heading = (question: string) => engine.explain(question, { limit: 1 }).results[0]?.section?.heading;
    expect(heading('mutex, queue and pool')).toBe('First');
    expect(heading('a mutex is slow')).toBe('Second');
  });
});

it('may be asked of one skill alone', () => {
  const texts = { 'a.md': '# A\n\n## One here\n\nA mutex.\n', ...OTHER };
  const engine = openSearch([
    { key: 'cpp/acme/lib', texts },
    { key: 'cpp/acme/other', texts: { 'a.md': '# A\n\nMutex, mutex and mutex.\n' } },
  ]);
  const found = engine.explain('mutex', { limit: 10, key: 'cpp/acme/lib' });
  expect(found.results.map(({ key, section }) => [key, section?.heading])).toEqual([
    ['cpp/acme/lib', 'One here'],
  ]);
});

it('is the same for people and for agents, in each judged question about the sample', async () => {
  const server = await startTestServer('assets/sample-registry');
  const client = await connectOverHttp(server.url, 'modern');
  const { queries } = JSON.parse(readFileSync('test/bench/relevance/sample-sections.json', 'utf8')) as {
    queries: readonly { readonly query: string }[];
  };
  for (const { query } of queries) {
    const found = await server.get(`/v1/find?q=${encodeURIComponent(query)}&limit=1&explain=1`);
    const [first] = found.json<FindResponse>().results;
    const { file = '', heading = '' } = first?.section ?? {};
    const answer = await client.callTool({ name: 'get_skill', arguments: { path: first?.key, query } });
    expect(textOf(answer).split('\n')[2]).toBe(`[${file}] ${heading}`);
  }
});

it('is found by an effect: what is gone tells an entry as what is lost does', async () => {
  const server = await startTestServer('assets/sample-registry');
  const found = await server.get(
    '/v1/find?q=rows%20I%20saved%20with%20sqlalchemy%20are%20gone&limit=1&explain=1',
  );
  const [first] = found.json<FindResponse>().results;
  expect(first?.section?.heading).toBe('Writing through engine.connect() without a commit');
});
