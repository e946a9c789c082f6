import { useState } from 'react';
import type { Cause } from '../../../src-server/contract/diagnostics/causes.ts';
import { useService } from '../../world/use-world.tsx';
import { type FixedCause, lookAgain, type Watched } from './fixed-causes.ts';

interface Held extends Watched {
  /** What the causes are of: another folder's causes fix none of these. */
  readonly subject: string;
}

/**
 * Causes that went away while one looked, until they are hidden or come back.
 *
 * @param isWhole whether everything was checked: what isn't found yet isn't fixed
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
