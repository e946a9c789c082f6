import type { DiscoveryFile } from '../../src-server/contract/service/discovery.ts';
import type { ServeRequest } from '../../src-server/contract/service/messages.ts';
import type { ServerFailure, ServerStatus } from '../contract/server-status.ts';
import { RESTART_SETTINGS } from '../contract/settings.ts';
import type { Attachment } from './attachment.ts';
import type { RestartDecision } from './restart-policy.ts';
import type { Listening, RunEnd, ServerRun } from './server-run.ts';
import { type StartProgress, startSteps, stepOf } from './start-steps.ts';

export type SupervisorState =
  | { readonly kind: 'stopped'; readonly by: 'user' | 'setting' }
  | { readonly kind: 'running'; readonly run: ServerRun; readonly attempt: number; readonly ready?: Ready }
  | { readonly kind: 'attached'; readonly owner: DiscoveryFile; readonly follow: Attachment }
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
  readonly counts: { readonly skills: number; readonly problems: number };
}

export function describeState({ state, since, asked, wanted, progress, counts }: Snapshot): ServerStatus {
  const idle = state.kind === 'stopped' || state.kind === 'backing-off';
  const { registry, host, port } = idle ? wanted : asked;
  const common = { registry, host, port, since: new Date(since).toISOString() };
  switch (state.kind) {
    case 'stopped':
      return { ...common, state: 'stopped', by: state.by };
    case 'running':
      if (state.ready === undefined)
        return { ...common, state: 'starting', attempt: state.attempt, steps: startSteps(progress) };
      return {
        ...common,
        state: 'ready',
        url: state.ready.listening.url,
        mcpUrl: `${state.ready.listening.url}/mcp`,
        pid: state.run.pid ?? 0,
        ...counts,
        steps: startSteps(progress),
        pending: pendingSettings(asked, wanted),
      };
    case 'attached':
      return { ...common, ...attachedStatus(state.owner), ...counts };
    case 'backing-off':
      return {
        ...common,
        state: 'backing-off',
        attempt: state.attempt,
        reason: state.reason,
        nextRetryAt: new Date(state.nextRetryAt).toISOString(),
      };
    case 'stopping':
      return { ...common, state: 'stopping' };
    case 'failed':
      return {
        ...common,
        state: 'failed',
        failure: state.failure,
        steps: startSteps(progress, stepOf(state.failure.reason)),
      };
  }
}

function attachedStatus(owner: DiscoveryFile) {
  const name = owner.app === 'cli' ? 'the command line' : 'another Skills Registry app';
  return {
    state: 'ready' as const,
    url: owner.url,
    mcpUrl: owner.mcpUrl,
    pid: owner.pid,
    steps: [],
    pending: [],
    attachedTo: {
      app: owner.app,
      pid: owner.pid,
      reason: `Port ${owner.port} is already served by ${name}, process ${owner.pid}, with the same registry. This app shows that service.`,
    },
  };
}

function pendingSettings(asked: ServeRequest, wanted: ServeRequest): string[] {
  return RESTART_SETTINGS.filter((key) => JSON.stringify(asked[key]) !== JSON.stringify(wanted[key]));
}

/** Why the service is not restarted. */
export function describeFailure(
  { fatal }: RunEnd,
  decision: Exclude<RestartDecision, { action: 'restart' }>,
  reason: string,
): ServerFailure {
  if (decision.action === 'give-up')
    return { reason: 'gave-up', message: `The service ended ${decision.ends} times in a row. ${reason}` };
  const { nextFreePort } = fatal ?? {};
  return {
    reason: fatal?.reason ?? 'unexpected',
    message: reason,
    ...(nextFreePort !== undefined && { nextFreePort }),
  };
}
