/**
 * The figures on the pages: judged queries over the sample and a generated registry, and where it lies beside the project,
 * over one of real skills.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RegistryIndex } from '../../src-server/contract/api/api.ts';
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
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { unless, without } from '../support/unless.ts';

interface Query {
  readonly class: string;
  readonly query: string;
  readonly relevant?: Readonly<Record<string, number>>;
  readonly sections?: Readonly<Record<string, readonly string[]>>;
}
interface Symptomatic {
  readonly extensions: { readonly skills_registry: { readonly symptoms: readonly string[] } };
}
interface Answer {
  readonly results: readonly ShownResult[];
  readonly question?: { readonly strength: string };
}
type Figures = Readonly<Record<string, number>>;

const SHARED = '../shared';
const REAL = `${SHARED}/real-registry`;

interface QuerySet {
  readonly queries: readonly Query[];
  readonly aliases?: Readonly<Record<string, string>>;
}

const read = (file: string): QuerySet => JSON.parse(readFileSync(file, 'utf8')) as QuerySet;
const setOf = (name: string): QuerySet => read(`test/bench/relevance/${name}.json`);
const givenSetOf = (name: string): QuerySet => read(`${SHARED}/relevance/${name}.json`);

type JudgeAnswer = (query: Query, answer: Answer, aliases: QuerySet['aliases']) => Figures;

const ranked: JudgeAnswer = (query, { results }, aliases) => {
  const keys = results.map(({ key }) => key);
  const { ndcg10, success1, recall10 } = judge(query, keys, canonicaliser(aliases));
  return { ndcg10, success1, recall10 };
};
const sectioned: JudgeAnswer = (query, { results }) => ({ ...judgeSections(query, results) });
const weak: JudgeAnswer = (_query, { question }) => ({
  weak: question?.strength === 'weak' ? 1 : 0,
});

interface Judged {
  readonly name: string;
  readonly set: () => QuerySet;
  readonly judge: JudgeAnswer;
}

const OPTIONS = new Map([
  [ranked, 'limit=10'],
  [sectioned, 'limit=20&explain=1'],
  [weak, 'limit=1&explain=1'],
]);

const own = (name: string, judgeAnswer: JudgeAnswer): Judged => ({
  name,
  set: () => setOf(name),
  judge: judgeAnswer,
});

const SETS: readonly Judged[] = [
  own('sample', ranked),
  own('sample-sections', sectioned),
  own('sample-sections-held-out', sectioned),
  own('sample-absent', weak),
  own('sample-absent-held-out', weak),
  own('sample-chatter', weak),
  { name: 'generated', set: () => ({ queries: generatedQueries() }), judge: ranked },
];

const REAL_SETS: readonly Judged[] = [
  { name: 'find-dev', set: () => givenSetOf('find-dev'), judge: ranked },
  { name: 'find-dev2', set: () => givenSetOf('find-dev2'), judge: ranked },
  own('find-held-out', ranked),
  own('questions', ranked),
  own('questions-held-out', ranked),
  own('questions-2-held-out', ranked),
  own('unseen', ranked),
  own('unseen-half', ranked),
  own('unseen-held-out', ranked),
  own('sections', sectioned),
  own('absent-4', weak),
  own('absent-4-half', weak),
  own('absent-4-held-out', weak),
];

/** Row of a set in docs/search-measurements.md. */
function writtenRow(name: string): string | undefined {
  return readFileSync('docs/search-measurements.md', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${name} | `));
}

const RENEW = 'Run npm run relevance -- --held-out, and write the row "all" into the page.';

/** A registry that is made for the run, or the one in the project. */
function registryOf(name: string): string {
  if (name !== 'generated') return 'assets/sample-registry';
  const folder = temporaryFolder();
  generateRegistry(folder, GENERATED);
  return folder;
}

async function measuredRow(
  { name, set, judge: judgeAnswer }: Judged,
  server: Pick<TestServer, 'get'>,
): Promise<string> {
  const { queries, aliases } = set();
  const judged: Figures[] = [];
  for (const query of queries) {
    const asked = `/v1/find?q=${encodeURIComponent(query.query)}&${OPTIONS.get(judgeAnswer)}`;
    judged.push(judgeAnswer(query, (await server.get(asked)).json<Answer>(), aliases));
  }
  const columns = Object.keys(judged[0] ?? {});
  const cells = columns.map((column) =>
    meanWithError(judged.map((figures) => figures[column] ?? Number.NaN)),
  );
  return `| ${[name, queries.length, ...cells].join(' | ')} |`;
}

/** These take longer than the others together. */
const LARGE_SETS = ['generated', 'sample-sections-held-out'];

describe('the figures of search', () => {
  for (const judged of SETS) {
    const tags = LARGE_SETS.includes(judged.name) ? ['ci'] : [];
    it(`are those that npm run relevance prints: ${judged.name}`, { tags }, async () => {
      const server = await startTestServer(registryOf(judged.name));
      expect(writtenRow(judged.name), RENEW).toBe(await measuredRow(judged, server));
    });
  }

  it('are those of real skills', { tags: ['ci'], ...unless(without(REAL)) }, async () => {
    const server = await startTestServer(REAL);
    for (const judged of REAL_SETS)
      expect.soft(writtenRow(judged.name), RENEW).toBe(await measuredRow(judged, server));
  });

  it('say how many of the sample’s symptoms find their skill', async () => {
    const server = await startTestServer('assets/sample-registry');
    const namedBy = new Map<string, string[]>();
    const { skills } = (await server.get('/v1/skills')).json<RegistryIndex>();
    for (const { key } of skills) {
      const { extensions } = (await server.get(`/v1/skills/${key}`)).json<Symptomatic>();
      for (const symptom of extensions.skills_registry.symptoms)
        namedBy.set(symptom, [...(namedBy.get(symptom) ?? []), key]);
    }
    let right = 0;
    for (const [symptom, keys] of namedBy) {
      const answer = await server.get(`/v1/find?q=${encodeURIComponent(symptom)}&limit=1`);
      if (keys.includes(answer.json<Answer>().results[0]?.key ?? '')) right += 1;
    }
    expect(readFileSync('docs/search-measurements.md', 'utf8')).toContain(
      `${right} of ${namedBy.size} find a skill with that symptom first`,
    );
  });
});
