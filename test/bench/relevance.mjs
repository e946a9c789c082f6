/**
 * `npm run relevance`: how good the answers of find and search are, by judged queries: over the sample registry, over a
 * generated one, and over one of 85 skills where that lies beside the project. relevance/README.md says how each set came
 * about.
 *
 *   node test/bench/relevance.mjs [--misses] [--held-out]
 *
 * Held-out sets are answered once everything is chosen, and only with `--held-out`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../scripts/run-built.mjs';
import { generateRegistry } from './generate-registry.mjs';
import { canonicaliser, judge, judgeEntries, judgeSections, meanWithError } from './judge-ranking.mjs';
import { judgedSample } from './judged-sample.mjs';
import { GENERATED, generatedQueries } from './relevance/generated-queries.mjs';
import { startService } from './service.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = join(root, '../shared');
const own = join(root, 'test/bench/relevance');
const given = join(shared, 'relevance');
const showMisses = process.argv.includes('--misses');

const isHeldOut = process.argv.includes('--held-out');

const setsOf = (...files) =>
  files
    .filter((path) => existsSync(path))
    .map((path) => ({ name: basename(path, '.json'), ...JSON.parse(readFileSync(path, 'utf8')) }));

const ownSets = (...names) => setsOf(...names.map((name) => join(own, `${name}.json`)));
const givenSets = (...names) => setsOf(...names.map((name) => join(given, `${name}.json`)));

const ABSENT_OF_BOTH = (
  'absent-everyday absent-everyday-2 absent-everyday-3 absent-everyday-4 absent-messages ' +
  'absent-messages-2-held-out absent-named absent-code'
).split(' ');
const REAL_HELD_OUT = (
  'questions-held-out questions-2-held-out unseen-held-out strength-held-out ' +
  'absent-held-out absent-3-held-out absent-4-held-out absent-languages-held-out'
).split(' ');

/** Registries, and the sets that are asked of each. */
const RUNS = [
  {
    registry: judgedSample(),
    isScratch: true,
    sets: [
      ...ownSets('sample', 'sample-plain', 'sample-strength-held-out', 'sample-chatter'),
      ...ownSets(
        'sample-messages',
        'sample-messages-held-out',
        'sample-bystanders',
        'sample-bystanders-held-out',
      ),
      ...ownSets('sample-paraphrases', 'sample-paraphrases-held-out'),
      ...ownSets('sample-absent', 'sample-absent-held-out', ...ABSENT_OF_BOTH),
      ...ownSets('sample-sections', 'sample-sections-held-out'),
      ...givenSets('entries-sample-dev'),
      ...ownSets('entries-blind', 'sample-code'),
    ],
  },
  {
    registry: join(root, 'assets/sample-registry'),
    sets: [
      ...ownSets('entries-later', 'sample-code-held-out'),
      ...ownSets('absent-everyday', 'absent-everyday-2', 'absent-everyday-3', 'absent-everyday-4'),
    ],
  },
  {
    registry: mkdtempSync(join(tmpdir(), 'skills-generated-')),
    isScratch: true,
    isGenerated: true,
    sets: [{ name: 'generated', kind: 'find', queries: generatedQueries() }],
  },
  {
    registry: join(shared, 'real-registry'),
    sets: [
      ...givenSets('find-dev', 'find-dev2'),
      ...ownSets(
        'find-held-out',
        'questions',
        'unseen',
        'unseen-half',
        'strength',
        'messages',
        'paraphrases',
      ),
      ...ownSets('absent', 'absent-2', 'absent-3', 'absent-4', 'absent-4-half', 'absent-languages'),
      ...ownSets(...ABSENT_OF_BOTH, ...(isHeldOut ? REAL_HELD_OUT : [])),
      ...ownSets('sections', 'code', 'code-held-out'),
      ...givenSets('entries-real-dev', 'search-dev'),
      ...ownSets('search-held-out'),
    ],
  },
];

const PARAMETERS = {
  search: '',
  find: '&limit=10&explain=1',
  sections: '&limit=20&explain=1',
  entries: '&limit=10&explain=1',
  absent: '&limit=1&explain=1',
};

