import type { Status } from '../../src-server/contract/api.ts';
import type { ServeRequest } from '../../src-server/contract/messages.ts';
import { serviceUrl } from '../../src-server/contract/service.ts';
import { answeringState, type ServerFailure, type ServiceState } from '../contract/service-state.ts';
import { RESTART_SETTINGS } from '../contract/settings.ts';
import type { Listening, RunEnd, ServerRun } from './service-process.ts';

/** What the supervisor itself is doing. `serviceState` makes of it the state that is published. */
export type SupervisorState =
  | { readonly kind: 'stopped'; readonly by: 'user' | 'setting' }
  | {
      readonly kind: 'running';
      readonly run: ServerRun;
      readonly attempt: number;
      /** The number of skills that the start has read so far. */
      readonly read?: number | undefined;
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

/**
 * Our own service, after it answered: what it said when it began to listen, and since when it is ready, in
 * milliseconds since 1970.
 */
export interface Ready {
  readonly listening: Listening;
  readonly sinceMs: number;
}

/**
 * What the published state is made of: the supervisor's own state, and what was asked of the run (`asked`) and is set
 * now (`wanted`). Times are milliseconds since 1970.
 */
interface Snapshot {
  readonly state: SupervisorState;
  readonly since: number;
  readonly asked: ServeRequest;
  readonly wanted: ServeRequest;
  /** The last status of any run. */
  readonly status: Status | undefined;
  /** Since when the folder can't be read. */
  readonly awaySince: number;
}

/** Returns the state that is published. A stopped service tells what would be served, a running one what is. */
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
        return { ...known, phase: 'starting', attempt: state.attempt, read: state.read, since };
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

/** Returns why the service is given up, in words for the user. */
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

/** How often and how fast a service is started again. The pauses double: 0.5, 1, 2 and 4 seconds. */
export const RESTART_POLICY = {
  /** The most restarts without a stable run in between. */
  maxRestarts: 4,
  firstDelayMs: 500,
  /** A run that was ready this long resets the count. */
  stableMs: 60_000,
} as const;

type RestartDecision =
  /** The service starts again after a pause; `attempt` is the number of that start. */
  | { readonly action: 'restart'; readonly attempt: number; readonly delayMs: number }
  | { readonly action: 'fail' }
  /** The service stays ended; `ends` is how often it ended in a row. */
  | { readonly action: 'give-up'; readonly ends: number };

/**
 * Decides what follows after a run has ended.
 * @param isFinal whether a restart can't help
 * @param attempt the number of the start that ended, from 1
 * @param readyMs how long the run was ready, 0 if it never was
 */
export function decideRestart(isFinal: boolean, attempt: number, readyMs: number): RestartDecision {
  if (isFinal) return { action: 'fail' };
  const ends = readyMs >= RESTART_POLICY.stableMs ? 1 : attempt;
  if (ends > RESTART_POLICY.maxRestarts) return { action: 'give-up', ends };
  const delayMs = RESTART_POLICY.firstDelayMs * 2 ** (ends - 1);
  return { action: 'restart', attempt: ends + 1, delayMs };
}
