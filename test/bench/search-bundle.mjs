/** The search engine compiled for benchmarks, which run in plain Node: into .bench/. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { textsOf } from './load-documents.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {{ name?: string, plugins?: import('esbuild').Plugin[] }} options a bundle of its own for each `name`;
 *   `plugins` may replace modules, to see what an ingredient gives
 */
export async function bundleSearch({ name = 'search', plugins = [] } = {}) {
  const folder = join(root, '.bench', name);
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: root,
    stdin: {
      resolveDir: join(root, 'src-server/search'),
      contents: `
        export { SearchEngine } from './search-engine.ts';
        export { FindIndex } from './index/find-index.ts';
        export { SkillSplitter } from './index/split-skills.ts';
        export { parseQuery } from './query/parse-query.ts';
        export { resolveQuery } from './query/resolve-query.ts';
        export { FindRanking } from './rank/find-ranking.ts';
        export { rememberWords } from './words/word-analysis.ts';
        export { WEIGHTS } from './rank/find-weights.ts';
        export { THRESHOLDS } from './strength/match-strength.ts';
        export { nearTerms } from './query/near-terms.ts';
        export { KeywordIndex } from './keyword-search/keyword-index.ts';
      `,
    },
    outfile: join(folder, 'search.mjs'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    plugins,
  });
  const search = await import(`${pathToFileURL(join(folder, 'search.mjs'))}?${Date.now()}`);
  return {
    ...search,
    splitDocuments: (documents) => splitDocuments(search, documents),
    indexDocuments: (documents) => indexDocuments(search, documents),
  };
}

/** Terms of documents, split in this thread; texts of a folder are read from there. */
function splitDocuments(search, documents) {
  const splitter = new search.SkillSplitter();
  return splitter.batch(documents.map((document) => splitter.split(document, textsOf(document))));
}

function indexDocuments(search, documents) {
  const index = new search.FindIndex();
  const byKey = new Map(documents.map((document) => [document.key, document]));
  index.apply(splitDocuments(search, documents), (key) => byKey.get(key));
  return index;
}
