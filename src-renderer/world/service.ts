/** Joins polled status (`Polled`) and desktop app's status (`ServerStatus`). Pure. */
import type { ServerFailure, ServerStatus, StartStep } from '../../src-main/contract/desktop-bridge.ts';
import type { Status } from '../../src-server/contract/api/api.ts';
import type { Answer } from '../api/api-transport.ts';
import { isSameData } from './same-data.ts';

type Supervised<State extends ServerStatus['state']> = Extract<ServerStatus, { state: State }>;
/** Process that another owner runs. */
export type AttachedTo = NonNullable<Supervised<'ready'>['attachedTo']>;

interface Known {
  readonly host: string | undefined;
  readonly port: number | undefined;
  /** Current or configured registry. */
  readonly folder: string | undefined;
  /** Base URL without trailing slash; the configured URL if nothing responds. */
  readonly address: string | undefined;
  /** Kept when the service no longer responds. */
  readonly lastStatus: Status | undefined;
}

interface Answering extends Known {
  readonly status: Status;
  readonly lastStatus: Status;
  readonly address: string;
  /**
   * `us`: the app of this window; `app`: another desktop app; `another`: a command line. Always `another` in
   * a browser.
   */
  readonly by: 'us' | 'app' | 'another';
  /** The app attached to a running service. */
  readonly attachedTo: AttachedTo | undefined;
  /** Take effect after a restart. */
  readonly pending: readonly string[];
  /** Empty in a browser. */
  readonly steps: readonly StartStep[];
}

/** `since` is in milliseconds since 1970. */
export type Service =
  | (Known & { readonly phase: 'asking' })
  | (Answering & { readonly phase: 'serving'; readonly since: number })
  /** The registry folder is unreadable. */
  | (Answering & { readonly phase: 'away'; readonly since: number; readonly why: string })
  | (Known & {
      readonly phase: 'stopped';
      /** `setting`: does not start with the app. */
      readonly by: 'user' | 'setting';
      readonly since: number;
    })
  | (Known & {
      readonly phase: 'starting';
      readonly kind: 'starting';
      /** From 1. */
      readonly attempt: number;
      readonly steps: readonly StartStep[];
      readonly since: number;
    })
  | (Known & {
      readonly phase: 'starting';
      readonly kind: 'backing-off';
      /** Next attempt. */
      readonly attempt: number;
      readonly why: string;
      /** Milliseconds since 1970. */
      readonly nextRetryAt: number;
      readonly since: number;
    })
  | (Known & { readonly phase: 'starting'; readonly kind: 'stopping'; readonly since: number })
  | (Known & {
      readonly phase: 'failed';
      /** Undefined if the service only does not respond. */
      readonly failure: ServerFailure | undefined;
      readonly why: string;
      readonly steps: readonly StartStep[];
      readonly since: number;
    });

/** From `/v1/status`. */
export type Polled =
  | { readonly outcome: 'asking' }
  | {
      readonly outcome: 'answered';
      readonly status: Status;
      /** Last response, milliseconds since 1970. */
      readonly at: number;
      /** Last change of the folder's availability. */
      readonly since: number;
      readonly tookMs: number;
    }
  | {
      readonly outcome: 'silent';
      readonly at: number;
      readonly since: number;
      readonly why: string;
      readonly last: Status | undefined;
    };

/** Equal statuses keep object identity. */
export function nextPolled(before: Polled, answer: Answer<Status>, now: number): Polled {
  if (answer.ok) {
    const last = lastOf(before);
    const status = last !== undefined && isSameData(last, answer.value) ? last : answer.value;
    const goesOn =
      before.outcome === 'answered' && before.status.registry.available === status.registry.available;
    return {
      outcome: 'answered',
      status,
      at: now,
      since: goesOn ? before.since : now,
      tookMs: answer.tookMs,
    };
  }
  if (answer.failure.kind === 'aborted') return before;
  return {
    outcome: 'silent',
    at: now,
    since: before.outcome === 'silent' ? before.since : now,
    why: answer.failure.message,
    last: lastOf(before),
  };
}

function lastOf(polled: Polled): Status | undefined {
  if (polled.outcome === 'answered') return polled.status;
  return polled.outcome === 'silent' ? polled.last : undefined;
}

/**
 * Never `serving` without a response, or against the desktop app's status. `origin`: the page's, if served by
 * the service.
 */
export function joinService(
  polled: Polled,
  supervised: ServerStatus | undefined,
  origin: string | undefined,
): Service {
  const known = whatIsKnown(polled, supervised, origin);
  if (supervised !== undefined && supervised.state !== 'ready') return fromSupervisor(known, supervised);
  switch (polled.outcome) {
    case 'asking':
      return { ...known, phase: 'asking' };
    case 'answered':
      return answering(known, polled, supervised);
    case 'silent':
      return silent(known, polled, supervised);
  }
}

