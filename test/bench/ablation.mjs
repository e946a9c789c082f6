/**
 * What each ingredient of find gives: nDCG@10 with all, and by how much it differs without one, with the standard error of
 * that difference over the same queries. The table in docs/search-measurements.md is its output.
 *
 *   node test/bench/ablation.mjs
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicaliser, judge, mean, standardError } from './judge-ranking.mjs';
import { loadDocuments } from './load-documents.mjs';
import { bundleSearch } from './search-bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = join(root, '../shared');
if (!existsSync(join(shared, 'real-registry')) || !existsSync(join(shared, 'relevance'))) {
  console.log('Skipped: the judged registry is not beside this project.');
  process.exit(0);
}
// Texts are read below the real folder alone.
const documents = loadDocuments(realpathSync(join(shared, 'real-registry')));
const own = join(root, 'test/bench/relevance');
const setsOf = (...files) => files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
const asked = setsOf(join(shared, 'relevance/find-dev2.json'), join(own, 'questions.json'));
/** Queries of a kind, from the sets that weights were chosen by. */
const GROUPS = [
  [
    'kinds of the first sets',
    setsOf(join(shared, 'relevance/find-dev.json'), join(own, 'find-held-out.json')),
  ],
  ['questions', asked.map((set) => ofClass(set, 'question'))],
  ['symptoms', asked.map((set) => ofClass(set, 'symptom'))],
];

function ofClass({ queries, aliases }, name) {
  return { aliases, queries: queries.filter((query) => query.class === name) };
}

/** A change of one source file: `[file, text, other text]`; the text must be there. */
const CHANGES = [
  ['(complete)', {}],
  ['without stemming', { change: ['word-analysis.ts', '? stem(surface)', '? surface'] }],
  ['without stop words', { change: ['stop-words.ts', ".split(' '),", ".split(' ').slice(0, 0),"] }],
  [
    'without parts of identifiers',
    {
      change: [
        'word-analysis.ts',
        'if (!SNAKE_OR_CAMEL.test(run)) return run.length <= LONGEST_WORD ? [asWord(run)] : [];',
        'return [asWord(run.toLowerCase())];',
      ],
    },
  ],
  [
    'without names of languages in one',
    { change: ['word-analysis.ts', 'ALIASES.get(surface) ?? surface', 'surface'] },
  ],
  ['raw term frequency', { change: ['find-weights.ts', 'Math.log1p(tf)', 'tf'] }],
  [
    'idf not raised by 1',
    { change: ['find-weights.ts', '(documentsWithTerm + 0.5)) + 1', '(documentsWithTerm + 0.5))'] },
  ],
  ['without related words', { weights: { related: 0 } }],
  ['related words count half again', { weights: { related: 0.45 } }],
  [
    'without the language of messages',
    {
      change: [
        'find-query.ts',
        'named.size > 0 ? named : messageLanguages(query)',
        'named.size < 0 ? messageLanguages(query) : named',
      ],
    },
  ],
  [
    'lone letters are words',
    { change: ['find-query.ts', "(!/^[a-z]$/.test(surface) || word === 'C')", 'surface.length > 0'] },
  ],
  [
    'C is no C++',
    {
      change: [
        'named-languages.ts',
        'if (isC(run, before)) named.add(CPP);',
        'if (isC(run, before) && OWN_WORDS.size < 0) named.add(CPP);',
      ],
    },
  ],
  [
    'share of the query that a document has, once more',
    {
      change: [
        'find-ranking.ts',
        'const base = (sum / norm) * language;',
        'const base = (sum / norm) * language * (mass / total);',
      ],
    },
  ],
  [
    'without stand-ins for unknown words',
    { change: ['near-terms.ts', 'if (word.length < SHORTEST_CORRECTED', 'if (word.length < 99'] },
  ],
  ['without length normalisation', { weights: { lengthShare: 0 } }],
  ['whole length', { weights: { lengthShare: 1 } }],
  ['without best section', { weights: { together: 0 } }],
  ['best section counted double', { weights: { together: 2 } }],
  ['without named language', { weights: { namedLanguage: 1 } }],
  ['without metadata', { weights: { name: 0, tags: 0, summary: 0, language: 0, author: 0 } }],
  ['all metadata weights 1', { weights: { name: 1, tags: 1, summary: 1, language: 1, author: 1 } }],
  ['without heading weight', { weights: { heading: 0 } }],
];

function changing([name, text, other]) {
  return {
    name: 'change',
    setup(build) {
      build.onLoad({ filter: new RegExp(`search/(?:.*/)?${name.replace('.', '\\.')}$`) }, ({ path }) => {
        const contents = readFileSync(path, 'utf8');
        if (!contents.includes(text)) throw new Error(`${name} has no "${text}"`);
        return { contents: contents.replace(text, other), loader: 'ts' };
      });
    },
  };
}

async function scores({ change, weights }) {
  const search = await bundleSearch({
    name: 'ablation',
    plugins: change === undefined ? [] : [changing(change)],
  });
  const all = { ...search.WEIGHTS, ...weights };
  const { index } = await search.indexDocuments(documents);
  const ranking = new search.FindRanking(all);
  return GROUPS.map(([, sets]) =>
    sets.flatMap(({ queries, aliases }) => {
      const canon = canonicaliser(aliases);
      return queries.map((query) => {
        const ranked = ranking.rank(index, search.resolveQuery(index, query.query, all), { limit: 12 });
        const keys = ranked.map(({ document }) => document.key);
        return judge(query, keys, canon).ndcg10;
      });
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
for (const [name, options] of CHANGES) {
  const values = await scores(options);
  const cells =
    complete === undefined
      ? values.map((group) => mean(group).toFixed(3))
      : values.map((group, i) => difference(group, complete[i]));
  complete ??= values;
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}
