/** The state of the service, as the main process knows it; a page in a browser makes it from `/v1/events`. */
import type { Status } from '../../src-server/contract/api.ts';
import type { FatalReason } from '../../src-server/contract/messages.ts';

/** Why no service runs: the reason as a code, and what a person can do instead. */
export interface ServerFailure {
  readonly reason: FatalReason | 'gave-up' | 'probe-failed';
  /** What failed and why, in up to two sentences. */
  readonly message: string;
  /** A port that is free, if the wanted one is taken. */
  readonly nextFreePort?: number;
  /** The address of the service of ours that has the port, if it is ours. */
  readonly servedAt?: string;
  /** The registry that the other service serves. */
  readonly servedFolder?: string;
}

/**
 * What is known of the service in every phase. All is undefined in a browser before the first status. Times are
 * milliseconds since 1970.
 */
export interface KnownService {
  /** The registry that is served, or the one of the settings. */
  readonly folder: string | undefined;
  readonly port: number | undefined;
  /** The base URL without a slash at its end, as it is served or configured. */
  readonly address: string | undefined;
  /** The last status. It is old unless the phase is `serving` or `away`. */
  readonly status: Status | undefined;
}

interface Answering extends KnownService {
  readonly address: string;
  readonly status: Status;
  readonly since: number;
  /** The settings that were changed and wait for a restart. */
  readonly pending: readonly string[];
}

/**
 * What the service does. There is one phase at a time, from `starting` to `failed`; `serving` and `away` are the two
 * in which requests are answered. The main process publishes each change whole, and the page in a browser makes the
 * same states from the event stream.
 */
export type ServiceState =
  /** A page in a browser has no status yet. */
  | (KnownService & { readonly phase: 'asking' })
  | (Answering & { readonly phase: 'serving' })
  /** The registry's folder can't be read; the last snapshot stays served. */
  | (Answering & { readonly phase: 'away'; readonly why: string })
  | (KnownService & {
      readonly phase: 'stopped';
      /** With `setting`, the service doesn't start with the app. */
      readonly by: 'user' | 'setting';
      readonly since: number;
    })
  | (KnownService & {
      readonly phase: 'starting';
      /** The number of this start, from 1. It grows with each restart after a crash. */
      readonly attempt: number;
      /** The number of skills that were read so far; undefined until it is told. */
      readonly read?: number | undefined;
      readonly since: number;
    })
  /** The service has crashed, and is started again after a pause. */
  | (KnownService & {
      readonly phase: 'restarting';
      /** The number of the next start. */
      readonly attempt: number;
      /** How the last run ended, as a sentence. */
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
  /** The page is one of files on a static host: there is no service, and nothing to follow. */
  | (KnownService & {
      readonly phase: 'exported';
      /** The number of readings, from 1. It grows when the connection is back. */
      readonly readings: number;
    })
  /** A page in a browser gets no answer. */
  | (KnownService & { readonly phase: 'silent'; readonly since: number });

export type Phase = ServiceState['phase'];
export type StateIn<P extends Phase> = Extract<ServiceState, { readonly phase: P }>;

/** Returns `serving` or `away`, as the folder can be read or not. */
export function answeringState(
  known: Omit<Answering, 'since' | 'status'> & { readonly status: Status },
  since: { readonly served: number; readonly away: number },
): StateIn<'serving' | 'away'> {
  const { available, reason } = known.status.registry;
  return available
    ? { ...known, phase: 'serving', since: since.served }
    : { ...known, phase: 'away', since: since.away, why: reason ?? 'The folder is not there.' };
}
