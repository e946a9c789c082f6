/**
 * What each ingredient of find gives: nDCG@10 and success@1 without it, over the judged queries that `npm run relevance`
 * uses. The tables in docs/search.md are its output.
 *
 *   node test/bench/ablation.mjs
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadDocuments } from './load-documents.mjs';
import { bundleSearch } from './search-bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = join(root, '../shared');
if (!existsSync(join(shared, 'real-registry')) || !existsSync(join(shared, 'relevance/score.mjs'))) {
  console.log('Skipped: the judged registry is not beside this project.');
  process.exit(0);
}
const { aggregate, canonicaliser, judge } = await import(
  pathToFileURL(join(shared, 'relevance/score.mjs')).href
);
const documents = loadDocuments(join(shared, 'real-registry'));
const sets = [
  join(shared, 'relevance/find-dev.json'),
  join(root, 'test/bench/relevance/find-held-out.json'),
].map((file) => JSON.parse(readFileSync(file, 'utf8')));

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
  [
    'without stand-ins for unknown words',
    { change: ['near-terms.ts', 'if (word.length < SHORTEST_CORRECTED', 'if (word.length < 99'] },
  ],
  ['without length normalisation', { weights: { lengthShare: 0 } }],
  ['whole length', { weights: { lengthShare: 1 } }],
  ['without related words', { weights: { related: 0 } }],
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
  return sets.map(({ queries, aliases }) => {
    const canon = canonicaliser(aliases);
    const rows = queries.map((query) => {
      const ranked = ranking.rank(index, search.resolveQuery(index, query.query, all), { limit: 10 });
      return judge(
        query,
        ranked.map(({ document }) => document.key),
        canon,
      );
    });
    return aggregate(rows).overall;
  });
}

console.log(
  '| | given queries: nDCG@10 | success@1 | our queries: nDCG@10 | success@1 |\n|---|---|---|---|---|',
);
for (const [name, options] of CHANGES) {
  const cells = (await scores(options)).flatMap(({ ndcg10, success1 }) => [
    ndcg10.toFixed(3),
    success1.toFixed(3),
  ]);
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}
