import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FindResponse } from '../../../src-server/contract/api.ts';
import { parseQuery } from '../../../src-server/search/query.ts';
import { askedTerms, sectionsOfFile, weighSections } from '../../../src-server/search/sections.ts';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import { startTestServer } from '../../support/test-server.ts';

type Texts = Readonly<Record<string, string>>;

/** `file#title` of the sections that answer, best first. */
function chosen(query: string, texts: Texts): string[] {
  const sections = Object.entries(texts).flatMap(([path, text]) => sectionsOfFile(path, text));
  const weighed = weighSections(sections, askedTerms(parseQuery(query).words));
  return weighed.map(({ section }) => `${section.path}#${section.title}`);
}

const OTHER = { 'more.md': '# C\n\n## Third\n\nNothing.\n\n## Fourth\n\nNothing.\n' };
const two = (first: string, second: string): Texts => ({
  'a.md': `# A\n\n## First\n\n${first}\n`,
  'b.md': `# B\n\n## Second\n\n${second}\n`,
  ...OTHER,
});

describe('the section that answers', () => {
  it('has a word more often, or in less text, or in its title', () => {
    const filler = 'Other things are told here at some length. '.repeat(9);
    expect(chosen('mutex', two('A mutex.', 'A mutex is a mutex, no other mutex.'))[0]).toBe('b.md#Second');
    expect(chosen('mutex', two(`A mutex. ${filler}`, 'A mutex.'))[0]).toBe('b.md#Second');
    expect(chosen('second mutex', two('A mutex.', 'A mutex.'))[0]).toBe('b.md#Second');
  });

  it('is the first of equals', () => {
    expect(chosen('mutex', two('A mutex.', 'A mutex.'))).toEqual(['a.md#First', 'b.md#Second']);
  });

  it('has the rarer word of the skill, whatever all its sections are about', () => {
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
    expect(chosen('mutex', { ...code, ...OTHER })[0]).toBe('examples/a.go#undefined');
  });

  it('may say it in a related word, and is none without any', () => {
    expect(chosen('segfault', two('It may crash.', 'It may log.'))).toEqual(['a.md#First']);
    expect(chosen('zookeeper', two('A mutex.', 'A queue.'))).toEqual([]);
  });
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
