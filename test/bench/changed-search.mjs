/** Find with another weight or another line of source, for seeing what each gives. */
import { readFileSync } from 'node:fs';
import { bundleSearch } from './search-bundle.mjs';

/**
 * Changes of one ingredient of find: `[file, text, other text]`; `text` is in that file below `search/`.
 *
 * @type {Record<string, [string, string, string]>}
 */
export const CHANGES = {
  stemming: ['word-analysis.ts', '? stem(surface)', '? surface'],
  stopWords: ['stop-words.ts', ".split(' '),", ".split(' ').slice(0, 0),"],
  partsOfIdentifiers: [
    'word-analysis.ts',
    'if (!SNAKE_OR_CAMEL.test(run)) return run.length <= LONGEST_WORD ? [toWord(run)] : [];',
    'return [asWord(run.toLowerCase())];',
  ],
  languageNames: ['word-analysis.ts', 'ALIASES.get(surface) ?? surface', 'surface'],
  termFrequency: ['find-weights.ts', 'Math.log1p(tf)', 'tf'],
  idfRaised: ['find-weights.ts', '(documentsWithTerm + 0.5)) + 1', '(documentsWithTerm + 0.5))'],
  messageLanguages: [
    'parse-query.ts',
    'new Set(named.values()) : messageLanguages(text)',
    'new Set(named.values()) : new Set()',
  ],
  loneLetters: ['parse-query.ts', "(!/^[a-z]$/.test(surface) || word === 'C')", 'surface.length > 0'],
  cIsCpp: ['named-languages.ts', "named.set('c', CPP)", "named.set('c', 'c')"],
  coverage: [
    'find-ranking.ts',
    'const base = (sum / norm) * language * factor',
    'const base = (mass / total) * (sum / norm) * language * factor',
  ],
  standIns: ['near-terms.ts', 'word.length >= SHORTEST_CORRECTED', 'word.length >= 99'],
};

/** Replaces a piece of one source file: `[file, text, other text]`; the text must be there. */
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

/**
 * The keys that a query finds, best first, by a find that is changed.
 *
 * @param {{ name: string, change?: readonly [string, string, string] }} options `name` is that of the bundle's folder
 * @returns {Promise<{ weights: object, keysOf: (query: string, weights?: object) => string[] }>} the weights that find
 *   has, and how it ranks with some of them replaced
 */
export async function changedSearch(documents, { name, change }) {
  const search = await bundleSearch({ name, plugins: change === undefined ? [] : [changing(change)] });
  const index = await search.indexDocuments(documents);
  return {
    weights: search.WEIGHTS,
    keysOf: (query, weights = {}) => {
      const all = { ...search.WEIGHTS, ...weights };
      const ranking = new search.FindRanking(all);
      const { ranked } = ranking.rank(index, search.resolveQuery(index, search.parseQuery(query), all), {
        limit: 12,
      });
      return ranked.map(({ document }) => document.key);
    },
  };
}
