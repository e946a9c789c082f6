/**
 * Whether the lines of strength hold for libraries that they were not drawn by: of the messages and paraphrases, the
 * thresholds that err least for nine tenths of the libraries are judged by the last tenth, ten times, and ten times dealt
 * anew. All queries about a library are in one fold. docs/performance.md sums up the output.
 *
 *   node test/bench/strength-folds.mjs
 */
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicaliser, mean, standardError } from './judge-ranking.mjs';
import { judgedRegistry } from './judged-registry.mjs';
import { loadDocuments, textsOf } from './load-documents.mjs';
import { bundleSearch } from './search-bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDS = 10;
const ROUNDS = 10;
const LINES = [4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 10, 11];
const ABSENT = ['absent-messages', 'absent-messages-held-out'];
const REGISTRIES = [
  {
    name: 'real',
    folder: judgedRegistry().registry,
    sets: ['messages', 'messages-held-out', 'paraphrases', 'paraphrases-held-out', ...ABSENT],
  },
  {
    name: 'sample',
    folder: join(root, 'assets/sample-registry'),
    sets: [
      ...['messages', 'messages-held-out', 'paraphrases', 'paraphrases-held-out'].map(
        (set) => `sample-${set}`,
      ),
      ...ABSENT,
    ],
  },
];

const search = await bundleSearch({ name: 'strength-folds' });
const inUse = { ...search.THRESHOLDS };

/** Of each query: its library, what its first result is, and for which lines that reads strong, and weak. */
async function rowsOf({ name: registry, folder, sets }) {
  const documents = loadDocuments(realpathSync(folder));
  const texts = new Map(documents.map((document) => [document.key, textsOf(document)]));
  const index = new search.SearchEngine((key) => texts.get(key) ?? new Map());
  index.apply({
    changed: documents,
    removed: [],
    terms: [search.splitDocuments(documents)],
  });
  const rows = [];
  for (const set of sets) {
    const file = join(root, 'test/bench/relevance', `${set}.json`);
    const { queries, aliases } = JSON.parse(readFileSync(file, 'utf8'));
    for (const query of queries)
      rows.push({ registry, ...(await judged(index, query, canonicaliser(aliases))) });
  }
  return rows;
}

async function judged(index, { query, library, relevant = {} }, canon) {
  const right = new Set(Object.keys(relevant).map(canon));
  const row = { library: library ?? [...right][0], strong: [], weak: [] };
  for (const line of LINES) {
    Object.assign(search.THRESHOLDS, { strong: line, partial: line });
    const { results } = await index.explain(query, { limit: 1 });
    const [first] = results;
    row.kind = right.size === 0 ? 'absent' : right.has(canon(first?.key ?? '')) ? 'right' : 'wrong';
    row.strong.push(first?.strength === 'strong');
    row.weak.push(first === undefined || first.strength === 'weak');
  }
  Object.assign(search.THRESHOLDS, inUse);
  return row;
}

/** The error of a line for a row: undefined where it says nothing about that line. */
const ERRORS = {
  partial: ({ kind, weak }, line) => (kind === 'wrong' ? undefined : weak[line] === (kind === 'right')),
  strong: ({ kind, strong }, line) => strong[line] === (kind !== 'right'),
};

