import { useMemo } from 'react';
import { type Causes, findCauses } from '../../src-server/contract/diagnostics/causes.ts';
import { useRegistry } from '../stores/use-stores.tsx';

/** Of a skill, or of the registry. */
export function useCauses(only?: string): Causes {
  const problems = useRegistry((registry) => registry.problems);
  const skills = useRegistry((registry) => registry.skills);
  return useMemo(
    () =>
      only === undefined
        ? findCauses(problems, skills)
        : findCauses(
            problems.filter(({ skillKey }) => skillKey === only),
            skills.filter(({ key }) => key === only),
          ),
    [only, problems, skills],
  );
}
