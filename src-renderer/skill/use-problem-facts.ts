import { useMemo } from 'react';
import { useRegistry, useService } from '../stores/use-stores.tsx';
import { type ProblemFacts, problemFacts } from './problem-facts.ts';

export function useProblemFacts(): ProblemFacts {
  const problems = useRegistry((registry) => registry.problems);
  const skills = useRegistry((registry) => registry.skills);
  const checking = useRegistry((registry) => registry.checking);
  const progress = useService(({ status }) => status?.checking);
  return useMemo(
    () => problemFacts({ problems, skills, checking }, progress),
    [problems, skills, checking, progress],
  );
}
