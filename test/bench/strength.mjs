/**
 * How well the strength of a match tells right answers from those of a registry that lacks the library: over the judged
 * queries that `npm run relevance` uses, and over the questions of relevance/absent*.json. The measure was chosen by all
 * that aren't held out. docs/performance.md sums up the output.
 *
 *   node test/bench/strength.mjs
 */
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicaliser, mean, standardError } from './judge-ranking.mjs';
import { judgedRegistry } from './judged-registry.mjs';
import { loadDocuments, textsOf } from './load-documents.mjs';
import { bundleSearch } from './search-bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { registry, given } = judgedRegistry();
const search = await bundleSearch({ name: 'strength' });

/** A registry's skills, to be asked. */
async function open(registry) {
  const documents = loadDocuments(realpathSync(registry));
  const texts = new Map(documents.map((document) => [document.key, textsOf(document)]));
  const index = new search.SearchEngine((key) => texts.get(key) ?? new Map());
  index.apply({
    changed: documents,
    removed: [],
    terms: [search.splitDocuments(documents)],
  });
  return index;
}

/** Of each query: how strong the answer is, and whether the first result is a right one. */
async function answers(index, file) {
  const { queries, aliases } = JSON.parse(readFileSync(file, 'utf8'));
  const canon = canonicaliser(aliases);
  return Promise.all(
    queries.map(async ({ query, relevant = {} }) => {
      const { results, question } = await index.explain(query, { limit: 1 });
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

/** `4 of 46`, and the share in percent with its standard error. */
const share = (rows, holds) => {
  const held = rows.map((row) => (holds(row) ? 100 : 0));
  const count = held.filter((value) => value > 0).length;
  const percent = `${mean(held).toFixed(1)} ± ${standardError(held).toFixed(1)} %`;
  return rows.length === 0 ? '0 of 0' : `${count} of ${rows.length} (${percent})`;
};

const own = join(root, 'test/bench/relevance');
const sets = (folder, ...rows) => rows.map(([name, file]) => [name, join(folder, `${file}.json`)]);
const REAL = {
  registry,
  answered: [
    ...sets(given, ['given queries', 'find-dev'], ['given questions and symptoms', 'find-dev2']),
    ...sets(
      own,
      ['our own queries', 'find-held-out'],
      ['our own questions and symptoms', 'questions'],
      ['of all kinds', 'strength'],
      ['fresh, to look at', 'unseen'],
      ['fresh, the other half', 'unseen-half'],
      ['held out: of all kinds', 'strength-held-out'],
      ['held out: questions and symptoms', 'questions-held-out'],
      ['held out: more questions', 'questions-2-held-out'],
      ['held out: fresh', 'unseen-held-out'],
      ['messages', 'messages'],
      ['paraphrases', 'paraphrases'],
      ['held out: messages', 'messages-held-out'],
      ['paraphrases, the other half', 'paraphrases-held-out'],
      ['held out: more paraphrases', 'paraphrases-2-held-out'],
    ),
  ],
  absent: sets(
    own,
    ['first', 'absent'],
    ['second', 'absent-held-out'],
    ['naming a language that is there', 'absent-languages'],
    ['third', 'absent-3'],
    ['fresh, to look at', 'absent-4'],
    ['fresh, the other half', 'absent-4-half'],
    ['held out: third', 'absent-3-held-out'],
    ['held out: second', 'absent-2'],
    ['held out: naming a language that is there', 'absent-languages-held-out'],
    ['held out: fresh', 'absent-4-held-out'],
    ['messages', 'absent-messages'],
    ['held out: messages', 'absent-messages-held-out'],
    ['held out: more messages', 'absent-messages-2-held-out'],
    ['named in plain words', 'absent-named'],
    ['held out: named in plain words', 'absent-named-held-out'],
  ),
};
const SAMPLE = {
  registry: join(root, 'assets/sample-registry'),
  answered: sets(
    own,
    ["the sample's", 'sample'],
    ["the sample's, in plain words", 'sample-plain'],
    ["held out: the sample's", 'sample-strength-held-out'],
    ["the sample's, messages", 'sample-messages'],
    ["the sample's, paraphrases", 'sample-paraphrases'],
    ["held out: the sample's, messages", 'sample-messages-held-out'],
    ["held out: the sample's, paraphrases", 'sample-paraphrases-held-out'],
    ["the sample's, with bystanders", 'sample-bystanders'],
    ["held out: the sample's, with bystanders", 'sample-bystanders-held-out'],
  ),
  absent: sets(
    own,
    ["the sample's", 'sample-absent'],
    ["the sample's, chatter", 'sample-chatter'],
    ["held out: the sample's", 'sample-absent-held-out'],
    ['messages over the sample', 'absent-messages'],
    ['held out: messages over the sample', 'absent-messages-held-out'],
    ['held out: more messages over the sample', 'absent-messages-2-held-out'],
    ['named in plain words, over the sample', 'absent-named'],
    ['held out: named in plain words, over the sample', 'absent-named-held-out'],
  ),
};

async function rowsOf({ registry, answered, absent }) {
  const index = await open(registry);
  const answeredRows = [];
  const absentRows = [];
  for (const [name, file] of answered) {
    const rows = await answers(index, file);
    const right = rows.filter(({ isRight }) => isRight);
    const strong = rows.filter(({ first }) => first === 'strong');
    answeredRows.push([
      name,
      share(right, ({ first }) => first === 'weak'),
      share(strong, ({ isRight }) => isRight),
    ]);
  }
  for (const [name, file] of absent) {
    const rows = await answers(index, file);
    const cells = ['weak', 'partial', 'strong'].map((strength) =>
      share(rows, (row) => row.strength === strength),
    );
    absentRows.push([name, ...cells]);
  }
  return { answeredRows, absentRows };
}

function print(head, rows) {
  console.log(`\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}`);
  for (const cells of rows) console.log(`| ${cells.join(' | ')} |`);
}

const real = await rowsOf(REAL);
const sample = await rowsOf(SAMPLE);
print(
  ['', 'right answers called weak', 'strong ones that are right'],
  [...real.answeredRows, ...sample.answeredRows],
);
print(
  ['libraries that are not there', 'read weak', 'partial', 'strong'],
  [...real.absentRows, ...sample.absentRows],
);
