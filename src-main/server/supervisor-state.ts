import type { Status } from '../../src-server/contract/api/api.ts';
import type { ServeRequest } from '../../src-server/contract/service/messages.ts';
import { serviceUrl } from '../../src-server/contract/service/service-address.ts';
import { answeringState, type ServerFailure, type ServiceState } from '../contract/service-state.ts';
import { RESTART_SETTINGS } from '../contract/settings.ts';
import type { RestartDecision } from './restart-policy.ts';
import type { Listening, RunEnd, ServerRun } from './server-run.ts';

export type SupervisorState =
  | { readonly kind: 'stopped'; readonly by: 'user' | 'setting' }
  | {
      readonly kind: 'running';
      readonly run: ServerRun;
      readonly attempt: number;
      readonly ready?: Ready;
    }
  | {
      readonly kind: 'backing-off';
      readonly attempt: number;
      readonly reason: string;
      readonly nextRetryAt: number;
      readonly cancel: () => void;
    }
  | { readonly kind: 'stopping'; readonly run: ServerRun; readonly done: Promise<void> }
  | { readonly kind: 'failed'; readonly failure: ServerFailure };

/** Our own service. */
export interface Ready {
  readonly listening: Listening;
  readonly sinceMs: number;
}

export interface Snapshot {
  readonly state: SupervisorState;
  readonly since: number;
  readonly asked: ServeRequest;
  readonly wanted: ServeRequest;
  /** Last of any service. */
  readonly status: Status | undefined;
  /** Since the folder is unreadable. */
  readonly awaySince: number;
}

export function serviceState(snapshot: Snapshot): ServiceState {
  const { state, since, asked, wanted, status } = snapshot;
  const idle = state.kind === 'stopped' || state.kind === 'backing-off';
  const { registry: folder, host, port } = idle ? wanted : asked;
  const known = { folder, port, address: serviceUrl(host, port), status };
  switch (state.kind) {
    case 'stopped':
      return { ...known, phase: 'stopped', by: state.by, since };
    case 'running':
      if (state.ready === undefined || status === undefined)
        return { ...known, phase: 'starting', attempt: state.attempt, since };
      return answeringState(
        { ...known, status, address: state.ready.listening.url, pending: pendingSettings(asked, wanted) },
        { served: Date.parse(status.startedAt), away: snapshot.awaySince },
      );
    case 'backing-off': {
      const { attempt, reason: why, nextRetryAt } = state;
      return { ...known, phase: 'restarting', attempt, why, nextRetryAt, since };
    }
    case 'stopping':
      return { ...known, phase: 'stopping', since };
    case 'failed':
      return { ...known, phase: 'failed', failure: state.failure, since };
  }
}

function pendingSettings(asked: ServeRequest, wanted: ServeRequest): string[] {
  return RESTART_SETTINGS.filter((key) => JSON.stringify(asked[key]) !== JSON.stringify(wanted[key]));
}

export function describeFailure(
  { fatal, why }: RunEnd,
  decision: Exclude<RestartDecision, { action: 'restart' }>,
): ServerFailure {
  if (decision.action === 'give-up')
    return { reason: 'gave-up', message: `The service ended ${decision.ends} times in a row. ${why}` };
  const { nextFreePort, owner } = fatal ?? {};
  return {
    reason: fatal?.reason ?? 'unexpected',
    message: why,
    ...(nextFreePort !== undefined && { nextFreePort }),
    ...(owner !== undefined && { servedAt: owner.url, servedFolder: owner.registry }),
  };
}
