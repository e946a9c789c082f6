/** The search of a site beside the service's search over the same skills. */
import type { FindResponse, SearchResult } from '../../../../src-server/contract/api/api.ts';
import { silentLogger } from '../../../../src-server/contract/service/logger.ts';
import { searchDocuments } from '../../../../src-server/registry/model/search-documents.ts';
import type { ReadTexts, SearchDocument } from '../../../../src-server/search/search-document.ts';
import { createSearchIndexer } from '../../../../src-server/search/search-indexer.ts';
import { buildSearchShards } from '../../../../src-server/search/shards/build-search-shards.ts';
import { openShardSearch } from '../../../../src-server/search/shards/open-shard-search.ts';
import type { ReadSiteFile } from '../../../../src-server/search/shards/shard-store.ts';
import { withWarnings } from '../../../../src-server/skill-answer/with-warnings.ts';
import { readSnapshot } from '../../../support/read-snapshot.ts';
import { readTexts } from '../search-fixture.ts';

export async function documentsOf(registry: string): Promise<readonly SearchDocument[]> {
  const { records } = await readSnapshot(registry);
  return searchDocuments(records, [...records.keys()]);
}

/** Reads an exported site without its folder. */
export function siteReader(
  shards: ReadonlyMap<string, Uint8Array>,
  documents: readonly SearchDocument[],
  readTexts_: ReadTexts = readTexts,
): ReadSiteFile {
  return async (path) => {
    const bytes = shards.get(path);
    if (bytes !== undefined) return bytes;
    const name = decodeURIComponent(path).replace('v1/skills/', '');
    const document = documents.find(({ key }) => name.startsWith(`${key}/`));
    const files = document?.files.filter((file) => name === `${document.key}/${file.path}`) ?? [];
    const [read] = document === undefined ? [] : await readTexts_([{ ...document, files }]);
    const text = read?.texts[0];
    if (text === undefined) throw new Error(`${path} is not there`);
    return text;
  };
}

export interface Answers {
  find(query: string, options: { readonly limit: number }): Promise<FindResponse>;
  search(query: string, options: { readonly limit: number }): Promise<readonly SearchResult[]>;
  close(): Promise<void>;
}

export async function openSite(documents: readonly SearchDocument[], read = readTexts): Promise<Answers> {
  const site = await openShardSearch(siteReader(await buildSearchShards(documents, read), documents, read));
  return { ...site, close: async () => undefined };
}

export function openService(documents: readonly SearchDocument[], read = readTexts): Answers {
  const indexer = createSearchIndexer({ logger: silentLogger, readTexts: read });
  const index = indexer.update({ changed: documents, removed: [] });
  return {
    async find(query, options) {
      const { results, question } = await index.explain(query, options);
      return { query, results: await withWarnings(index, results), question };
    },
    search: async (query, { limit }) => index.search(query, { names: true }).slice(0, limit),
    close: () => indexer.close(),
  };
}