function whatIsKnown(
  polled: Polled,
  supervised: ServerStatus | undefined,
  origin: string | undefined,
): Known {
  const lastStatus = lastOf(polled);
  const wanted = supervised === undefined ? undefined : `http://${supervised.host}:${supervised.port}`;
  const address =
    (supervised?.state === 'ready' ? supervised.url : (origin ?? wanted)) ??
    lastStatus?.mcpUrl.replace(/\/mcp$/, '');
  const { host, port } = placeOf(address);
  return {
    host: supervised?.host ?? host,
    port: supervised?.port ?? port,
    folder: supervised?.registry ?? lastStatus?.registry.path,
    address,
    lastStatus,
  };
}

function placeOf(address: string | undefined): Pick<Known, 'host' | 'port'> {
  const parts = /^(https?):\/\/(\[[^\]]*\]|[^:/]+)(?::(\d+))?/.exec(address ?? '');
  if (parts === null) return { host: undefined, port: undefined };
  const [, scheme, host, port] = parts;
  return { host, port: Number(port ?? (scheme === 'https' ? 443 : 80)) };
}

function answering(
  known: Known,
  { status, since }: Extract<Polled, { outcome: 'answered' }>,
  supervised: Supervised<'ready'> | undefined,
): Service {
  const attachedTo = supervised?.attachedTo;
  const answers = {
    ...known,
    status,
    lastStatus: status,
    address: known.address ?? status.mcpUrl.replace(/\/mcp$/, ''),
    by: ranBy(supervised),
    attachedTo,
    pending: supervised?.pending ?? [],
    steps: supervised?.steps ?? [],
  } as const;
  if (status.registry.available) return { ...answers, phase: 'serving', since: Date.parse(status.startedAt) };
  return { ...answers, phase: 'away', since, why: status.registry.reason ?? 'The folder is not there.' };
}

function ranBy(supervised: Supervised<'ready'> | undefined): Answering['by'] {
  if (supervised === undefined) return 'another';
  if (supervised.attachedTo === undefined) return 'us';
  return supervised.attachedTo.app === 'tray' ? 'app' : 'another';
}

function silent(
  known: Known,
  { at, since, why }: Extract<Polled, { outcome: 'silent' }>,
  supervised: Supervised<'ready'> | undefined,
): Service {
  const steps = supervised?.steps ?? [];
  const readySince = supervised === undefined ? undefined : Date.parse(supervised.since);
  // The poll precedes the app's readiness check, and the next poll is due at once.
  if (readySince !== undefined && at < readySince)
    return { ...known, phase: 'starting', kind: 'starting', attempt: 1, steps, since: readySince };
  return { ...known, phase: 'failed', failure: undefined, why, steps, since };
}

function fromSupervisor(known: Known, supervised: Exclude<ServerStatus, { state: 'ready' }>): Service {
  const since = Date.parse(supervised.since);
  switch (supervised.state) {
    case 'stopped':
      return { ...known, phase: 'stopped', by: supervised.by, since };
    case 'starting': {
      const { attempt, steps } = supervised;
      return { ...known, phase: 'starting', kind: 'starting', attempt, steps, since };
    }
    case 'stopping':
      return { ...known, phase: 'starting', kind: 'stopping', since };
    case 'backing-off': {
      const { attempt, reason: why } = supervised;
      const nextRetryAt = Date.parse(supervised.nextRetryAt);
      return { ...known, phase: 'starting', kind: 'backing-off', attempt, why, nextRetryAt, since };
    }
    case 'failed': {
      const { failure, steps } = supervised;
      return { ...known, phase: 'failed', failure, why: failure.message, steps, since };
    }
  }
}

/**
 * Identifies a snapshot of a process, since a restarted service counts from 1 again. Undefined while the
 * service does not respond.
 */
export function snapshotOf(service: Service): string | undefined {
  if (service.phase !== 'serving' && service.phase !== 'away') return undefined;
  const { instanceId, generation } = service.status;
  return `${instanceId}:${generation}:${service.phase}`;
}

/** Refreshes per check. */
const LOOKS_WHILE_CHECKING = 10;

/** Changes with each snapshot, and periodically during a check. */
export function problemsOf(service: Service): string | undefined {
  const snapshot = snapshotOf(service);
  const { done, total } = service.lastStatus?.checking ?? {};
  if (snapshot === undefined || done === undefined || total === undefined) return snapshot;
  return `${snapshot}:${Math.floor((LOOKS_WHILE_CHECKING * done) / Math.max(1, total))}`;
}

/** Milliseconds; longer while hidden, shorter during an outage. */
export function nextPollDelay(polled: Polled, isHidden: boolean): number {
  if (isHidden) return 20_000;
  return polled.outcome === 'answered' && polled.status.registry.available ? 2_000 : 1_000;
}
