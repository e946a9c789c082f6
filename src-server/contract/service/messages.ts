/**
 * What the desktop app's main process and the process it forks for the service say to each other. Both sides check
 * every message before they believe it; a message of another protocol version is refused.
 */
import type { ActivityEvent } from '../api/activity.ts';
import type { RegistryLayout, Status } from '../api/api.ts';
import isMainToServer from '../schemas/main-to-server.schema.json?validate';
import isServerToMain from '../schemas/server-to-main.schema.json?validate';
import type { DiscoveryFile } from './discovery.ts';
import type { FatalReason } from './fatal-reason.ts';
import type { LogLevel } from './logger.ts';
import type { ProjectWork, ProjectWorkResult } from './project-work.ts';

/** Of these messages; the process and the app are of one build, so another number is a fault of the installation. */
export const PROTOCOL_VERSION = 1;

/** What the service is started with. */
export interface ServeRequest {
  /** Absolute path of the folder that was picked. */
  readonly registry: string;
  readonly host: string;
  /** 1 to 65535. */
  readonly port: number;
  readonly allowedOrigins: readonly string[];
  readonly allowSubmit: boolean;
  readonly logLevel: LogLevel;
}

/** What the app tells the service's process. */
export type MainToServerMessage = { readonly protocol: typeof PROTOCOL_VERSION } & (
  | { readonly type: 'start'; readonly request: ServeRequest }
  /**
   * Is this folder a registry? Answered with `inspected`. Where it is one, the process waits for the `start` that serves
   * it, without another look, or for a `shutdown`; else it ends by itself.
   */
  | { readonly type: 'inspect'; readonly path: string }
  /** Work on a project's folder. Answered with `project`; the process then ends by itself. */
  | { readonly type: 'project'; readonly work: ProjectWork }
  /** Answered with `pong` at once: the sign of life in both directions. */
  | { readonly type: 'ping'; readonly id: number }
  | { readonly type: 'log-level'; readonly level: LogLevel }
  /** Finish running requests, remove the discovery file, end with code 0. */
  | { readonly type: 'shutdown' }
);

/** What a folder is, for who wants to serve it. */
export type InspectResult =
  | {
      readonly outcome: 'ok';
      /** Absolute path of the root that would be served. */
      readonly root: string;
      readonly layout: RegistryLayout;
    }
  | {
      readonly outcome: 'refused';
      readonly message: string;
      readonly nextStep: string;
      readonly candidates: ReadonlyArray<{ readonly path: string; readonly layout: RegistryLayout }>;
    };

/** What the service's process tells the app. */
export type ServerToMainMessage = {
  readonly protocol: typeof PROTOCOL_VERSION;
} & (
  | {
      /** A new snapshot is served, or the registry went away or came back. The first one comes before `listening`. */
      readonly type: 'status';
      readonly status: Status;
    }
  /** The port is open. Main probes it before it calls the service ready. */
  | {
      readonly type: 'listening';
      readonly url: string;
      readonly host: string;
      readonly port: number;
      readonly instanceId: string;
    }
  | { readonly type: 'activity'; readonly event: ActivityEvent }
  | {
      readonly type: 'log';
      readonly level: LogLevel;
      readonly message: string;
      readonly details?: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'pong'; readonly id: number }
  /** The service could not start; the process ends with the reason's exit code right after. */
  | {
      readonly type: 'fatal';
      readonly reason: FatalReason;
      readonly message: string;
      /** Present where a service of this user holds the port. */
      readonly owner?: DiscoveryFile;
      /** Whether that service serves the registry that we were to serve. */
      readonly sameRegistry?: boolean;
      readonly nextFreePort?: number;
    }
  | { readonly type: 'inspected'; readonly result: InspectResult }
  | { readonly type: 'project'; readonly result: ProjectWorkResult }
);

/** How the service's process ends. Node uses 1 to 13 for its own failures, and up to 64 may be a signal's number. */
export const ServerExitCode = {
  ok: 0,
  unexpected: 1,
  /** The port is taken or may not be bound: starting again would not help. */
  port: 72,
  /** The folder is no registry, or cannot be read: starting again would not help. */
  registry: 73,
  /** A message could not be understood: main and service are of different versions. */
  protocol: 70,
  /** Main has not been heard of for too long. */
  orphaned: 71,
} as const;

/** The exit code that goes with a reason. */
export function exitCodeOf(reason: FatalReason): number {
  switch (reason) {
    case 'port-taken':
    case 'port-denied':
    case 'address-unavailable':
      return ServerExitCode.port;
    case 'no-registry':
      return ServerExitCode.registry;
    case 'unexpected':
      return ServerExitCode.unexpected;
  }
}

/** A message from main, or undefined where it is none of ours. */
export function parseMainToServer(data: unknown): MainToServerMessage | undefined {
  return isMainToServer(data) ? (data as MainToServerMessage) : undefined;
}

/** A message from the service, or undefined where it is none of ours. */
export function parseServerToMain(data: unknown): ServerToMainMessage | undefined {
  return isServerToMain(data) ? (data as ServerToMainMessage) : undefined;
}
