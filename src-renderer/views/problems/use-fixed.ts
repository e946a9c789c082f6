import { useState } from 'react';
import type { Cause } from '../../../src-server/contract/causes.ts';
import { useService } from '../../world/use-world.tsx';
import { type FixedCause, nextFixed } from './fixed-causes.ts';

interface Held {
  /** What the causes are of: another folder's causes fix none of these. */
  readonly subject: string;
  readonly causes: readonly Cause[];
  readonly fixed: readonly FixedCause[];
}

/**
 * Causes that went away while one looked, until they are hidden or come back.
 *
 * @param isWhole whether everything was checked: what isn't found yet isn't fixed
 */
export function useFixed(causes: readonly Cause[], only: string | undefined, isWhole: boolean) {
  const folder = useService((service) => service.folder);
  const subject = `${folder ?? ''}\n${only ?? ''}`;
  const [held, setHeld] = useState<Held>({ subject, causes, fixed: [] });
  let present = held;
  if (held.subject !== subject) present = { subject, causes, fixed: [] };
  else if (isWhole && held.causes !== causes)
    present = { subject, causes, fixed: nextFixed(held.fixed, held.causes, causes, Date.now()) };
  if (present !== held) setHeld(present);
  return {
    fixed: present.fixed,
    hide: (one: FixedCause) =>
      setHeld((before) => ({ ...before, fixed: before.fixed.filter((other) => other !== one) })),
  };
}
