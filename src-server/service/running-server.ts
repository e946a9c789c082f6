/** What starting the service takes, and what a running one offers; `startServer` in start-server.ts connects the two. */
import type { ActivityListener } from '../contract/api/activity.ts';
import type { Status } from '../contract/api/api.ts';
import type { Logger } from '../contract/service/logger.ts';
import type { LateWatch } from '../discovery/discovery-files.ts';
import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import type { WatchMode } from '../registry/disk/registry-follower.ts';
import type { DiskWorker } from '../registry/disk/start-disk-worker.ts';
import type { OpenedLiveRegistry } from '../registry/live-registry.ts';
import type { RegistryLocation } from '../registry/model/registry-snapshot.ts';

/** A registry that was looked for and found, with the disk that found it. */
export interface FoundRegistry {
  readonly disk: RegistryDisk;
  readonly location: RegistryLocation;
}

/** A registry that is being read, by its disk. */
export interface ReadRegistry {
  readonly disk: RegistryDisk;
  readonly live: OpenedLiveRegistry;
}

/** What is served, where, to whom and within which limits. */
export interface ServerOptions {
  /** The words that start the command line, for the page's lines for a terminal; default: the command's name. */
  readonly command?: string | undefined;
  /** Folder that was picked: a registry, or something near one. */
  readonly registry: string;
  /** Whether nobody chose it: it is the sample, for want of another, and is not remembered. Default: false. */
  readonly isFallback?: boolean;
  /** What that folder means, where it is known already; the service then owns the disk. Default: it is looked for. */
  readonly found?: FoundRegistry;
  /** The disk's first thread, where it was started ahead; unused where `found` is given. Default: it is started here. */
  readonly diskWorker?: DiskWorker | undefined;
  /** Address to bind; default `127.0.0.1`. */
  readonly host?: string;
  /** TCP port, 0 for a free one; default 8701. */
  readonly port?: number;
  /**
   * Listen on this Unix socket (a named pipe on Windows) instead of a port. It is for this user alone, and not announced
   * to others.
   */
  readonly socket?: string;
  /** What callers must show as `Authorization: Bearer` for everything but `/health`; default: nothing. */
  readonly token?: string;
  /** Connections at once; default `MAX_CONNECTIONS` of contract/limits.ts. */
  readonly maxConnections?: number;
  /** Milliseconds until a whole request must be here; default `REQUEST_TIMEOUT_MS`. */
  readonly requestTimeoutMs?: number;
  /** Bytes that prepared answers may take in memory; default `BODY_BUDGET_BYTES`. */
  readonly bodyBudgetBytes?: number;
  /** Host names beside loopback's and the bound ones that a `Host` header may carry. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may ask, such as `https://tool.example`. */
  readonly allowedOrigins?: readonly string[];
  /** How changes on disk are noticed; default `auto`. `true` is `auto`, `false` is `off`. */
  readonly watch?: boolean | WatchMode;
  /** Milliseconds between looks at everything, which find what no event told; 0 for none. Default 30,000. */
  readonly scanIntervalMs?: number;
  /** Turn `POST /v1/skills` on; default false. */
  readonly allowSubmit?: boolean;
  /** Who runs it, for the discovery file; default `cli`. */
  readonly app?: 'tray' | 'cli';
  /** Called where finding and reading the registry takes longer than somebody waits without a word. */
  readonly onLongReading?: () => void;
  /** Told where the port belongs to a service that lets this one wait for who it is. */
  readonly late?: LateWatch;
  /** Default: silent. */
  readonly logger?: Logger;
  /** Called after each answer. */
  readonly onActivity?: ActivityListener;
  /** Called after each new snapshot, the first included, and when the registry goes away or comes back. */
  readonly onStatus?: (status: Status) => void;
}

/** A service that serves. */
export interface RunningServer {
  /** Base URL with the port that was taken, without a slash at its end; `http+unix://<encoded path>` for a socket. */
  readonly url: string;
  /** The address that was bound; a socket's path. */
  readonly host: string;
  /** 0 for a socket. */
  readonly port: number;
  readonly instanceId: string;
  status(): Status;
  /** Stops listening, lets running requests finish (5 s at most), removes the discovery file. Safe to call twice. */
  close(): Promise<void>;
}
