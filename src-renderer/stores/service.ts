import { answeringState, type ServiceState } from '../../src-main/contract/service-state.ts';
import type { Status } from '../../src-server/contract/api/api.ts';
import { isSameData } from './same-data.ts';

/** @param origin of the served page */
export function unknownService(origin: string | undefined): ServiceState {
  return { phase: 'asking', folder: undefined, port: portOf(origin), address: origin, status: undefined };
}

function portOf(address: string | undefined): number | undefined {
  const [, scheme, port] = /^(https?):\/\/(?:\[[^\]]*\]|[^:/]+)(?::(\d+))?/.exec(address ?? '') ?? [];
  return scheme === undefined ? undefined : Number(port ?? (scheme === 'https' ? 443 : 80));
}

export function answeredService(before: ServiceState, status: Status, now: number): ServiceState {
  const address = before.address ?? status.mcpUrl.replace(/\/mcp$/, '');
  const known = {
    ...{ folder: status.registry.path, port: portOf(address), address },
    ...{ pending: [], steps: [] },
    status: sameStatus(before.status, status),
  };
  const away = before.phase === 'away' ? before.since : now;
  return answeringState(known, { served: Date.parse(status.startedAt), away });
}

export function silentService(before: ServiceState, now: number): ServiceState {
  const { folder, port, address, status } = before;
  const since = before.phase === 'silent' ? before.since : now;
  return { phase: 'silent', folder, port, address, status, since };
}

export function exportedService(before: ServiceState): ServiceState {
  const { folder, port, address, status } = before;
  const readings = before.phase === 'exported' ? before.readings + 1 : 1;
  return { phase: 'exported', folder, port, address, status, readings };
}

/** Questions get current answers. */
export function isAnswering({ phase }: ServiceState): boolean {
  return phase === 'serving' || phase === 'exported';
}

/** Equal statuses keep object identity. */
export function sameStatus<S extends Status | undefined>(before: Status | undefined, next: S): S {
  return isSameData(before, next) ? (before as S) : next;
}

/** Names the process, too: a restarted service counts from 1 again. Undefined while the service is silent. */
export function snapshotOf(service: ServiceState): string | undefined {
  if (service.phase === 'exported') return `site:${service.readings}`;
  if (service.phase !== 'serving' && service.phase !== 'away') return undefined;
  const { instanceId, generation } = service.status;
  return `${instanceId}:${generation}:${service.phase}`;
}

/** Refreshes per check. */
const REFRESHES_WHILE_CHECKING = 10;

/** Changes with each snapshot, and periodically during a check. */
export function problemsOf(service: ServiceState): string | undefined {
  const snapshot = snapshotOf(service);
  const { done, total } = service.status?.checking ?? {};
  if (snapshot === undefined || done === undefined || total === undefined) return snapshot;
  return `${snapshot}:${Math.floor((REFRESHES_WHILE_CHECKING * done) / Math.max(1, total))}`;
}