/** What a set of this kind asks of an answer: the order, the section that is shown, or that it is called weak. */
function judgeAnswer(kind, query, { results, question }, keys, canon) {
  if (kind === 'sections') return judgeSections(query, results);
  if (kind === 'entries')
    return { ...judgeEntries(query, results, canon), none: question?.verdict === 'none' ? 1 : 0 };
  const strength = question && {
    weak: question.strength === 'weak' ? 1 : 0,
    strong: question.strength === 'strong' ? 1 : 0,
  };
  return kind === 'absent' ? strength : { ...judge(query, keys, canon), ...strength };
}

/** How answers are called, by whether the first skill is one that a judge named: right, wrong, or none is. */
const called = { right: {}, wrong: {}, absent: {} };

function countStrength(
  { relevant = {}, sections = {}, answers, entries = answers ?? [], expect },
  { results, question },
  canon,
) {
  if (question === undefined || expect !== undefined) return;
  const right = [...Object.keys(relevant), ...Object.keys(sections), ...entries.map(({ key }) => key)].map(
    canon,
  );
  const isRight = results.length > 0 && right.includes(canon(results[0].key));
  const counts = called[right.length === 0 ? 'absent' : isRight ? 'right' : 'wrong'];
  const name = question.verdict === 'none' ? 'none' : question.strength;
  counts[name] = (counts[name] ?? 0) + 1;
}

function printStrength() {
  const columns = ['strong', 'partial', 'weak', 'none'];
  console.log(`\n| first answer, all sets | ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length + 1)}`);
  for (const [name, counts] of Object.entries(called))
    console.log(`| ${[name, ...columns.map((column) => counts[column] ?? 0)].join(' | ')} |`);
}

async function score(base, { kind, queries, aliases }) {
  const canon = canonicaliser(aliases);
  const rows = [];
  for (const query of queries) {
    const parameters = PARAMETERS[kind];
    const url = `${base}/v1/${kind === 'search' ? kind : 'find'}?q=${encodeURIComponent(query.query)}${parameters}`;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const answer = await response.json();
    const keys = answer.results.map(({ key }) => key);
    countStrength(query, answer, canon);
    rows.push({ ...query, keys, ...judgeAnswer(kind, query, answer, keys, canon) });
  }
  return rows;
}

/** A line for each class and for all, each figure with its standard error. */
function print(title, rows) {
  const columns = [
    ...['ndcg10', 'success1', 'recall10', 'pass', 'right', 'skill1', 'entry1', 'listed'],
    ...['weak', 'strong', 'none'],
  ].filter((column) => rows.some((row) => column in row));
  console.log(`\n| ${[title, 'queries', ...columns].join(' | ')} |\n|${'---|'.repeat(columns.length + 2)}`);
  for (const name of [...new Set(rows.map((row) => row.class)), 'all']) {
    const those = rows.filter((row) => name === 'all' || row.class === name);
    const cells = columns.map((column) => {
      const values = those.map((row) => row[column]).filter((value) => value !== undefined);
      return values.length === 0 ? '' : meanWithError(values);
    });
    console.log(`| ${[name, those.length, ...cells].join(' | ')} |`);
  }
  if (!showMisses) return;
  for (const row of rows.filter(
    ({ pass, right, entry1, success1, weak }) => (pass ?? right ?? entry1 ?? success1 ?? weak) < 1,
  ))
    console.log(`${row.query}\n    ${row.keys.slice(0, 4).join(', ')}`);
}

ensureBuilt(root);
for (const { registry, isScratch, isGenerated, sets } of RUNS) {
  if (!existsSync(registry)) {
    console.log(`\nSkipped: ${basename(registry)} is not beside this project.`);
    continue;
  }
  if (isGenerated) generateRegistry(registry, GENERATED);
  const server = await startService([registry]);
  try {
    for (const set of sets) print(set.name, await score(server.url, set));
  } finally {
    await server.close();
    if (isScratch) rmSync(registry, { recursive: true, force: true });
  }
}
printStrength();
