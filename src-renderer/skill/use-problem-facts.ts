import { useMemo } from 'react';
import { useRegistry, useService } from '../stores/use-stores.tsx';
import type { ProblemFacts } from './problem-words.ts';

export function useProblemFacts(): ProblemFacts {
  const summary = useRegistry((registry) => registry.summary);
  const listed = useRegistry((registry) => registry.checking);
  const progress = useService(({ status }) => status?.checking);
  // The status is newer than the list.
  const checking = progress ?? listed;
  return useMemo(() => ({ ...summary, checking }), [summary, checking]);
}
