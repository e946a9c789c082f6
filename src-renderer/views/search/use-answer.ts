import { useRef } from 'react';
import type { FindResponse } from '../../../src-server/contract/api/api.ts';
import type { Resource } from '../../stores/resource.ts';
import { isAnswering } from '../../stores/service.ts';
import { useResource, useService, useStores } from '../../stores/use-stores.tsx';
import { useSettled } from './use-settled.ts';

/** The service reads a file for each result. */
const MOST_RESULTS = 12;

/**
 * Debounced. While the service serves, keeps the previous query's answer until the next answer or a failure.
 * Otherwise returns only the current query's answer.
 */
export function useAnswer(query: string): Resource<FindResponse> {
  const { api } = useStores();
  const settled = useSettled(query);
  const answer = useResource(`find ${settled}`, (signal) => api.find(settled, MOST_RESULTS, signal));
  const isServing = useService(isAnswering);
  const current = settled === query ? answer : { ...answer, ...NOTHING };
  const last = useRef<Resource<FindResponse>>(undefined);
  if (current.value !== undefined) last.current = current;
  if (current.value !== undefined || current.state === 'failed' || !isServing) return current;
  return last.current ?? current;
}

const NOTHING = { state: 'loading', value: undefined, of: undefined, failure: undefined } as const;
