import type { ActivityListener } from '../contract/api/activity.ts';
import type { Status } from '../contract/api/api.ts';
import type { LayerChoice } from '../contract/service/layer-choice.ts';
import type { Logger } from '../contract/service/logger.ts';
import type { AddedRegistry } from '../contract/service/registry-work.ts';
import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import type { WatchMode } from '../registry/disk/registry-follower.ts';
import type { OpenedLiveRegistry } from '../registry/live-registry.ts';
import type { RegistryLocation } from '../registry/registry-patch.ts';
import type { ServedRegistry } from '../served-registry.ts';

export interface FoundRegistry {
  readonly disk: RegistryDisk;
  readonly location: RegistryLocation;
}

export interface ReadRegistry {
  readonly live: OpenedLiveRegistry;
  readonly added?: (name: string) => AddedRegistry | undefined;
  /** After each change of `added`. */
  readonly followAdded?: (onChange: () => void) => void;
  /** Also closes `live`. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** Prefix of the page's terminal lines; default: our command. */
  readonly command?: string | undefined;
  readonly registry: string;
  /** Upper first; default: `registry` alone. */
  readonly layers?: readonly LayerChoice[] | undefined;
  /** The sample, without a choice. Default: false. */
  readonly isFallback?: boolean;
  /** The service owns the disk. Default: locates the folder. */
  readonly found?: FoundRegistry;
  readonly host?: string;
  readonly port?: number;
  /** Unix socket (Windows: named pipe) instead of a port, for this user alone, without discovery file. */
  readonly socket?: string;
  /** Required as `Authorization: Bearer`, except for `/health`; default: none. */
  readonly token?: string;
  readonly maxConnections?: number;
  readonly requestTimeoutMs?: number;
  readonly bodyBudgetBytes?: number;
  /** `Host` names besides loopback and bound names. */
  readonly allowedHosts?: readonly string[];
  /** Such as `https://tool.example`. */
  readonly allowedOrigins?: readonly string[];
  /** Default `auto`. `true` is `auto`, `false` is `off`. */
  readonly watch?: boolean | WatchMode;
  /** Between full scans for changes without events; 0 for none. Default 30,000. */
  readonly scanIntervalMs?: number;
  /** Enables `POST /v1/skills`; default false. */
  readonly allowSubmit?: boolean;
  /** One of several services over the registry. Default false. */
  readonly isReplica?: boolean;
  readonly app?: 'tray' | 'cli';
  readonly onLongReading?: () => void;
  readonly logger?: Logger;
  readonly onActivity?: ActivityListener;
  readonly onStatus?: (status: Status) => void;
}

export interface RunningServer {
  /** With the actual port, no final slash; `http+unix://<encoded path>` for a socket. */
  readonly url: string;
  /** Bound address, or socket path. */
  readonly host: string;
  readonly port: number;
  readonly instanceId: string;
  /** For exports: what the answers are made of. */
  readonly served: ServedRegistry;
  status(): Status;
  /** Waits up to 5 s for running requests. Idempotent. */
  close(): Promise<void>;
}
