import type { ActivityListener, Status } from '../contract/api.ts';
import type { StartedWith } from '../contract/page.ts';
import type { ServiceQueries } from '../contract/queries.ts';
import type { LayerChoice, Logger } from '../contract/service.ts';
import type { Registry } from '../registry/registry.ts';
import type { WatchMode } from '../registry/registry-patch.ts';

export interface ServerOptions {
  /** Prefix of the page's terminal lines; default: our command. */
  readonly command?: string | undefined;
  /** For the page; default: not known there. */
  readonly startedWith?: StartedWith | undefined;
  readonly registry: string;
  /** Upper first; default: `registry` alone. */
  readonly layers?: readonly LayerChoice[] | undefined;
  /** The sample, without a choice. Default: false. */
  readonly isFallback?: boolean;
  readonly host?: string;
  readonly port?: number;
  /** Required as `Authorization: Bearer`, except for `/health`; default: none. */
  readonly token?: string;
  readonly requestTimeoutMs?: number;
  /** `Host` names besides loopback and bound names. */
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  readonly watch?: boolean | WatchMode;
  /** 0 for none. */
  readonly scanIntervalMs?: number;
  readonly allowSubmit?: boolean;
  readonly isReplica?: boolean;
  /** Which skills agents read, and what they asked in vain; in memory, and not where others could ask. Default: true. */
  readonly recordActivity?: boolean;
  readonly app?: 'tray' | 'cli';
  readonly onLongReading?: () => void;
  readonly logger?: Logger;
  readonly onActivity?: ActivityListener;
  readonly onStatus?: (status: Status) => void;
}

export interface RunningServer {
  /** With the actual port, no final slash. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly instanceId: string;
  readonly queries: ServiceQueries;
  readonly registry: Registry;
  status(): Status;
  /** From now on; off forgets what was recorded. Never where other machines could ask. */
  recordActivity(isRecording: boolean): void;
  /** Ends the service. Running requests get 2 s. A second call waits for the first. */
  close(): Promise<void>;
}
