/** What the app knows about the service: the state of `ServerSupervisor`, as tray and window show it. */
import type { FatalReason } from '../../src-server/contract/service/fatal-reason.ts';

/** One step of the proof that the service serves; nothing is called running before the last one is done. */
export interface StartStep {
  readonly name: 'process' | 'folder' | 'port' | 'probe';
  /** `now` is being done, `cut` failed here, `todo` was not reached. */
  readonly state: 'done' | 'now' | 'cut' | 'todo';
  /** What was found, such as `85 skills in 38 ms`; empty until there is something to say. */
  readonly detail: string;
}

/** Who answers on the port in our place: another window's service or `skills-registry serve`, with the same registry. */
export interface AttachedTo {
  readonly app: 'tray' | 'cli';
  readonly pid: number;
  /** Why this app does not serve by itself, in one sentence. */
  readonly reason: string;
}

/** Why serving failed, and what could help. */
export interface ServerFailure {
  readonly reason: FatalReason | 'gave-up' | 'probe-failed';
  /** What is so and why, in one or two sentences. */
  readonly message: string;
  /** The next free port, offered where the wanted one is taken. */
  readonly nextFreePort?: number;
}

interface Wanted {
  /** The folder that was picked. */
  readonly registry: string;
  readonly host: string;
  readonly port: number;
  /** When this state began; ISO 8601. */
  readonly since: string;
}

/** How the app's service stands, by its `state`. */
export type ServerStatus =
  | (Wanted & {
      readonly state: 'stopped';
      /** `user` by the menu or the window, `setting` because it does not start with the app. */
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
      /** Base URL, without a slash at its end. */
      readonly url: string;
      readonly mcpUrl: string;
      /** Of the process that serves. */
      readonly pid: number;
      readonly skills: number;
      /** Errors and warnings in the registry. */
      readonly problems: number;
      readonly steps: readonly StartStep[];
      /** Settings that a restart of the service would bring into effect. */
      readonly pending: readonly string[];
      /** Present where another process serves; starting and stopping are then not ours. */
      readonly attachedTo?: AttachedTo;
    })
  | (Wanted & {
      readonly state: 'backing-off';
      /** The attempt that comes next. */
      readonly attempt: number;
      /** Why the last one ended. */
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
