import { useMemo } from 'react';
import type { SkillRow } from '../skill/skill-row.ts';
import { useRegistry } from './use-registry.tsx';

const NONE: ReadonlyMap<string, SkillRow> = new Map();

/** The list of skills by key; empty until it is there. */
export function useRows(): ReadonlyMap<string, SkillRow> {
  const { skills } = useRegistry();
  return useMemo(
    () => (skills.state === 'ready' ? new Map(skills.value.map((row) => [row.key, row])) : NONE),
    [skills],
  );
}
