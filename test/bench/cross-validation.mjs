/**
 * Whether find's numbers were chosen by the queries that they are judged by: of each ingredient, the value that is best
 * for nine tenths of the queries is judged by the last tenth, ten times, and ten times dealt anew. The gain over going
 * without the ingredient is then what it gives unseen; that over the value in the source is what choosing it again would.
 * docs/performance.md has the figures.
 *
 *   node test/bench/cross-validation.mjs
 */
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHANGES, changedSearch } from './changed-search.mjs';
import { canonicaliser, judge, mean, standardError } from './judge-ranking.mjs';
import { judgedRegistry } from './judged-registry.mjs';
import { loadDocuments } from './load-documents.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { registry, given } = judgedRegistry();
const documents = loadDocuments(realpathSync(registry));
const own = join(root, 'test/bench/relevance');
const FOLDS = 10;
const ROUNDS = 10;

/** Every set that a choice was ever made by, and `strength`, which ranked nothing. */
const QUERIES = [
  join(given, 'find-dev.json'),
  join(given, 'find-dev2.json'),
  ...['find-held-out', 'questions', 'strength'].map((name) => join(own, `${name}.json`)),
].flatMap((file) => {
  const { queries, aliases } = JSON.parse(readFileSync(file, 'utf8'));
  const canon = canonicaliser(aliases);
  return queries.map((query) => ({ query, canon }));
});

const searchWith = (change) => changedSearch(documents, { name: 'cross-validation', change });
const unchanged = await searchWith();

const METADATA = ['name', 'tags', 'language', 'summary', 'author'];
const metadata = (factor) => ({
  weights: Object.fromEntries(METADATA.map((field) => [field, unchanged.weights[field] * factor])),
});
const weight = (name, ...values) => values.map((value) => [String(value), { weights: { [name]: value } }]);
const coverage = (power) => {
  const [file, text, whole] = CHANGES.coverage;
  return [
    String(power),
    { change: [file, text, whole.replace('(mass / total)', `(mass / total) ** ${power}`)] },
  ];
};
const AS_IS = {};
const switched = (change) => [
  ['off', { change }],
  ['on', AS_IS],
];

/** Of each ingredient: the values there are to choose from, the first being to go without it. */
const INGREDIENTS = [
  ['related words', weight('related', 0, 0.15, 0.3, 0.45, 0.6)],
  ['stand-ins for unknown words', weight('replacement', 0, 0.3, 0.6, 0.9)],
  ['share of the query that a document has, to a power', [['0', AS_IS], ...[0.25, 0.5, 1].map(coverage)]],
  ['best section', weight('together', 0, 0.5, 1, 1.5, 2)],
  ['length', weight('lengthShare', 0, 0.2, 0.4, 0.6, 1)],
  ['named language', weight('namedLanguage', 1, 1.5, 2, 3)],
  ['headings', weight('heading', 0, 1, 2, 4)],
  ['metadata, times', [0, 0.5, 1, 2].map((factor) => [String(factor), metadata(factor)])],
  ['language of messages', switched(CHANGES.messageLanguages)],
  ['stop words', switched(CHANGES.stopWords)],
  ['stemming', switched(CHANGES.stemming)],
  ['parts of identifiers', switched(CHANGES.partsOfIdentifiers)],
  ['names of languages in one', switched(CHANGES.languageNames)],
  ['C is served by C++', switched(CHANGES.cIsCpp)],
  ['idf raised by 1', switched(CHANGES.idfRaised)],
];

/** By query: nDCG@10 with these options. */
async function scores({ change, weights }) {
  const { keysOf } = change === undefined ? unchanged : await searchWith(change);
  return QUERIES.map(({ query, canon }) => judge(query, keysOf(query.query, weights), canon).ndcg10);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** By query: the number of its fold. */
function dealt(seed) {
  const random = randomFrom(seed);
  const order = QUERIES.map((_, i) => [random(), i]).sort(([a], [b]) => a - b);
  const folds = [];
  for (const [place, [, i]] of order.entries()) folds[i] = place % FOLDS;
  return folds;
}

/** Of each query: its score by the value that is best without the query's fold, mean of all rounds; and the values chosen. */
function crossValidated(columns) {
  const sums = QUERIES.map(() => 0);
  const chosen = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    const folds = dealt(round + 1);
    for (let fold = 0; fold < FOLDS; fold += 1) {
      const means = columns.map(({ values }) => mean(values.filter((_, i) => folds[i] !== fold)));
      const best = columns[means.indexOf(Math.max(...means))];
      chosen.set(best.name, (chosen.get(best.name) ?? 0) + 1);
      for (const [i, value] of best.values.entries()) if (folds[i] === fold) sums[i] += value / ROUNDS;
    }
  }
  return { values: sums, chosen };
}

function difference(values, others) {
  const differences = values.map((value, i) => value - others[i]);
  const middle = mean(differences);
  return `${middle < 0 ? '' : '+'}${middle.toFixed(3)} ± ${standardError(differences).toFixed(3)}`;
}

const asIs = await scores(AS_IS);
console.log(
  `${QUERIES.length} queries, nDCG@10 ${mean(asIs).toFixed(3)} ± ${standardError(asIs).toFixed(3)}\n`,
);
console.log('| | gain over none, unseen | over the value in use | chosen, of 100 times |\n|---|---|---|---|');
for (const [name, options] of INGREDIENTS) {
  const columns = [];
  for (const [value, option] of options)
    columns.push({ name: value, values: option === AS_IS ? asIs : await scores(option) });
  const { values, chosen } = crossValidated(columns);
  const times = [...chosen].sort(([, a], [, b]) => b - a).map(([value, count]) => `${value}: ${count}`);
  const cells = [difference(values, columns[0].values), difference(values, asIs), times.join(', ')];
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}
