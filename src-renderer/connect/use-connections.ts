import { useCallback, useEffect, useRef, useState } from 'react';
import type { DesktopBridge } from '../../src-main/contract/desktop-bridge.ts';
import type { ClientState, DoctorFinding } from '../../src-server/contract/clients/connect.ts';
import { desktop, refusalSentence } from '../desktop.ts';
import { useService } from '../world/use-world.tsx';

export interface Connections {
  /** Undefined in a browser, and until the settings were read. */
  readonly clients: readonly ClientState[] | undefined;
  /** Empty until the first check. */
  readonly findings: readonly DoctorFinding[];
  /** A hung service delays the check. */
  readonly isLooking: boolean;
  /** Last check, milliseconds since 1970. */
  readonly checkedAt: number | undefined;
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

/** Reloads on mount, changes of the service, window focus and request. */
export function useConnections(bridge: DesktopBridge | undefined = desktop): Connections {
  const place = useService(({ phase, address }) => `${phase === 'serving'} ${address}`);
  const [known, setKnown] = useState<Omit<Connections, 'reload'>>(NOTHING);
  const looks = useRef(0);
  const reload = useCallback(() => {
    looks.current += 1;
    const look = looks.current;
    // A check that waited for a hung service may finish after a later one.
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
      // The findings are optional; `failed` already reports unreadable settings.
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
