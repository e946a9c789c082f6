/** The figures that anybody can make: the judged queries over the sample and the generated registry. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generateRegistry } from '../bench/generate-registry.mjs';
import {
  canonicaliser,
  judge,
  judgeSections,
  meanWithError,
  type ShownResult,
} from '../bench/judge-ranking.mjs';
import { GENERATED, generatedQueries } from '../bench/relevance/generated-queries.mjs';
import { temporaryFolder } from '../support/temporary-registry.ts';
import { startTestServer } from '../support/test-server.ts';

interface Query {
  readonly class: string;
  readonly query: string;
  readonly relevant?: Readonly<Record<string, number>>;
  readonly sections?: Readonly<Record<string, readonly string[]>>;
}
interface Answer {
  readonly results: readonly ShownResult[];
  readonly question?: { readonly strength: string };
}
type Figures = Readonly<Record<string, number>>;

const setOf = (name: string): readonly Query[] =>
  (JSON.parse(readFileSync(`test/bench/relevance/${name}.json`, 'utf8')) as { queries: readonly Query[] })
    .queries;

const ranked = (query: Query, { results }: Answer): Figures => {
  const keys = results.map(({ key }) => key);
  const { ndcg10, success1, recall10 } = judge(query, keys, canonicaliser());
  return { ndcg10, success1, recall10 };
};
const sectioned = (query: Query, { results }: Answer): Figures => ({ ...judgeSections(query, results) });
const weak = (_query: Query, { question }: Answer): Figures => ({
  weak: question?.strength === 'weak' ? 1 : 0,
});

const SETS = [
  ['sample', setOf('sample'), 'limit=10', ranked],
  ['sample-sections', setOf('sample-sections'), 'limit=20&explain=1', sectioned],
  ['sample-sections-held-out', setOf('sample-sections-held-out'), 'limit=20&explain=1', sectioned],
  ['sample-absent', setOf('sample-absent'), 'limit=1&explain=1', weak],
  ['sample-absent-held-out', setOf('sample-absent-held-out'), 'limit=1&explain=1', weak],
  ['sample-chatter', setOf('sample-chatter'), 'limit=1&explain=1', weak],
  ['generated', generatedQueries(), 'limit=10', ranked],
] as const;

/** The table of a set as the page has it. */
function writtenTable(name: string): readonly string[] {
  const [, table = ''] = readFileSync('docs/search-measurements.md', 'utf8').split(`\n| ${name} | queries |`);
  return `| ${name} | queries |${table}`.split('\n\n')[0]?.split('\n') ?? [];
}

/** A registry that is made for the run, or the one in the project. */
function registryOf(name: string): string {
  if (name !== 'generated') return 'assets/sample-registry';
  const folder = temporaryFolder();
  generateRegistry(folder, GENERATED);
  return folder;
}

/** These take longer than the others together. */
const LARGE_SETS = ['generated', 'sample-sections-held-out'];

describe('the figures of search', () => {
  for (const [name, queries, options, judgeAnswer] of SETS) {
    const tags = LARGE_SETS.includes(name) ? ['ci'] : [];
    it(`are those that npm run relevance prints: ${name}`, { tags }, async () => {
      const server = await startTestServer(registryOf(name));
      const judged: Array<{ readonly name: string; readonly figures: Figures }> = [];
      for (const query of queries) {
        const answer = await server.get(`/v1/find?q=${encodeURIComponent(query.query)}&${options}`);
        judged.push({ name: query.class, figures: judgeAnswer(query, answer.json() as Answer) });
      }
      const columns = Object.keys(judged[0]?.figures ?? {});
      const rows = [...new Set(queries.map((query) => query.class)), 'all'].map((row) => {
        const those = judged.filter((one) => row === 'all' || one.name === row);
        const cells = columns.map((column) =>
          meanWithError(those.map(({ figures }) => figures[column] ?? Number.NaN)),
        );
        return `| ${[row, those.length, ...cells].join(' | ')} |`;
      });
      const [head, , ...written] = writtenTable(name);
      expect(head).toBe(`| ${[name, 'queries', ...columns].join(' | ')} |`);
      expect(written, 'Run npm run relevance, and write its table into the page.').toEqual(rows);
    });
  }

  it.each([
    ['sample', "the sample's ten skills, all kinds"],
    ['generated', '200 generated skills, known items'],
  ])('stand in the short table as in the long one: %s', (name, title) => {
    const all = writtenTable(name).at(-1) ?? '';
    const [count, ndcg, success = ''] = all.split(' | ').slice(1);
    expect(readFileSync('docs/search.md', 'utf8')).toContain(
      `| ${title} | ${count} | ${ndcg} | | ${success.split(' ')[0]} | |`,
    );
  });
});
