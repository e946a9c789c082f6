import { OWN_CLIENT } from '../../src-server/contract/api/activity.ts';
import type { Status } from '../../src-server/contract/api/api.ts';

/** The caller compares `instanceId`: another program may have the port. */
export type ProbeStatus = (url: string) => Promise<Status>;

const PROBE_TIMEOUT_MS = 5_000;

export const probeStatus: ProbeStatus = async (url) => {
  const response = await fetch(`${url}/v1/status`, {
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    redirect: 'error',
    headers: { 'user-agent': OWN_CLIENT },
  });
  return (await response.json()) as Status;
};
