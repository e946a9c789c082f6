/** Search libraries as find's peers: each makes an index of `items` and returns a function that finds the best ten. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where they are installed, by the lock file in `peers`. */
export const PEERS_FOLDER = fileURLToPath(new URL('../../.bench/peers', import.meta.url));
const require = createRequire(join(PEERS_FOLDER, 'package.json'));
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const FIELDS = ['name', 'tags', 'summary', 'content'];

export const PEERS = {
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
      items.forEach((item, id) => {
        index.add(id, FIELDS.map((field) => item[field]).join('\n'));
      });
      return (query) => index.search(query, { limit: 10, suggest: true });
    };
  },
  async orama() {
    const { create, insertMultiple, search } = await load('@orama/orama');
    return async (items) => {
      const schema = Object.fromEntries(FIELDS.map((field) => [field, 'string']));
      const index = create({ schema });
      await insertMultiple(index, items);
      return (query) => search(index, { term: query, limit: 10 });
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
  async natural() {
    const { default: natural } = await load('natural');
    return (items) => {
      const index = new natural.TfIdf();
      for (const item of items) index.addDocument(FIELDS.map((field) => item[field]).join('\n'), item.id);
      return (query) => {
        const scores = [];
        index.tfidfs(query, (id, score) => {
          if (score > 0) scores.push([id, score]);
        });
        return scores.sort((a, b) => b[1] - a[1]).slice(0, 10);
      };
    };
  },
};

export async function loadPeer(name) {
  return PEERS[name]();
}
