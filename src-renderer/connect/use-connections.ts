import { useCallback, useEffect, useRef, useState } from 'react';
import type { DesktopBridge } from '../../src-main/contract/desktop-bridge.ts';
import type { ClientState, DoctorFinding } from '../../src-server/contract/clients/connect.ts';
import { desktop, refusalSentence } from '../desktop.ts';
import { useService } from '../world/use-world.tsx';

/** What is known of this computer's programs. */
export interface Connections {
  /** What the settings of this computer's programs say; undefined in a browser, and until they were read. */
  readonly clients: readonly ClientState[] | undefined;
  /** What keeps programs from the service, and what doesn't; empty until it was looked for. */
  readonly findings: readonly DoctorFinding[];
  /** That is being looked for: a service that hangs is given time to answer. */
  readonly isLooking: boolean;
  /** When that was looked for; milliseconds since 1970. */
  readonly checkedAt: number | undefined;
  /** Why the settings could not be read. */
  readonly failed: string | undefined;
  readonly reload: () => void;
}

const NOTHING = {
  clients: undefined,
  findings: [],
  isLooking: true,
  checkedAt: undefined,
  failed: undefined,
} as const;

/** Read when a view opens, when the service moves, when the window gets the focus again, and when asked. */
export function useConnections(bridge: DesktopBridge | undefined = desktop): Connections {
  const place = useService(({ phase, address }) => `${phase === 'serving'} ${address}`);
  const [known, setKnown] = useState<Omit<Connections, 'reload'>>(NOTHING);
  const looks = useRef(0);
  const reload = useCallback(() => {
    looks.current += 1;
    const look = looks.current;
    // One that waited for a service that hangs may answer behind a later one.
    const isLatest = () => look === looks.current;
    bridge?.getClients().then(
      (clients) => isLatest() && setKnown((before) => ({ ...before, clients, failed: undefined })),
      (error: unknown) => isLatest() && setKnown((before) => ({ ...before, failed: refusalSentence(error) })),
    );
    setKnown((before) => ({ ...before, isLooking: true }));
    bridge?.examineConnection().then(
      (findings) =>
        isLatest() &&
        setKnown((before) => ({ ...before, findings, isLooking: false, checkedAt: Date.now() })),
      // Without findings a row says less; that the settings can't be read is said anyway.
      () => isLatest() && setKnown((before) => ({ ...before, isLooking: false })),
    );
  }, [bridge]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: elsewhere other settings are the right ones
  useEffect(reload, [reload, place]);
  useEffect(() => {
    window.addEventListener('focus', reload);
    return () => window.removeEventListener('focus', reload);
  }, [reload]);
  return { ...known, reload };
}
