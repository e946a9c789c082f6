/** The search engine compiled for benchmarks, which run in plain Node: into .bench/. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

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
        export { createSearchIndexer } from './search-indexer.ts';
        export { buildSegments } from './index/build-segment.ts';
        export { openDisk } from '../registry/disk/open-disk.ts';
        export { readIndexedTexts } from '../registry/disk/read-indexed-texts.ts';
        export { createFindIndex, SegmentView } from './index/find-index.ts';
        export { parseQuery } from './query/parse-query.ts';
        export { resolveQuery } from './query/resolve-query.ts';
        export { FindRanking } from './rank/find-ranking.ts';
        export { rememberWords } from './words/word-analysis.ts';
        export { WEIGHTS } from './rank/find-weights.ts';
        export { THRESHOLDS } from './strength/match-strength.ts';
        export { nearTerms } from './query/near-terms.ts';
        export { segmentBytes } from './index/segment.ts';
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
    indexDocuments: (documents, readTexts) => indexDocuments(search, documents, readTexts),
  };
}

const logger = { error() {}, warn() {}, info() {}, debug() {}, isDebug: false };

/** Documents in an index of one segment, made in this thread; those of a folder are read from there. */
async function indexDocuments(
  search,
  documents,
  readTexts = search.readIndexedTexts(search.openDisk({ logger })),
) {
  const [{ segment }] = await search.buildSegments(documents, {
    readTexts,
    signal: new AbortController().signal,
    logger,
  });
  const view = new search.SegmentView(segment);
  for (const [number, document] of documents.entries()) view.put(number, document, true);
  return { segment, index: search.createFindIndex([view]) };
}
