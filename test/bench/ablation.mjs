/**
 * What each ingredient of find gives: nDCG@10 with all, and by how much it differs without one, with the standard error of
 * that difference over the same queries. docs/performance.md has the figures.
 *
 *   node test/bench/ablation.mjs
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
// Texts are read below the real folder alone.
const documents = loadDocuments(realpathSync(registry));
const own = join(root, 'test/bench/relevance');
const setsOf = (...files) => files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
const asked = setsOf(join(given, 'find-dev2.json'), join(own, 'questions.json'));
/** Queries of a kind, from the sets that weights were chosen by. */
const GROUPS = [
  ['kinds of the first sets', setsOf(join(given, 'find-dev.json'), join(own, 'find-held-out.json'))],
  ['questions', asked.map((set) => ofClass(set, 'question'))],
  ['symptoms', asked.map((set) => ofClass(set, 'symptom'))],
];

function ofClass({ queries, aliases }, name) {
  return { aliases, queries: queries.filter((query) => query.class === name) };
}

const WITHOUT = [
  ['(complete)', {}],
  ['without stemming', { change: CHANGES.stemming }],
  ['without stop words', { change: CHANGES.stopWords }],
  ['without parts of identifiers', { change: CHANGES.partsOfIdentifiers }],
  ['without names of languages in one', { change: CHANGES.languageNames }],
  ['raw term frequency', { change: CHANGES.termFrequency }],
  ['idf not raised by 1', { change: CHANGES.idfRaised }],
  ['without related words', { weights: { related: 0 } }],
  ['related words count half again', { weights: { related: 0.45 } }],
  ['without the language of messages', { change: CHANGES.messageLanguages }],
  ['lone letters are words', { change: CHANGES.loneLetters }],
  ['C is no C++', { change: CHANGES.cIsCpp }],
  ['share of the query that a document has, once more', { change: CHANGES.coverage }],
  ['without stand-ins for unknown words', { change: CHANGES.standIns }],
  ['without length normalisation', { weights: { lengthShare: 0 } }],
  ['whole length', { weights: { lengthShare: 1 } }],
  ['without best section', { weights: { together: 0 } }],
  ['best section counted double', { weights: { together: 2 } }],
  ['without named language', { weights: { namedLanguage: 1 } }],
  ['without metadata', { weights: { name: 0, tags: 0, summary: 0, language: 0, author: 0 } }],
  ['all metadata weights 1', { weights: { name: 1, tags: 1, summary: 1, language: 1, author: 1 } }],
  ['without heading weight', { weights: { heading: 0 } }],
];

const searchWith = (change) => changedSearch(documents, { name: 'ablation', change });
const unchanged = await searchWith();

async function scores({ change, weights }) {
  const { keysOf } = change === undefined ? unchanged : await searchWith(change);
  return GROUPS.map(([, sets]) =>
    sets.flatMap(({ queries, aliases }) => {
      const canon = canonicaliser(aliases);
      return queries.map((query) => judge(query, keysOf(query.query, weights), canon).ndcg10);
    }),
  );
}

/** The mean of the differences, and its standard error. */
function difference(values, complete) {
  const differences = values.map((value, i) => value - complete[i]);
  const middle = mean(differences);
  return `${middle < 0 ? '' : '+'}${middle.toFixed(3)} ± ${standardError(differences).toFixed(3)}`;
}

console.log(`| | ${GROUPS.map(([name]) => name).join(' | ')} |\n|---|---|---|---|`);
let complete;
for (const [name, options] of WITHOUT) {
  const values = await scores(options);
  const cells =
    complete === undefined
      ? values.map((group) => mean(group).toFixed(3))
      : values.map((group, i) => difference(group, complete[i]));
  complete ??= values;
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}
