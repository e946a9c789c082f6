import type { DesktopBridge } from '../../src-main/contract/desktop-bridge.ts';
import type { ClientState, DoctorFinding } from '../../src-server/contract/clients/connect.ts';
import { useQuery, useRefreshOnFocus } from '../components/use-query.ts';
import { desktop } from '../desktop.ts';
import { useService } from '../stores/use-stores.tsx';

export interface Connections {
  /** Undefined until read, and in a browser. */
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

const NONE: readonly DoctorFinding[] = [];

/** Reloads on mount, service changes, window focus and request. */
export function useConnections(bridge: DesktopBridge | undefined = desktop): Connections {
  const place = useService(({ phase, address }) => `${phase === 'serving'} ${address}`);
  const clients = useQuery(bridge?.getClients, place);
  const doctor = useQuery(bridge?.examineConnection, place);
  useRefreshOnFocus(clients, doctor);
  return {
    clients: clients.value,
    findings: doctor.value ?? NONE,
    isLooking: doctor.isAsking,
    checkedAt: doctor.at,
    failed: clients.failed,
    reload() {
      clients.refresh();
      doctor.refresh();
    },
  };
}
