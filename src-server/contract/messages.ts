/** Between main and service process, which come from one build: the compiler checks them. */
import type { RegistryLayout, Status } from './api.ts';
import type { DiscoveryFile, LayerChoice, LogLevel, RegistryWork, RegistryWorkResult } from './service.ts';

export type FatalReason =
  | 'port-taken'
  /** Refused by the system, such as Windows' reserved ranges. */
  | 'port-denied'
  /** No address of this machine. */
  | 'address-unavailable'
  | 'no-registry'
  | 'unexpected';

export interface ServeRequest {
  readonly registry: string;
  /** Upper first. Default: `registry` alone. */
  readonly layers?: readonly LayerChoice[];
  readonly host: string;
  readonly port: number;
  readonly allowedOrigins: readonly string[];
  readonly allowSubmit: boolean;
  readonly recordActivity: boolean;
  readonly logLevel: LogLevel;
}

export type MainToServerMessage =
  | { readonly type: 'start'; readonly request: ServeRequest }
  /** Answer: `inspected`. Then ends. */
  | { readonly type: 'inspect'; readonly path: string }
  /** Answers: `registries-progress`, then `registries`. Then ends, except after a preview. */
  | { readonly type: 'registries'; readonly work: RegistryWork }
  /** Answer: `pong`, at once. Heartbeat of both sides. */
  | { readonly type: 'ping' }
  | { readonly type: 'log-level'; readonly level: LogLevel }
  /** Whether to record what agents ask; off forgets it at once. */
  | { readonly type: 'record-activity'; readonly isOn: boolean }
  /** Finishes requests, removes the discovery file, ends. */
  | { readonly type: 'shutdown' };

export type InspectResult =
  | { readonly outcome: 'ok'; readonly root: string; readonly layout: RegistryLayout }
  | {
      readonly outcome: 'refused';
      readonly message: string;
      readonly nextStep: string;
      readonly candidates: ReadonlyArray<{ readonly path: string; readonly layout: RegistryLayout }>;
    };

export type ServerToMainMessage =
  /** New snapshot, or registry lost or found. Precedes `listening`. */
  | { readonly type: 'status'; readonly status: Status }
  /** Main checks the port before readiness. */
  | {
      readonly type: 'listening';
      readonly url: string;
      readonly host: string;
      readonly port: number;
      readonly instanceId: string;
    }
  | {
      readonly type: 'log';
      readonly level: LogLevel;
      readonly message: string;
      readonly details?: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'pong' }
  /** Then ends. */
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
  | { readonly type: 'registries'; readonly result: RegistryWorkResult };
