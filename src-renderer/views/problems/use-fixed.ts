import { useState } from 'react';
import type { Cause } from '../../../src-server/contract/diagnostics/causes.ts';
import { useService } from '../../world/use-world.tsx';
import { type FixedCause, lookAgain, type Watched } from './fixed-causes.ts';

interface Held extends Watched {
  /** Folder and skill: groups of another folder fix nothing here. */
  readonly subject: string;
}

/**
 * Returns problem groups fixed during the visit, until hidden or found again.
 *
 * @param isWhole see `lookAgain`
 */
export function useFixed(causes: readonly Cause[], only: string | undefined, isWhole: boolean) {
  const folder = useService((service) => service.folder);
  const subject = `${folder ?? ''}\n${only ?? ''}`;
  const first: Watched = { causes, seen: causes, fixed: [] };
  const [held, setHeld] = useState<Held>({ subject, ...first });
  const present = held.subject === subject ? lookAgain(held, causes, isWhole, Date.now()) : first;
  if (present !== held) setHeld({ subject, ...present });
  return {
    fixed: present.fixed,
    hide: (one: FixedCause) =>
      setHeld((before) => ({ ...before, fixed: before.fixed.filter((other) => other !== one) })),
  };
}
