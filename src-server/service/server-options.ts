/** How a service is started, what a running one offers, and how a start fails. */
import type { ActivityListener, Status } from '../contract/api.ts';
import type { StartedWith } from '../contract/page.ts';
import type { ServiceQueries } from '../contract/queries.ts';
import type { ActivityRecording, DiscoveryFile, LayerChoice, Logger } from '../contract/service.ts';
import type { WhyNone } from '../registry/locate.ts';
import type { Registry } from '../registry/registry.ts';
import type { WatchMode } from '../registry/worker-messages.ts';

/**
 * How a service is started. Only `registry` is needed: it then listens at 127.0.0.1:8701, follows the folder, answers
 * this machine alone and takes no submissions.
 */
export interface ServerOptions {
  /** Prefix of the page's terminal lines; default: our command. */
  readonly command?: string | undefined;
  /** How the service was started, for the page. Default: not known there. */
  readonly startedWith?: StartedWith | undefined;
  readonly registry: string;
  /** The layers, the uppermost first. Default: `registry` alone. */
  readonly layers?: readonly LayerChoice[] | undefined;
  /** Whether it is the sample, which nobody has chosen. Default: false. */
  readonly isFallback?: boolean;
  readonly host?: string;
  readonly port?: number;
  /** The token that callers must send as `Authorization: Bearer`, except for `/health`. Default: none. */
  readonly token?: string;
  readonly requestTimeoutMs?: number;
  /** Names that a `Host` header may have besides those of loopback and of `host`. */
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  readonly watch?: boolean | WatchMode;
  /** Milliseconds between scans of everything; 0 for none. Default: 30,000. */
  readonly scanIntervalMs?: number;
  readonly allowSubmit?: boolean;
  /** Whether clients' hooks are answered where other machines could ask. Default: false. */
  readonly allowHook?: boolean;
  readonly isReplica?: boolean;
  /** What is kept of what agents read and asked in vain; nothing where others could ask. Default: `memory`. */
  readonly recordActivity?: ActivityRecording;
  readonly app?: 'tray' | 'cli';
  readonly onLongReading?: () => void;
  /** Is called while the folder is read, with the number of skills that were read so far; never for small registries. */
  readonly onReading?: (skills: number) => void;
  readonly logger?: Logger;
  readonly onActivity?: ActivityListener;
  readonly onStatus?: (status: Status) => void;
}

/** A service that listens. `status` and `queries` answer as its routes do, in this process. */
export interface RunningServer {
  /** The address with the actual port, without a final slash. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly instanceId: string;
  readonly queries: ServiceQueries;
  readonly registry: Registry;
  status(): Status;
  /**
   * Changes what is recorded of what agents ask. What is recorded no more is forgotten, counts with their file. Nothing is
   * recorded where other machines could ask.
   */
  recordActivity(what: ActivityRecording): void;
  /** Ends the service. Running requests get 2 s. A second call waits for the first. */
  close(): Promise<void>;
}

export type StartFailure =
  | {
      readonly reason: 'port-taken' | 'port-denied';
      readonly host: string;
      readonly port: number;
      /** The service of this user that has the port. */
      readonly owner?: DiscoveryFile;
      /** Whether that service serves the requested registry. */
      readonly sameRegistry?: boolean;
      readonly nextFreePort?: number;
    }
  | { readonly reason: 'address-unavailable'; readonly host: string; readonly port: number }
  | ({
      readonly reason: 'no-registry';
      readonly path: string;
      readonly candidates: readonly string[];
    } & WhyNone);

/** A failure of a start that is to be expected; its message is for the user. */
export class StartError extends Error {
  readonly failure: StartFailure;

  constructor(failure: StartFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
    this.failure = failure;
  }
}
