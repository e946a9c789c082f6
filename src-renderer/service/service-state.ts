/** Whether the service answers, as this page sees it: decided from the last answer of `/v1/status`, nothing else. */
import type { Status } from '../../src-server/contract/api.ts';
import type { Answer } from '../api/api-client.ts';

export type ServiceState =
  /** Nothing is known yet. */
  | { readonly phase: 'asking' }
  | {
      readonly phase: 'serving';
      readonly status: Status;
      /** When it last answered, milliseconds since 1970. */
      readonly answeredAt: number;
      readonly tookMs: number;
    }
  /** It answers, but the registry's folder can't be read now. */
  | { readonly phase: 'registry-away'; readonly status: Status; readonly answeredAt: number }
  | {
      readonly phase: 'silent';
      /** Since when, milliseconds since 1970. */
      readonly since: number;
      readonly message: string;
      /** What was known before. */
      readonly last: Status | undefined;
    };

export function nextServiceState(before: ServiceState, answer: Answer<Status>, now: number): ServiceState {
  if (answer.ok) {
    const status = answer.value;
    return status.registry.available
      ? { phase: 'serving', status, answeredAt: now, tookMs: answer.tookMs }
      : { phase: 'registry-away', status, answeredAt: now };
  }
  if (answer.failure.kind === 'aborted') return before;
  return {
    phase: 'silent',
    since: before.phase === 'silent' ? before.since : now,
    message: answer.failure.message,
    last: lastStatus(before),
  };
}

/** The newest status that is known, of a service that may no longer answer. */
export function lastStatus(state: ServiceState): Status | undefined {
  switch (state.phase) {
    case 'serving':
    case 'registry-away':
      return state.status;
    case 'silent':
      return state.last;
    case 'asking':
      return undefined;
  }
}

/**
 * Names one snapshot of one run: lists, skills and problems are asked for again when it changes. A service that was
 * restarted counts from 1 again, so the run belongs to it.
 */
export function snapshotId(state: ServiceState): string | undefined {
  if (state.phase !== 'serving' && state.phase !== 'registry-away') return undefined;
  return `${state.status.instanceId}:${state.status.generation}:${state.phase}`;
}

/** Milliseconds until the service is asked again: calm while it serves, slower unseen, quick while it is away. */
export function nextPollDelay(state: ServiceState, hidden: boolean): number {
  if (hidden) return 20_000;
  return state.phase === 'serving' ? 2_000 : 1_000;
}
