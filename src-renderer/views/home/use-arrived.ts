import { useEffect, useRef, useState } from 'react';
import { desktop } from '../../desktop.ts';
import { useActivity, useRegistry, useService } from '../../stores/use-stores.tsx';

/** Milliseconds; limit for service, clients and requests. */
const LONGEST_MS = 2_000;

/** All of Home is known: late parts would move under the reader. */
export function useArrived(hasClients: boolean): boolean {
  const phase = useService((service) => service.phase);
  const hasLists = useRegistry(
    ({ loaded: { skills, problems } }) => skills.state !== 'loading' && problems.state !== 'loading',
  );
  const activity = useActivity().state;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LONGEST_MS);
    return () => clearTimeout(timer);
  }, []);
  const isKnown =
    (phase !== 'asking' || isLate) &&
    (hasClients || isLate) &&
    // A list that doesn't come fails by itself.
    (phase !== 'serving' || hasLists) &&
    (desktop === undefined || activity !== 'loading' || isLate);
  // Once shown, Home stays shown.
  const arrived = useRef(false);
  arrived.current ||= isKnown;
  return arrived.current;
}
