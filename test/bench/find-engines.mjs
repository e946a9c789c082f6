/** Find and the libraries that it is compared with: each makes an index of a registry's skills and returns a function that finds the best ten. */
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where peers are installed, by the lock file in `peers`. */
export const PEERS_FOLDER = join(root, '.bench/peers');
const require = createRequire(join(PEERS_FOLDER, 'package.json'));
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const FIELDS = ['name', 'tags', 'summary', 'content'];

/** The search engine compiled for plain Node, into .bench/. */
async function bundleSearch() {
  const outfile = join(root, '.bench/search/search.mjs');
  mkdirSync(join(root, '.bench/search'), { recursive: true });
  await build({
    absWorkingDir: root,
    stdin: {
      resolveDir: join(root, 'src-server/search'),
      contents: `
        export { FindIndex } from './find-index.ts';
        export { SkillSplitter } from './split-skills.ts';
        export { parseQuery } from './query.ts';
        export { resolveQuery } from './resolve-query.ts';
        export { FindRanking } from './ranking.ts';
        export { rememberWords } from './word-analysis.ts';
        export { WEIGHTS } from './find-weights.ts';
      `,
    },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}

/** An item: `{ document, texts: Map<path, text>, name, tags, summary, content }`. */
export const ENGINES = {
  async ours() {
    const { FindIndex, FindRanking, SkillSplitter, WEIGHTS, ...search } = await bundleSearch();
    return (items) => {
      const splitter = new SkillSplitter();
      const index = new FindIndex();
      const byKey = new Map(items.map(({ document }) => [document.key, document]));
      const terms = splitter.batch(items.map(({ document, texts }) => splitter.split(document, texts)));
      index.apply(terms, (key) => byKey.get(key));
      const ranking = new FindRanking(WEIGHTS);
      const toWord = search.rememberWords();
      return (query) => {
        const resolved = search.resolveQuery(index, search.parseQuery(query, toWord), WEIGHTS);
        return ranking.rank(index, resolved, { limit: 10 });
      };
    };
  },
  async minisearch() {
    const { default: MiniSearch } = await load('minisearch');
    return (items) => {
      const index = new MiniSearch({ fields: FIELDS });
      index.addAll(items);
      return (query) => index.search(query).slice(0, 10);
    };
  },
  async lunr() {
    const { default: lunr } = await load('lunr');
    return (items) => {
      const index = lunr(function () {
        for (const field of FIELDS) this.field(field);
        for (const item of items) this.add(item);
      });
      return (query) => index.search(query.replace(/[^A-Za-z ]/g, ' ')).slice(0, 10);
    };
  },
  async flexsearch() {
    const { default: flexsearch } = await load('flexsearch');
    return (items) => {
      const index = new flexsearch.Index({ tokenize: 'strict' });
      for (const [id, item] of items.entries()) index.add(id, FIELDS.map((field) => item[field]).join('\n'));
      return (query) => index.search(query, { limit: 10, suggest: true });
    };
  },
  async 'wink-bm25'() {
    const { default: bm25 } = await load('wink-bm25-text-search');
    const { default: nlp } = await load('wink-nlp-utils');
    return (items) => {
      const index = bm25();
      index.defineConfig({ fldWeights: { name: 4, tags: 2, summary: 2, content: 1 } });
      const { lowerCase, tokenize0, removeWords, stem, propagateNegations } = {
        ...nlp.string,
        ...nlp.tokens,
      };
      index.definePrepTasks([lowerCase, tokenize0, removeWords, stem, propagateNegations]);
      for (const item of items) index.addDoc(item, item.id);
      index.consolidate();
      return (query) => index.search(query, 10);
    };
  },
};
