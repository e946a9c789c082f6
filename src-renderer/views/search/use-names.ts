import { useMemo, useRef } from 'react';
import type { SearchResponse } from '../../../src-server/contract/api/api.ts';
import { hasService } from '../../host.ts';
import { isAnswering } from '../../stores/service.ts';
import { useRegistry, useResource, useService, useStores } from '../../stores/use-stores.tsx';
import { type NameMatches, NO_NAMES, rowsCalled, toNameMatches } from './match-names.ts';
import { useSettled } from './use-settled.ts';

export interface FoundNames {
  /** Of the previous query until new names arrive. */
  readonly names: NameMatches;
  /** True if current, or no answer will come. */
  readonly isAnswered: boolean;
}

/** Without debounce, except on a site, where each text may need other files. Without service, searches the cached list. */
export function useNames(query: string, most: number): FoundNames {
  const { api } = useStores();
  const rows = useRegistry(({ byKey }) => byKey);
  const settled = useSettled(query);
  const asked = hasService ? query : settled;
  const answer = useResource(`search ${asked}`, (signal) => api.search(asked, signal));
  const isServing = useService(isAnswering);
  const last = useRef<SearchResponse>(undefined);
  if (answer.value !== undefined) last.current = answer.value;
  const isSilent = answer.value === undefined && (answer.state === 'failed' || !isServing);
  const shown = answer.value ?? last.current;
  const names = useMemo(() => {
    if (isSilent) return rowsCalled(query, rows.values(), most);
    return shown === undefined ? NO_NAMES : toNameMatches(shown, rows, most);
  }, [isSilent, query, shown, rows, most]);
  return { names, isAnswered: (answer.value !== undefined && asked === query) || isSilent };
}
