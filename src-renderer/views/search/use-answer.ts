import { useEffect, useRef, useState } from 'react';
import type { FindResponse } from '../../../src-server/contract/api/api.ts';
import type { Resource } from '../../stores/resource.ts';
import { useResource, useService, useStores } from '../../stores/use-stores.tsx';

/** The service reads a file for each answer. */
const LIMIT = 12;
/** Debounce in milliseconds. */
const PAUSE_MS = 120;

/** Debounced. Retains the previous answer until the next; if not serving, only the current query's answer. */
export function useAnswer(query: string): Resource<FindResponse> {
  const { api } = useStores();
  const settled = useSettled(query);
  const answer = useResource(`find ${settled}`, (signal) => api.find(settled, LIMIT, signal));
  const isServing = useService(({ phase }) => phase === 'serving');
  const own = settled === query ? answer : { ...answer, ...NOTHING };
  const last = useRef<Resource<FindResponse>>(undefined);
  if (own.value !== undefined) last.current = own;
  if (own.value !== undefined || own.state === 'failed' || !isServing) return own;
  return last.current ?? own;
}

const NOTHING = { state: 'loading', value: undefined, of: undefined, failure: undefined } as const;

/** Debounced, except the first text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
