import type { ActivityListener } from '../contract/api/activity.ts';
import type { Status } from '../contract/api/api.ts';
import type { LayerChoice } from '../contract/service/layer-choice.ts';
import type { Logger } from '../contract/service/logger.ts';
import type { AddedRegistry } from '../contract/service/registry-work.ts';
import type { SlowNotice } from '../discovery/discovery-files.ts';
import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import type { WatchMode } from '../registry/disk/registry-follower.ts';
import type { DiskWorker } from '../registry/disk/start-disk-worker.ts';
import type { OpenedLiveRegistry } from '../registry/live-registry.ts';
import type { RegistryLocation } from '../registry/model/registry-snapshot.ts';

export interface FoundRegistry {
  readonly disk: RegistryDisk;
  readonly location: RegistryLocation;
}

/** Registries that are being read. */
export interface ReadRegistry {
  readonly live: OpenedLiveRegistry;
  readonly added?: (name: string) => AddedRegistry | undefined;
  /** Calls back after each change of what `added` returns. */
  readonly followAdded?: (onChange: () => void) => void;
  /** Also closes `live`. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** Prefix of the page's terminal lines; default: the command's name. */
  readonly command?: string | undefined;
  readonly registry: string;
  /** Upper first. Default, also if no registry is added: `registry` alone. */
  readonly layers?: readonly LayerChoice[] | undefined;
  /** True for the sample if the user chose nothing. Default: false. */
  readonly isFallback?: boolean;
  /** The service then owns the disk. Default: locates the folder. */
  readonly found?: FoundRegistry;
  readonly diskWorker?: DiskWorker | undefined;
  readonly host?: string;
  readonly port?: number;
  /** Unix socket (named pipe on Windows) instead of a port, for this user alone, without a discovery file. */
  readonly socket?: string;
  /** Required as `Authorization: Bearer`, except for `/health`; default: none. */
  readonly token?: string;
  readonly maxConnections?: number;
  readonly requestTimeoutMs?: number;
  readonly bodyBudgetBytes?: number;
  /** Accepted `Host` names besides loopback and bound names. */
  readonly allowedHosts?: readonly string[];
  /** Web origins, such as `https://tool.example`. */
  readonly allowedOrigins?: readonly string[];
  /** Default `auto`. `true` is `auto`, `false` is `off`. */
  readonly watch?: boolean | WatchMode;
  /** Full scans find changes without events; 0 for none. Default 30,000. */
  readonly scanIntervalMs?: number;
  /** Enables `POST /v1/skills`; default false. */
  readonly allowSubmit?: boolean;
  readonly app?: 'tray' | 'cli';
  readonly onLongReading?: () => void;
  /** Progress notice while the port's service doesn't respond. */
  readonly late?: SlowNotice;
  readonly logger?: Logger;
  readonly onActivity?: ActivityListener;
  readonly onStatus?: (status: Status) => void;
}

export interface RunningServer {
  /** With the actual port, without a final slash; `http+unix://<encoded path>` for a socket. */
  readonly url: string;
  /** Bound address, or a socket's path. */
  readonly host: string;
  readonly port: number;
  readonly instanceId: string;
  status(): Status;
  /** Waits up to 5 s for running requests. Idempotent. */
  close(): Promise<void>;
}
