/** From the main process; in a browser from `/v1/events`. */
import type { Status } from '../../src-server/contract/api.ts';
import type { FatalReason } from '../../src-server/contract/messages.ts';

export interface ServerFailure {
  readonly reason: FatalReason | 'gave-up' | 'probe-failed';
  /** Problem and cause, up to two sentences. */
  readonly message: string;
  /** If the wanted port is taken. */
  readonly nextFreePort?: number;
  /** If a service of ours has the port: its address. */
  readonly servedAt?: string;
  /** Its registry. */
  readonly servedFolder?: string;
}

/** Undefined in a browser before the first status. Times: milliseconds since 1970. */
export interface KnownService {
  /** Served or configured registry. */
  readonly folder: string | undefined;
  readonly port: number | undefined;
  /** Base URL without trailing slash, served or configured. */
  readonly address: string | undefined;
  /** Old unless `serving` or `away`. */
  readonly status: Status | undefined;
}

interface Answering extends KnownService {
  readonly address: string;
  readonly status: Status;
  readonly since: number;
  /** Changed settings awaiting a restart. */
  readonly pending: readonly string[];
}

export type ServiceState =
  /** In a browser before the first status. */
  | (KnownService & { readonly phase: 'asking' })
  | (Answering & { readonly phase: 'serving' })
  /** The registry folder is unreadable. */
  | (Answering & { readonly phase: 'away'; readonly why: string })
  | (KnownService & {
      readonly phase: 'stopped';
      /** `setting`: does not start with the app. */
      readonly by: 'user' | 'setting';
      readonly since: number;
    })
  | (KnownService & {
      readonly phase: 'starting';
      /** From 1; counts restarts after crashes. */
      readonly attempt: number;
      readonly since: number;
    })
  /** After a crash. */
  | (KnownService & {
      readonly phase: 'restarting';
      /** Next attempt. */
      readonly attempt: number;
      /** End of the last attempt. */
      readonly why: string;
      readonly nextRetryAt: number;
      readonly since: number;
    })
  | (KnownService & { readonly phase: 'stopping'; readonly since: number })
  | (KnownService & {
      readonly phase: 'failed';
      readonly failure: ServerFailure;
      readonly since: number;
    })
  /** Files on a static host: no service, so nothing to follow. */
  | (KnownService & {
      readonly phase: 'exported';
      /** From 1; grows when the connection is back. */
      readonly readings: number;
    })
  /** In a browser: nothing answers. */
  | (KnownService & { readonly phase: 'silent'; readonly since: number });

export type Phase = ServiceState['phase'];
export type StateIn<P extends Phase> = Extract<ServiceState, { readonly phase: P }>;

/** The folder decides between `serving` and `away`. */
export function answeringState(
  known: Omit<Answering, 'since' | 'status'> & { readonly status: Status },
  since: { readonly served: number; readonly away: number },
): StateIn<'serving' | 'away'> {
  const { available, reason } = known.status.registry;
  return available
    ? { ...known, phase: 'serving', since: since.served }
    : { ...known, phase: 'away', since: since.away, why: reason ?? 'The folder is not there.' };
}
