/** The messages between main and service process, which come from one build: the compiler checks them. */

import type { RegistryWork, RegistryWorkResult } from './added-registries.ts';
import type { RegistryLayout, Status } from './api.ts';
import type { ActivityRecording, DiscoveryFile, LayerChoice, LogLevel } from './service.ts';
import type { FetchProgress } from './words.ts';

export type FatalReason =
  | 'port-taken'
  /** The system refuses the port, as in Windows' reserved ranges. */
  | 'port-denied'
  /** The host is no address of this machine. */
  | 'address-unavailable'
  | 'no-registry'
  | 'unexpected';

export interface ServeRequest {
  readonly registry: string;
  /** The registries to serve, the uppermost first. Default: `registry` alone. */
  readonly layers?: readonly LayerChoice[];
  readonly host: string;
  readonly port: number;
  readonly allowedOrigins: readonly string[];
  readonly allowSubmit: boolean;
  readonly recordActivity: ActivityRecording;
  readonly logLevel: LogLevel;
}

export type MainToServerMessage =
  | { readonly type: 'start'; readonly request: ServeRequest }
  /** Asks whether a folder holds a registry. The process answers `inspected`, then ends. */
  | { readonly type: 'inspect'; readonly path: string }
  /**
   * Works on the added registries. The process answers `registries-progress` and `registries`, then ends, except
   * after a preview.
   */
  | { readonly type: 'registries'; readonly work: RegistryWork }
  /** Is answered by `pong` at once: each side knows that the other lives. */
  | { readonly type: 'ping' }
  | { readonly type: 'log-level'; readonly level: LogLevel }
  /** What to record of what agents ask. What is recorded no more is forgotten at once, counts with their file. */
  | { readonly type: 'record-activity'; readonly what: ActivityRecording }
  /** Has the process finish its requests, remove the discovery file, and end. */
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
  /** What is served has changed, or the registry was lost or found. The first one precedes `listening`. */
  | { readonly type: 'status'; readonly status: Status }
  /** The number of skills that a reading has read so far, for each 50. After the start the status says it, too. */
  | { readonly type: 'reading'; readonly skills: number }
  /** The service listens. The main process asks it there before it says so. */
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
  /** The service couldn't start; its process ends. */
  | {
      readonly type: 'fatal';
      readonly reason: FatalReason;
      readonly message: string;
      /** The service of this user that has the port. */
      readonly owner?: DiscoveryFile;
      /** Whether that service serves the requested registry. */
      readonly sameRegistry?: boolean;
      readonly nextFreePort?: number;
    }
  | { readonly type: 'inspected'; readonly result: InspectResult }
  /** How far the fetch of a registry is, by the registry’s name. */
  | { readonly type: 'registries-progress'; readonly progress: FetchProgress; readonly name: string }
  | { readonly type: 'registries'; readonly result: RegistryWorkResult };
