import type { Status } from '../../src-server/contract/api/api.ts';
import type { ServeRequest } from '../../src-server/contract/service/messages.ts';
import { serviceUrl } from '../../src-server/contract/service/service-address.ts';
import {
  answeringState,
  type ServerFailure,
  type ServiceState,
  type StateIn,
} from '../contract/service-state.ts';
import { RESTART_SETTINGS } from '../contract/settings.ts';
import type { RestartDecision } from './restart-policy.ts';
import type { Listening, RunEnd, ServerRun } from './server-run.ts';
import { type StartProgress, startSteps, stepOf } from './start-steps.ts';

export type SupervisorState =
  | { readonly kind: 'stopped'; readonly by: 'user' | 'setting' }
  | {
      readonly kind: 'running';
      readonly run: ServerRun;
      readonly attempt: number;
      readonly ready?: Ready;
      readonly silentSince?: number;
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
  readonly progress: StartProgress;
  /** Last of any service. */
  readonly status: Status | undefined;
  /** Since the folder is unreadable. */
  readonly awaySince: number;
}

export function serviceState(snapshot: Snapshot): ServiceState {
  const { state, since, asked, wanted, progress } = snapshot;
  const idle = state.kind === 'stopped' || state.kind === 'backing-off';
  const { registry: folder, host, port } = idle ? wanted : asked;
  const known = { folder, port, address: serviceUrl(host, port), status: snapshot.status };
  switch (state.kind) {
    case 'stopped':
      return { ...known, phase: 'stopped', by: state.by, since };
    case 'running':
      if (state.ready === undefined || progress.status === undefined)
        return { ...known, phase: 'starting', attempt: state.attempt, steps: startSteps(progress), since };
      known.address = state.ready.listening.url;
      if (state.silentSince !== undefined) return { ...known, phase: 'silent', since: state.silentSince };
      return answering(snapshot, progress.status, {
        ...{ ...known, steps: startSteps(progress), pending: pendingSettings(asked, wanted) },
      });
    case 'backing-off': {
      const { attempt, reason: why, nextRetryAt } = state;
      return { ...known, phase: 'restarting', attempt, why, nextRetryAt, since };
    }
    case 'stopping':
      return { ...known, phase: 'stopping', since };
    case 'failed': {
      const steps = startSteps(progress, stepOf(state.failure.reason));
      return { ...known, phase: 'failed', failure: state.failure, steps, since };
    }
  }
}

type Answering = Omit<StateIn<'serving'>, 'phase' | 'since' | 'status'>;

function answering({ awaySince }: Snapshot, status: Status, known: Answering): ServiceState {
  return answeringState({ ...known, status }, { served: Date.parse(status.startedAt), away: awaySince });
}

function pendingSettings(asked: ServeRequest, wanted: ServeRequest): string[] {
  return RESTART_SETTINGS.filter((key) => JSON.stringify(asked[key]) !== JSON.stringify(wanted[key]));
}

export function describeFailure(
  { fatal }: RunEnd,
  decision: Exclude<RestartDecision, { action: 'restart' }>,
  reason: string,
): ServerFailure {
  if (decision.action === 'give-up')
    return { reason: 'gave-up', message: `The service ended ${decision.ends} times in a row. ${reason}` };
  const { nextFreePort, owner } = fatal ?? {};
  return {
    reason: fatal?.reason ?? 'unexpected',
    message: reason,
    ...(nextFreePort !== undefined && { nextFreePort }),
    ...(owner !== undefined && { servedAt: owner.url, servedFolder: owner.registry }),
  };
}
