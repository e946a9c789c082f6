/** The least that answers over the sample are worth, by judged queries; `npm run relevance` prints all sets. */
import { readFileSync, rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../support/test-server.ts';
import { canonicaliser, judge, judgeSections, type ShownResult } from './judge-ranking.mjs';
import { judgedSample } from './judged-sample.mjs';

interface JudgedQuery {
  readonly query: string;
  readonly relevant?: Readonly<Record<string, number>>;
  readonly sections?: Readonly<Record<string, readonly string[]>>;
}
interface Answer {
  readonly results: readonly ShownResult[];
  readonly question?: { readonly strength: string };
}

/** Libraries whose skills came after the sets: what names one of them is no longer absent. */
const NAMES_LATER =
  /curl|net\/http|jsonwebtoken|express|undici|react|redis|pandas|psycopg|pydantic|asyncio|serde|mongo|reqwest/i;

const keysOf = ({ results }: Answer) => results.map(({ key }) => key);

it.each<[set: string, least: number, figure: (query: JudgedQuery, answer: Answer) => number]>([
  // Judged when the sample had ten skills: of what a later skill answers as well, nobody has judged it.
  ['sample', 0.94, (query, answer) => judge(query, keysOf(answer), canonicaliser()).ndcg10],
  ['sample-sections', 0.75, (query, { results }) => judgeSections(query, results).right],
  ['sample-absent', 0.7, (_query, { question }) => (question?.strength === 'weak' ? 1 : 0)],
])('answers to the set %s are worth %f on average', async (set, least, figure) => {
  const registry = judgedSample();
  onTestFinished(() => rmSync(registry, { recursive: true, force: true }));
  const server = await startTestServer(registry);
  const judged = JSON.parse(readFileSync(`test/bench/relevance/${set}.json`, 'utf8')) as {
    queries: readonly JudgedQuery[];
  };
  const queries = judged.queries.filter(({ query }) => set !== 'sample-absent' || !NAMES_LATER.test(query));
  let sum = 0;
  for (const query of queries) {
    const answer = await server.get(`/v1/find?q=${encodeURIComponent(query.query)}&limit=20&explain=1`);
    sum += figure(query, answer.json<Answer>());
  }
  expect(queries.length).toBeGreaterThan(15);
  expect(sum / queries.length).toBeGreaterThanOrEqual(least);
});

it.each(['absent-everyday', 'absent-everyday-2', 'absent-everyday-3'])(
  'calls no answer to the set %s strong',
  async (set) => {
    const server = await startTestServer('assets/sample-registry');
    const judged = JSON.parse(readFileSync(`test/bench/relevance/${set}.json`, 'utf8')) as {
      queries: readonly JudgedQuery[];
    };
    const strong: string[] = [];
    for (const { query } of judged.queries) {
      const answer = await server.get(`/v1/find?q=${encodeURIComponent(query)}&explain=1`);
      if (answer.json<Answer>().question?.strength === 'strong') strong.push(query);
    }
    expect(judged.queries.length).toBeGreaterThan(39);
    expect(strong).toEqual([]);
  },
);
