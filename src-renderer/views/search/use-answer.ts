import { useEffect, useRef, useState } from 'react';
import type { FindResponse } from '../../../src-server/contract/api/api.ts';
import type { Resource } from '../../world/resource.ts';
import { useResource, useService, useWorld } from '../../world/use-world.tsx';

/** Answers that are asked for; the service reads a file for each. */
const LIMIT = 12;
/** A pause in typing, milliseconds: names need none, and each question has the service read files. */
const PAUSE_MS = 120;

/**
 * The answer to a question, asked for at a pause in typing. While the next one is on its way the one before stays, so
 * that nothing flickers; with a service that doesn't answer nothing but this question's own answer is shown.
 */
export function useAnswer(query: string): Resource<FindResponse> {
  const { api } = useWorld();
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

/** A text once it has stood still for a moment; the first one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
