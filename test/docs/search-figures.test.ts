/** The figures that anybody can make: the judged queries over the sample, whose texts and ranking change. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { canonicaliser, type Judged, judge, mean, standardError } from '../bench/judge-ranking.mjs';
import { startTestServer } from '../support/test-server.ts';

interface SampleSet {
  readonly queries: ReadonlyArray<{
    readonly class: string;
    readonly query: string;
    readonly relevant: Readonly<Record<string, number>>;
  }>;
}

const { queries } = JSON.parse(readFileSync('test/bench/relevance/sample.json', 'utf8')) as SampleSet;

/** The rows below the head of the table that begins so. */
function rowsOf(file: string, head: string): readonly string[] {
  const [, table = ''] = readFileSync(file, 'utf8').split(`\n| ${head} |`);
  return table.split('\n\n')[0]?.split('\n').slice(2) ?? [];
}

it('of the sample are those that npm run relevance prints', async () => {
  const server = await startTestServer('assets/sample-registry');
  const judged: Array<Judged & { readonly class: string }> = [];
  for (const query of queries) {
    const answer = await server.get(`/v1/find?q=${encodeURIComponent(query.query)}&limit=10`);
    const { results } = answer.json() as { results: ReadonlyArray<{ key: string }> };
    const keys = results.map(({ key }) => key);
    judged.push({ class: query.class, ...judge(query, keys, canonicaliser()) });
  }
  const rows = [...new Set(queries.map((query) => query.class)), 'all'].map((name) => {
    const those = judged.filter((one) => name === 'all' || one.class === name);
    const cells = (['ndcg10', 'success1', 'recall10'] as const).map((measure) => {
      const values = those.map((one) => one[measure]);
      return `${mean(values).toFixed(3)} ± ${standardError(values).toFixed(3)}`;
    });
    return `| ${[name, those.length, ...cells].join(' | ')} |`;
  });
  const written = rowsOf('docs/search-measurements.md', 'sample | queries | ndcg10 | success1 | recall10');
  expect(written, 'Run npm run relevance, and write its table of the sample into the page.').toEqual(rows);
  const [, , ndcg = '', success = ''] = rows.at(-1)?.slice(2, -2).split(' | ') ?? [];
  expect(readFileSync('docs/search.md', 'utf8')).toContain(
    `all kinds | 40 | ${ndcg} | | ${success.split(' ')[0]} | |`,
  );
});