/** Mean of the share of right answers that a line gets wrong, and that of all other answers: each counts a half. */
function balancedError(rows, errs) {
  const shareOf = (some) => {
    const judged = some.map(errs).filter((error) => error !== undefined);
    return judged.length === 0 ? 0 : mean(judged.map(Number));
  };
  const isRight = ({ kind }) => kind === 'right';
  return (shareOf(rows.filter(isRight)) + shareOf(rows.filter((row) => !isRight(row)))) / 2;
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

/** By library: the number of its fold. */
function dealt(libraries, seed) {
  const random = randomFrom(seed);
  const order = libraries.map((library) => [random(), library]).sort(([a], [b]) => a - b);
  return new Map(order.map(([, library], place) => [library, place % FOLDS]));
}

/** Of absent ones, the share that must not be wrongly judged by the second rule. */
const NINE_OF_TEN = 0.1;
/** How much is wrong with a line: both errors the same, or those of right answers, once nine of ten absent ones are weak. */
const RULES = {
  'least error': balancedError,
  'nine of ten absent ones weak': (rows, errs) => {
    const wrong = (kind) => mean(rows.filter((row) => row.kind === kind).map((row) => Number(errs(row))));
    return wrong('absent') > NINE_OF_TEN ? 1 + wrong('absent') : wrong('right');
  },
};

/** The place of the best line; of equals the one that is nearest to the line in use. */
function bestLine(rows, errs, current, rule) {
  const errors = LINES.map((_, line) => rule(rows, (row) => errs(row, line)));
  const least = Math.min(...errors);
  const equals = LINES.map((_, line) => line).filter((line) => errors[line] <= least + 1e-9);
  return equals.sort((a, b) => Math.abs(LINES[a] - current) - Math.abs(LINES[b] - current))[0];
}

/** Of each row: how often its line, drawn without its library, erred; and how often each line was drawn. */
function crossValidated(rows, errs, current, rule) {
  const libraries = [...new Set(rows.map(({ library }) => library))].sort();
  const errors = rows.map(() => 0);
  const chosen = new Map();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const folds = dealt(libraries, round);
    for (let fold = 0; fold < FOLDS; fold += 1) {
      const line = bestLine(
        rows.filter(({ library }) => folds.get(library) !== fold),
        errs,
        current,
        rule,
      );
      chosen.set(LINES[line], (chosen.get(LINES[line]) ?? 0) + 1);
      for (const [i, row] of rows.entries())
        if (folds.get(row.library) === fold) errors[i] += Number(errs(row, line) ?? 0) / ROUNDS;
    }
  }
  return { errors, chosen };
}

const share = (values) =>
  `${(100 * mean(values)).toFixed(1)} ± ${(100 * standardError(values)).toFixed(1)} %`;

function report(title, rows, rule) {
  for (const [name, errs] of Object.entries(ERRORS)) {
    if (rule !== 'least error' && name !== 'partial') continue;
    const judgedRows = rows.filter((row) => errs(row, 0) !== undefined);
    const current = LINES.indexOf(inUse[name]);
    const { errors, chosen } = crossValidated(judgedRows, errs, inUse[name], RULES[rule]);
    const cells = ['right', 'absent', 'wrong'].flatMap((kind) => {
      const places = judgedRows.flatMap((row, i) => (row.kind === kind ? [i] : []));
      if (places.length === 0) return ['', ''];
      return [
        share(places.map((i) => Number(errs(judgedRows[i], current)))),
        share(places.map((i) => errors[i])),
      ];
    });
    const times = [...chosen].sort(([, a], [, b]) => b - a).map(([line, count]) => `${line}: ${count}`);
    console.log(
      `| ${[`${rule}: ${title}, ${name} (${inUse[name]})`, ...cells, times.join(', ')].join(' | ')} |`,
    );
  }
}

function reportLines(title, rows) {
  console.log(`\nOver the ${title === 'real' ? 'real registry' : title}, by line\n`);
  console.log(
    '| line | right read weak | absent not weak | right not strong | absent strong | wrong strong |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const [place, line] of LINES.entries()) {
    const percent = (kind, holds) => {
      const some = rows.filter((row) => row.kind === kind);
      return `${some.filter(holds).length} of ${some.length}`;
    };
    const cells = [
      percent('right', ({ weak }) => weak[place]),
      percent('absent', ({ weak }) => !weak[place]),
      percent('right', ({ strong }) => !strong[place]),
      percent('absent', ({ strong }) => strong[place]),
      percent('wrong', ({ strong }) => strong[place]),
    ];
    console.log(`| ${[line, ...cells].join(' | ')} |`);
  }
}

const rows = [];
for (const registry of REGISTRIES) rows.push(...(await rowsOf(registry)));
console.log(
  `${rows.length} answers about ${new Set(rows.map(({ library }) => library)).size} libraries; unseen is what the lines that are drawn without a library's fold get wrong of it\n`,
);
console.log(
  '| line (in use) | right, wrongly judged | unseen | absent, wrongly judged | unseen | another skill first, wrongly judged | unseen | drawn, of 100 times |',
);
console.log('|---|---|---|---|---|---|---|---|');
for (const rule of Object.keys(RULES)) {
  report('both', rows, rule);
  for (const { name } of REGISTRIES)
    report(
      name,
      rows.filter(({ registry }) => registry === name),
      rule,
    );
}
for (const { name } of REGISTRIES)
  reportLines(
    name,
    rows.filter(({ registry }) => registry === name),
  );
