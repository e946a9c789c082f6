import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { builtPage, sampleRegistry } from './built-files.ts';
import type { DiscoveryFile } from './contract/discovery.ts';
import { type Logger, silentLogger } from './contract/logger.ts';
import { writeDiscoveryFile } from './discovery/discovery-files.ts';
import { type AskOptions, fetchStatus } from './discovery/fetch-status.ts';
import { createApp } from './http/create-app.ts';
import { type AccessPolicy, createAccessPolicy, createSocketPolicy, isLoopback } from './http/host-policy.ts';
import type { ListeningServer } from './http/http-server.ts';
import { demandToken } from './http/token-demand.ts';
import { DEFAULT_SCAN_INTERVAL_MS, type WatchMode } from './registry/disk/registry-follower.ts';
import { bindPort } from './service/bind-port.ts';
import { bindSocket } from './service/bind-socket.ts';
import { makeStatus } from './service/make-status.ts';
import { createMcpCallers } from './service/mcp-callers.ts';
import { createMcpMount } from './service/mcp-mount.ts';
import { openRegistryDisk } from './service/open-registry-disk.ts';
import { openServedRegistry } from './service/open-served-registry.ts';
import { requireRegistry } from './service/require-registry.ts';
import type { RunningServer, ServerOptions } from './service/running-server.ts';
import { userFolders } from './user-folders.ts';
import { version } from './version.ts';

export const DEFAULT_PORT = 8701;
/** Never the name `localhost`: it may mean another address family, and some firewalls ask about it. */
export const DEFAULT_HOST = '127.0.0.1';
/** Running requests get this long to finish when the server closes. */
const CLOSE_GRACE_MS = 5_000;
const PROBE_TIMEOUT_MS = 20_000;

/**
 * Starts the service: finds and reads the registry, binds the port or the socket, asks itself once, and only then tells
 * others where it is. Throws `StartError` where the folder is no registry or the address can't be had.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { socket, token, logger = silentLogger, app: startedBy = 'cli' } = options;
  const host = socket ?? options.host ?? DEFAULT_HOST;
  const folders = userFolders();
  const disk = openRegistryDisk(logger);
  const location = await requireRegistry(options.registry, disk);
  const callers = createMcpCallers();
  const identity = {
    instanceId: randomUUID(),
    startedAt: new Date(),
    submissions: options.allowSubmit ?? false,
    url: socket === undefined ? baseUrl(host, options.port ?? DEFAULT_PORT) : socketUrl(socket),
    isSample: location.root === (await realpath(sampleRegistry()).catch(() => undefined)),
    callers: socket !== undefined || isLoopback(host) ? callers.list : undefined,
  };
  let isAnnounced = false;
  const served = await openServedRegistry({
    location,
    disk,
    watch: watchMode(options.watch),
    scanIntervalMs: options.scanIntervalMs ?? DEFAULT_SCAN_INTERVAL_MS,
    logger,
    cacheFolder: folders.cache,
    onChange() {
      if (!isAnnounced) return;
      mcp.registryChanged();
      options.onStatus?.(served.status());
    },
    describe: (registry) => makeStatus(identity, registry),
  });
  let listening: ListeningServer | undefined;
  let withdraw = () => {};
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  const mcp = createMcpMount({
    served,
    logger,
    onActivity(event) {
      callers.note(event);
      options.onActivity?.(event);
    },
  });
  const closeAll = async () => {
    try {
      withdraw();
    } catch (error) {
      logger.warn('The discovery file could not be removed.', { error: String(error) });
    }
    const stopped = listening?.close(CLOSE_GRACE_MS);
    await mcp.close();
    await stopped;
    await served.close();
  };
  try {
    const app = createApp({
      served,
      access: accessPolicy(options, host),
      logger,
      mcpHandler: mcp.handle,
      ...(token === undefined ? {} : { token: demandToken(token, identity.instanceId) }),
      ...appOptions(options),
    });
    const { port = DEFAULT_PORT, maxConnections, requestTimeoutMs } = options;
    const limits = { maxConnections, requestTimeoutMs };
    if (socket === undefined) {
      const wanted = { host, port, registry: location.root, dataFolder: folders.data, ...limits };
      listening = await bindPort(app, wanted);
      identity.url = baseUrl(host, listening.port);
      await probe(identity.url, identity.instanceId, { token });
      const file = { ...identity, host, port: listening.port, registry: location.root, app: startedBy };
      withdraw = await announce(folders.data, file, logger);
    } else {
      listening = await bindSocket(app, socket, limits);
      await probe(`http://${DEFAULT_HOST}`, identity.instanceId, { token, socketPath: socket });
    }
  } catch (error) {
    await close();
    throw error;
  }
  isAnnounced = true;
  options.onStatus?.(served.status());
  const { url, instanceId } = identity;
  return { url, host, port: listening.port, instanceId, status: () => served.status(), close };
}

function watchMode(watch: ServerOptions['watch'] = true): WatchMode {
  return typeof watch === 'string' ? watch : watch ? 'auto' : 'off';
}

function accessPolicy(
  { socket, allowedHosts = [], allowedOrigins = [] }: ServerOptions,
  boundHost: string,
): AccessPolicy {
  if (socket !== undefined) return createSocketPolicy(allowedOrigins);
  return createAccessPolicy({ boundHost, allowedHosts, allowedOrigins });
}

function appOptions({ onActivity, allowSubmit = false, bodyBudgetBytes }: ServerOptions) {
  const pageFolder = builtPage();
  return {
    allowSubmit,
    ...(onActivity === undefined ? {} : { onActivity }),
    ...(bodyBudgetBytes === undefined ? {} : { bodyBudgetBytes }),
    ...(pageFolder === undefined ? {} : { pageFolder }),
  };
}

/** Address to reach a host at; one that is bound to all addresses is reached through loopback. */
function baseUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://${DEFAULT_HOST}:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A socket has no address of its own; this is how other tools write one. */
function socketUrl(path: string): string {
  return `http+unix://${encodeURIComponent(path)}`;
}

/**
 * Nothing is called running before a request of our own was answered by ourselves. A large registry's index may keep a
 * busy machine from answering at once.
 */
async function probe(url: string, instanceId: string, options: AskOptions): Promise<void> {
  for (const deadline = Date.now() + PROBE_TIMEOUT_MS; Date.now() < deadline; ) {
    const status = await fetchStatus(url, options);
    if (status?.instanceId === instanceId) return;
    if (status !== undefined) break;
  }
  throw new Error(`The service does not answer at ${url}.`);
}

/** Tells this user's other programs where the service is; not being able to is no reason not to serve. */
async function announce(
  dataFolder: string,
  {
    startedAt,
    ...facts
  }: Omit<DiscoveryFile, 'schema' | 'pid' | 'version' | 'mcpUrl' | 'startedAt'> & { startedAt: Date },
  logger: Logger,
): Promise<() => void> {
  const { instanceId, app, host, port, url, registry } = facts;
  const file: DiscoveryFile = {
    schema: 1,
    pid: process.pid,
    instanceId,
    app,
    version,
    host,
    port,
    url,
    mcpUrl: `${url}/mcp`,
    registry,
    startedAt: startedAt.toISOString(),
  };
  try {
    return await writeDiscoveryFile(dataFolder, file);
  } catch (error) {
    logger.warn(
      'The discovery file could not be written; other programs will not find this service by themselves.',
      {
        error: String(error),
      },
    );
    return () => {};
  }
}
