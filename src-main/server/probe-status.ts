import type { Status } from '../../src-server/contract/api/api.ts';
import { OWN_CLIENT } from '../contract/app-origin.ts';

/** Rejects for other programs. */
export type ProbeStatus = (url: string) => Promise<Status>;

const PROBE_TIMEOUT_MS = 5_000;

export const probeStatus: ProbeStatus = async (url) => {
  const response = await fetch(`${url}/v1/status`, {
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    redirect: 'error',
    headers: { 'user-agent': OWN_CLIENT },
  });
  const body: unknown = await response.json();
  if (!response.ok || !isStatus(body)) throw new Error(`${url} is no Skills Registry.`);
  return body;
};

export function isStatus(body: unknown): body is Status {
  if (typeof body !== 'object' || body === null) return false;
  const { app, instanceId, counts, diagnostics, registry } = body as Partial<Record<keyof Status, unknown>>;
  return (
    app === 'skills-registry' &&
    typeof instanceId === 'string' &&
    typeof registry === 'object' &&
    registry !== null &&
    isCounts(counts) &&
    isCounts(diagnostics)
  );
}

function isCounts(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((count) => typeof count === 'number')
  );
}
