/** Between main and service process. Both refuse other versions. */
import type { ActivityEvent } from '../api/activity.ts';
import type { RegistryLayout, Status } from '../api/api.ts';
import { isJsonObject } from '../api/json-object.ts';
import type { DiscoveryFile } from './discovery.ts';
import type { FatalReason } from './fatal-reason.ts';
import type { LayerChoice } from './layer-choice.ts';
import type { LogLevel } from './logger.ts';
import type { RegistryWork, RegistryWorkResult } from './registry-work.ts';

/** Both come from one build; differences mean a broken installation. */
export const PROTOCOL_VERSION = 1;

export interface ServeRequest {
  readonly registry: string;
  /** Upper first. Default: `registry` alone. */
  readonly layers?: readonly LayerChoice[];
  readonly host: string;
  readonly port: number;
  readonly allowedOrigins: readonly string[];
  readonly allowSubmit: boolean;
  readonly logLevel: LogLevel;
}

export type MainToServerMessage = { readonly protocol: typeof PROTOCOL_VERSION } & (
  | { readonly type: 'start'; readonly request: ServeRequest }
  /** Answer: `inspected`. Then ends. */
  | { readonly type: 'inspect'; readonly path: string }
  /** Answers: `registries-progress`, then `registries`. Then ends, except after a preview. */
  | { readonly type: 'registries'; readonly work: RegistryWork }
  /** Answer: `pong`, at once. Heartbeat of both sides. */
  | { readonly type: 'ping' }
  | { readonly type: 'log-level'; readonly level: LogLevel }
  /** Finishes requests, removes the discovery file, ends with code 0. */
  | { readonly type: 'shutdown' }
);

export type InspectResult =
  | {
      readonly outcome: 'ok';
      readonly root: string;
      readonly layout: RegistryLayout;
    }
  | {
      readonly outcome: 'refused';
      readonly message: string;
      readonly nextStep: string;
      readonly candidates: ReadonlyArray<{ readonly path: string; readonly layout: RegistryLayout }>;
    };

export type ServerToMainMessage = {
  readonly protocol: typeof PROTOCOL_VERSION;
} & (
  | {
      /** New snapshot, or registry lost or found. Precedes `listening`. */
      readonly type: 'status';
      readonly status: Status;
    }
  /** Main checks the port before readiness. */
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
  | { readonly type: 'pong' }
  /** Then ends with the reason's exit code. */
  | {
      readonly type: 'fatal';
      readonly reason: FatalReason;
      readonly message: string;
      /** Another service of the user on the port. */
      readonly owner?: DiscoveryFile;
      /** The owner serves the requested registry. */
      readonly sameRegistry?: boolean;
      readonly nextFreePort?: number;
    }
  | { readonly type: 'inspected'; readonly result: InspectResult }
  | { readonly type: 'registries-progress'; readonly bytes: number }
  | { readonly type: 'registries'; readonly result: RegistryWorkResult }
);

/** Node uses 1 to 13; up to 64 may be signals. */
export const ServerExitCode = {
  ok: 0,
  unexpected: 1,
  /** Restarts don't help. */
  port: 72,
  /** Restarts don't help. */
  registry: 73,
  protocol: 70,
  orphaned: 71,
} as const;

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

/** Undefined for another version. Within a version, the compiler checks. */
export function parseMainToServer(data: unknown): MainToServerMessage | undefined {
  return isOfThisVersion(data) ? (data as MainToServerMessage) : undefined;
}

export function parseServerToMain(data: unknown): ServerToMainMessage | undefined {
  return isOfThisVersion(data) ? (data as ServerToMainMessage) : undefined;
}

function isOfThisVersion(data: unknown): boolean {
  return isJsonObject(data) && data['protocol'] === PROTOCOL_VERSION && typeof data['type'] === 'string';
}
