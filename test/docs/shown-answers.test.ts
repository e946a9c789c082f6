/** What pages show of answers about the sample, asked anew. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sampleRegistry } from '../../src-server/built-files.ts';
import type { FindResponse, MatchResponse } from '../../src-server/contract/api.ts';
import { connectOverHttp, textOf } from '../support/mcp-client.ts';
import { sharedTestServers } from '../support/test-server.ts';
import { outputPattern } from './console-steps.ts';
import { readPage } from './markdown-page.ts';

const shared = sharedTestServers();

it('the page about clients shows what get_skill and find_skills answer to the calls that it names', async () => {
  const { prose, blocks } = readPage('docs/connect.md');
  const calls = [...prose.matchAll(/^The answer of `(\w+)` to `(\{.*\})`:$/gm)];
  const shown = blocks.filter(({ lines }) => lines.some((line) => /^\[\w+\.md\] /.test(line)));
  expect([calls.length, shown.length]).toEqual([2, 2]);
  const { url } = await shared(sampleRegistry());
  const client = await connectOverHttp(url, 'modern');
  for (const [at, [, name = '', given = '']] of calls.entries()) {
    const answer = textOf(await client.callTool({ name, arguments: JSON.parse(given) }));
    expect(`${answer.trimEnd()}\n`).toMatch(outputPattern(shown[at]?.lines.join('\n') ?? ''));
  }
});

it('the README’s picture of an answer shows the entry that answers its question, by the words that stand for it', async () => {
  const { prose } = readPage('README.md');
  const [, question = '', title = '', name = ''] =
    /!\[The question “(.+?)”, its answer “(.+?)” in (\S+),.*\]\(docs\/images\/window-find\.png\)/.exec(
      prose,
    ) ?? [];
  const { get } = await shared(sampleRegistry());
  const { results } = (
    await get(`/v1/find?q=${encodeURIComponent(question)}&explain=1`)
  ).json<FindResponse>();
  expect(results[0]?.key.split('/').at(-1)).toBe(name);
  // The window shows what the mistake costs, where the author says so.
  expect(results[0]?.section?.danger ?? results[0]?.section?.heading).toBe(title);
  expect(results[0]?.strength).toBe('strong');
});

it('the README’s picture of a project names dangers that the service gives for its libraries', async () => {
  const { prose } = readPage('README.md');
  const [, alt = ''] = /!\[(A project,.*)\]\(docs\/images\/window-project\.png\)/.exec(prose) ?? [];
  const shown = [...alt.matchAll(/“(.+?)” in (\w+)\/(\w+)/g)].map(
    ([, danger, ecosystem, name]) => [danger, { ecosystem, name }] as const,
  );
  expect(shown).toHaveLength(2);
  const { url } = await shared(sampleRegistry());
  const answer = await fetch(`${url}/v1/match`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ packages: shown.map(([, library]) => library) }),
  });
  const { packages } = (await answer.json()) as MatchResponse;
  for (const [danger, { name }] of shown) {
    const library = packages.find((one) => one.name === name);
    expect(library?.skill?.dangers?.map((one) => one.danger)).toContain(danger);
  }
});

it('the README’s picture of the first start says what the page says', async () => {
  const [, alt = ''] =
    /!\[(The first start:.*)\]\(docs\/images\/window-first-start\.png\)/.exec(readPage('README.md').prose) ??
    [];
  const page = readFileSync('src-renderer/views/first-start/first-start.tsx', 'utf8');
  const said = [...alt.matchAll(/“(.+?)”/g)].map(([, words = '']) => words);
  expect(said).toHaveLength(3);
  expect(said.filter((words) => !page.includes(words))).toEqual([]);
});

it('the README lets nobody ask what the program answers otherwise: the questions for clients, and its first example', async () => {
  const { prose } = readPage('README.md');
  const asked = [...prose.matchAll(/^\| [^|]+ \| ([^|]+\.) \| `([\w./-]+)`, `(\w+)` \|$/gm)];
  expect(asked).toHaveLength(2);
  const { get } = await shared(sampleRegistry());
  const first = async (question: string) => {
    const path = `/v1/find?q=${encodeURIComponent(question)}&explain=1&limit=1`;
    return (await get(path)).json<FindResponse>().results[0];
  };
  for (const [, question = '', key, file] of asked) {
    const result = await first(question);
    expect([question, result?.key, result?.section?.file]).toEqual([question, key, `${file}.md`]);
  }
  const lost = await first('my update with sqlalchemy is silently lost');
  expect([lost?.key, lost?.section?.heading]).toEqual([
    'python/sqlalchemy/sqlalchemy',
    'Writing through engine.connect() without a commit',
  ]);
});
