/**
 * How well the strength of a match tells right answers from those of a registry that lacks the library: over the judged
 * queries that `npm run relevance` uses, and over the questions of relevance/absent*.json. The measure was chosen by all
 * that aren't held out; the halves show how far one may differ from another. docs/search-measurements.md has this script's
 * output.
 *
 *   node test/bench/strength.mjs
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicaliser } from './judge-ranking.mjs';
import { loadDocuments } from './load-documents.mjs';
import { bundleSearch } from './search-bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = join(root, '../shared');
if (!existsSync(join(shared, 'real-registry')) || !existsSync(join(shared, 'relevance'))) {
  console.log('Skipped: the judged registry is not beside this project.');
  process.exit(0);
}
const search = await bundleSearch({ name: 'strength' });
const logger = { error() {}, warn() {}, info() {}, debug() {}, isDebug: false };
const readTexts = search.readIndexedTexts(search.openDisk({ logger }));
const indexer = search.createSearchIndexer({ logger, readTexts });
const index = indexer.update({
  changed: loadDocuments(realpathSync(join(shared, 'real-registry'))),
  removed: [],
});
await index.ready;

/** Of each query: how strong the answer is, and whether the first result is a right one. */
async function answers(file) {
  const { queries, aliases } = JSON.parse(readFileSync(file, 'utf8'));
  const canon = canonicaliser(aliases);
  return Promise.all(
    queries.map(async ({ query, relevant = {} }) => {
      const { results, question } = await index.explain(query, { limit: 20 });
      const right = new Set(Object.keys(relevant).map(canon));
      const [first] = results;
      return {
        strength: question.strength,
        first: first?.strength,
        isRight: right.has(canon(first?.key ?? '')),
      };
    }),
  );
}

const share = (rows, holds) => {
  const count = rows.filter(holds).length;
  return `${count} of ${rows.length}`;
};

const own = join(root, 'test/bench/relevance');
const sets = [
  ['given queries', join(shared, 'relevance/find-dev.json')],
  ['given questions and symptoms', join(shared, 'relevance/find-dev2.json')],
  ['our own queries', join(own, 'find-held-out.json')],
  ['our own questions and symptoms', join(own, 'questions.json')],
  ['held out: questions and symptoms', join(own, 'questions-held-out.json')],
  ['held out: more questions', join(own, 'questions-2-held-out.json')],
];
console.log('| | queries | right answers called weak | strong ones that are right |\n|---|---|---|---|');
for (const [name, file] of sets) {
  if (!existsSync(file)) continue;
  const rows = await answers(file);
  for (const [half, rest] of halves()) {
    const part = rows.filter((_, i) => i % 2 === rest);
    const right = part.filter(({ isRight }) => isRight);
    const strong = part.filter(({ first }) => first === 'strong');
    const cells = [share(right, ({ first }) => first === 'weak'), share(strong, ({ isRight }) => isRight)];
    console.log(`| ${[name, half, ...cells].join(' | ')} |`);
  }
}
console.log('\n| libraries that are not there | read weak | partial | strong |\n|---|---|---|---|');
const showAbsent = (name, part) => {
  const cells = ['weak', 'partial', 'strong'].map((strength) =>
    share(part, (row) => row.strength === strength),
  );
  console.log(`| ${[name, ...cells].join(' | ')} |`);
};
for (const [name, file] of [
  ['first', 'absent.json'],
  ['second', 'absent-held-out.json'],
  ['naming a language that is there', 'absent-languages.json'],
  ['held out', 'absent-2.json'],
  ['held out, naming a language that is there', 'absent-languages-held-out.json'],
]) {
  showAbsent(name, await answers(join(own, file)));
}
await indexer.close();

/** Queries are numbered from 1. */
function halves() {
  return [
    ['odd', 0],
    ['even', 1],
  ];
}
