import type { FindResult } from '../contract/api/api.ts';
import type { SearchEngine } from '../search/search-engine.ts';

/** For results with a shown passage. */
export async function withWarnings(
  search: Pick<SearchEngine, 'warningFor'>,
  results: readonly FindResult[],
): Promise<readonly FindResult[]> {
  const warned: FindResult[] = [];
  for (const result of results) {
    const warning = result.section && (await search.warningFor(result.key));
    warned.push({ ...result, ...(warning !== undefined && { warning }) });
  }
  return warned;
}
