import { useState } from 'react';
import type { Cause } from '../../../src-server/contract/diagnostics/causes.ts';
import { type FixedCause, lookAgain, type Watched } from './fixed-causes.ts';

/**
 * Fixed during the visit, until hidden or found again.
 *
 * @param subject folder or skill: another subject's groups fix nothing
 * @param isWhole see `lookAgain`
 */
export function useFixed(causes: readonly Cause[], subject: string, isWhole: boolean) {
  const first: Watched = { causes, seen: causes, fixed: [] };
  const [watched, setWatched] = useState({ subject, ...first });
  const present = watched.subject === subject ? lookAgain(watched, causes, isWhole, Date.now()) : first;
  if (present !== watched) setWatched({ subject, ...present });
  return {
    fixed: present.fixed,
    hide: (one: FixedCause) =>
      setWatched((before) => ({ ...before, fixed: before.fixed.filter((other) => other !== one) })),
  };
}
