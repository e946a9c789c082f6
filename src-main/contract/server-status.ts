import type { FatalReason } from '../../src-server/contract/service/fatal-reason.ts';

/** The service counts as running after the last step. */
export interface StartStep {
  readonly name: 'process' | 'folder' | 'port' | 'probe';
  /** `now`: in progress. `cut`: failed. `todo`: not reached. */
  readonly state: 'done' | 'now' | 'cut' | 'todo';
  /** Example: `85 skills in 38 ms`; '' before. */
  readonly detail: string;
}

/** Another process on our port, with the same registry. */
export interface AttachedTo {
  readonly app: 'tray' | 'cli';
  readonly pid: number;
  /** Why the app doesn't serve, one sentence. */
  readonly reason: string;
}

export interface ServerFailure {
  readonly reason: FatalReason | 'gave-up' | 'probe-failed';
  /** Problem and cause in one or two sentences. */
  readonly message: string;
  /** Present if the wanted port is taken. */
  readonly nextFreePort?: number;
}

interface Wanted {
  readonly registry: string;
  readonly host: string;
  readonly port: number;
  /** Start of the state; ISO 8601. */
  readonly since: string;
}

export type ServerStatus =
  | (Wanted & {
      readonly state: 'stopped';
      /** `setting`: not started with the app. */
      readonly by: 'user' | 'setting';
    })
  | (Wanted & {
      readonly state: 'starting';
      /** From 1; grows with each restart after a crash. */
      readonly attempt: number;
      readonly steps: readonly StartStep[];
    })
  | (Wanted & {
      readonly state: 'ready';
      /** Base URL without a final slash. */
      readonly url: string;
      readonly mcpUrl: string;
      /** From 1. */
      readonly pid: number;
      readonly skills: number;
      /** Errors and warnings of the registry. */
      readonly problems: number;
      readonly steps: readonly StartStep[];
      /** Changed settings that need a restart. */
      readonly pending: readonly string[];
      /** Another process serves, and can't be started or stopped here. */
      readonly attachedTo?: AttachedTo;
    })
  | (Wanted & {
      readonly state: 'backing-off';
      /** Next attempt. */
      readonly attempt: number;
      /** End of the last attempt. */
      readonly reason: string;
      /** ISO 8601. */
      readonly nextRetryAt: string;
    })
  | (Wanted & { readonly state: 'stopping' })
  | (Wanted & {
      readonly state: 'failed';
      readonly failure: ServerFailure;
      readonly steps: readonly StartStep[];
    });
