import { useMemo, useRef } from 'react';
import type { SearchResponse } from '../../../src-server/contract/api/api.ts';
import { isAnswering } from '../../stores/service.ts';
import { useRegistry, useResource, useService, useStores } from '../../stores/use-stores.tsx';
import { type NameMatches, NO_NAMES, rowsCalled, toNameMatches } from './match-names.ts';

export interface FoundNames {
  /** Of the previous query until new names arrive. */
  readonly names: NameMatches;
  /** True if current, or no answer will come. */
  readonly isAnswered: boolean;
}

/** Without service, searches the cached list. */
export function useNames(query: string, most: number): FoundNames {
  const { api } = useStores();
  const rows = useRegistry(({ byKey }) => byKey);
  const answer = useResource(`search ${query}`, (signal) => api.search(query, signal));
  const isServing = useService(isAnswering);
  const last = useRef<SearchResponse>(undefined);
  if (answer.value !== undefined) last.current = answer.value;
  const isSilent = answer.value === undefined && (answer.state === 'failed' || !isServing);
  const shown = answer.value ?? last.current;
  const names = useMemo(() => {
    if (isSilent) return rowsCalled(query, rows.values(), most);
    return shown === undefined ? NO_NAMES : toNameMatches(shown, rows, most);
  }, [isSilent, query, shown, rows, most]);
  return { names, isAnswered: answer.value !== undefined || isSilent };
}
