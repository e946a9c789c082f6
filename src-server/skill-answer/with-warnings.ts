import type { FindResult } from '../contract/api/api.ts';
import type { SearchIndex } from '../search/search-indexer.ts';

/** Adds a warning to each result whose passage is shown and must not be trusted. */
export async function withWarnings(
  search: Pick<SearchIndex, 'warningFor'>,
  results: readonly FindResult[],
): Promise<readonly FindResult[]> {
  const warned: FindResult[] = [];
  for (const result of results) {
    const warning = result.section && (await search.warningFor(result.key));
    warned.push({ ...result, ...(warning !== undefined && { warning }) });
  }
  return warned;
}
