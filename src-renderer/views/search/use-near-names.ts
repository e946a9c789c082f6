import { useEffect, useState } from 'react';
import type { SkillRow } from '../../skill/skill-row.ts';
import { useRegistry } from '../../stores/use-stores.tsx';
import { nearNames } from './near-names.ts';

const MOST = 3;
/** Debounce in milliseconds: ten thousand names take a while. */
const PAUSE_MS = 150;

export function useNearNames(query: string): readonly SkillRow[] {
  const skills = useRegistry((registry) => registry.skills);
  const [near, setNear] = useState<{ readonly query: string; readonly rows: readonly SkillRow[] }>();
  useEffect(() => {
    const timer = setTimeout(() => {
      const names = new Set(nearNames(query, [...new Set(skills.map(({ name }) => name))]).slice(0, MOST));
      setNear({ query, rows: skills.filter(({ name }) => names.has(name)).slice(0, MOST) });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [query, skills]);
  return near?.query === query ? near.rows : [];
}
