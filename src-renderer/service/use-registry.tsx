/** The list of skills and the registry's problems, asked for once for all views and again with each snapshot. */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Diagnostic } from '../../src-server/contract/diagnostic.ts';
import { type SkillRow, toSkillRow } from '../skill/skill-row.ts';
import { useService } from './service-context.tsx';
import { type Loaded, useAnswer } from './use-answer.ts';

interface Registry {
  readonly skills: Loaded<readonly SkillRow[]>;
  readonly problems: Loaded<readonly Diagnostic[]>;
}

const Context = createContext<Registry | undefined>(undefined);

export function useRegistry(): Registry {
  const registry = useContext(Context);
  if (registry === undefined) throw new Error('useRegistry needs a RegistryProvider above it');
  return registry;
}

export function RegistryProvider({ children }: { readonly children: ReactNode }) {
  const { api, snapshot } = useService();
  const index = useAnswer('index', snapshot, api.index);
  const diagnostics = useAnswer('diagnostics', snapshot, api.diagnostics);
  const problems = useMemo(() => mapLoaded(diagnostics, (answer) => answer.diagnostics), [diagnostics]);
  const skills = useMemo(
    () => mapLoaded(index, (answer) => answer.skills.map((entry) => toSkillRow(entry))),
    [index],
  );
  const registry = useMemo(() => ({ skills, problems }), [skills, problems]);
  return <Context.Provider value={registry}>{children}</Context.Provider>;
}

function mapLoaded<T, U>(loaded: Loaded<T>, map: (value: T) => U): Loaded<U> {
  return loaded.state === 'ready' ? { ...loaded, value: map(loaded.value) } : loaded;
}
