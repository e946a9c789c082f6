import { useMemo, useRef } from 'react';
import type { SearchResponse } from '../../../src-server/contract/api/api.ts';
import { useRegistry, useResource, useService, useWorld } from '../../world/use-world.tsx';
import { type NameMatches, NO_NAMES, rowsCalled, toNameMatches } from './match-names.ts';

/** The skills that the service finds by name, tags and summary. */
export interface FoundNames {
  /** Those of the query before while the next are on their way, so that nothing flickers. */
  readonly names: NameMatches;
  /** They are of this query, or there will be none. */
  readonly isAnswered: boolean;
}

/** Asked for with each key: the service answers at once. If it can't be asked, names of the list that was read before. */
export function useNames(query: string, most: number): FoundNames {
  const { api } = useWorld();
  const rows = useRegistry(({ byKey }) => byKey);
  const answer = useResource(`search ${query}`, (signal) => api.search(query, signal));
  const isServing = useService(({ phase }) => phase === 'serving');
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
