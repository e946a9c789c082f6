/**
 * The one truth about the service: what the page saw when it asked (`Polled`) and what the desktop app says of the
 * service that it runs (`ServerStatus`), joined. Pure; `followService` asks and listens.
 */
import type { ServerFailure, ServerStatus, StartStep } from '../../src-main/contract/desktop-bridge.ts';
import type { Status } from '../../src-server/contract/api/api.ts';
import type { Answer } from '../api/api-transport.ts';
import { isSameData } from './same-data.ts';

type Supervised<State extends ServerStatus['state']> = Extract<ServerStatus, { state: State }>;
/** Another process whose service this is. */
export type AttachedTo = NonNullable<Supervised<'ready'>['attachedTo']>;

/** What is known whatever the service does. */
interface Known {
  readonly host: string | undefined;
  readonly port: number | undefined;
  /** Path of the registry that is served, or would be. */
  readonly folder: string | undefined;
  /** Base URL as others reach it, without a slash at its end; where nothing answers, the one that would. */
  readonly address: string | undefined;
  /** The newest status there was, also of a service that no longer answers. */
  readonly lastStatus: Status | undefined;
}

/** It answers. */
interface Answering extends Known {
  readonly status: Status;
  readonly lastStatus: Status;
  readonly address: string;
  /**
   * Who runs it: `us` the desktop app around this page, `app` the desktop app of another window, `another` a command
   * line; in a browser nobody knows, so `another` as well.
   */
  readonly by: 'us' | 'app' | 'another';
  /** Present where the desktop app found it running already. */
  readonly attachedTo: AttachedTo | undefined;
  /** Settings that a restart would bring into effect. */
  readonly pending: readonly string[];
  /** The desktop app's proof that it serves; empty in a browser. */
  readonly steps: readonly StartStep[];
}

/** `since` is always in milliseconds since 1970. */
export type Service =
  /** Nothing is known yet. */
  | (Known & { readonly phase: 'asking' })
  | (Answering & { readonly phase: 'serving'; readonly since: number })
  /** It answers, but the registry's folder can't be read now. */
  | (Answering & { readonly phase: 'away'; readonly since: number; readonly why: string })
  | (Known & {
      readonly phase: 'stopped';
      /** `setting`: it doesn't start with the app. */
      readonly by: 'user' | 'setting';
      readonly since: number;
    })
  /** On its way from one state to another. */
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
      /** The attempt that comes next. */
      readonly attempt: number;
      readonly why: string;
      /** Milliseconds since 1970. */
      readonly nextRetryAt: number;
      readonly since: number;
    })
  | (Known & { readonly phase: 'starting'; readonly kind: 'stopping'; readonly since: number })
  | (Known & {
      readonly phase: 'failed';
      /** Why it could not start, as the desktop app says; undefined where it is only silent. */
      readonly failure: ServerFailure | undefined;
      readonly why: string;
      readonly steps: readonly StartStep[];
      readonly since: number;
    });

/** What came of asking `/v1/status`. */
export type Polled =
  | { readonly outcome: 'asking' }
  | {
      readonly outcome: 'answered';
      readonly status: Status;
      /** When it answered last; milliseconds since 1970. */
      readonly at: number;
      /** Since when its folder is as available as it is now. */
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

/** A status that says the same as the one before stays that object. */
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
 * Never serving where the desktop app says that it isn't, nor where the page itself got no answer. `origin` is the
 * page's own where that is the service's (in a browser).
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
  // It was asked before the app proved that it serves: the next answer, due at once, will tell.
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
 * Names one snapshot of one run: lists, skills and problems are asked for again when it changes; undefined while
 * nothing answers. A service that was restarted counts from 1 again, so the run belongs to it.
 */
export function snapshotOf(service: Service): string | undefined {
  if (service.phase !== 'serving' && service.phase !== 'away') return undefined;
  const { instanceId, generation } = service.status;
  return `${instanceId}:${generation}:${service.phase}`;
}

/** While all skills are being checked, the list of problems is asked for again this often. */
const LOOKS_WHILE_CHECKING = 10;

/** Names one list of problems: another one with each snapshot, and now and then while the service still checks. */
export function problemsOf(service: Service): string | undefined {
  const snapshot = snapshotOf(service);
  const { done, total } = service.lastStatus?.checking ?? {};
  if (snapshot === undefined || done === undefined || total === undefined) return snapshot;
  return `${snapshot}:${Math.floor((LOOKS_WHILE_CHECKING * done) / Math.max(1, total))}`;
}

/** Milliseconds until the service is asked again: calm while it serves, slower unseen, quick while it is away. */
export function nextPollDelay(polled: Polled, isHidden: boolean): number {
  if (isHidden) return 20_000;
  return polled.outcome === 'answered' && polled.status.registry.available ? 2_000 : 1_000;
}
