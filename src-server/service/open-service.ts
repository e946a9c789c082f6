import { randomUUID } from 'node:crypto';
import { builtPage, isSampleRegistry } from '../built-files.ts';
import { layerIds } from '../contract/service/layer-choice.ts';
import { type Logger, silentLogger } from '../contract/service/logger.ts';
import { reachesOthers, serviceUrl } from '../contract/service/service-address.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from '../contract/service/service-defaults.ts';
import { type AskOptions, fetchStatus } from '../discovery/fetch-status.ts';
import { makeSecret, proofOf } from '../discovery/service-proof.ts';
import { createApp, type HttpApp } from '../http/app.ts';
import { demandToken } from '../http/find-refusal.ts';
import { type AccessPolicy, createAccessPolicy, createSocketPolicy } from '../http/host-policy.ts';
import type { ListeningServer } from '../http/http-server.ts';
import { userFolders } from '../platform/user-folders.ts';
import { fittedSkill } from '../skill-answer/fitted-skill.ts';
import { announce } from './announce.ts';
import { bindPort } from './bind-port.ts';
import { bindSocket } from './bind-socket.ts';
import { makeStatus, type ServiceIdentity } from './make-status.ts';
import { createMcpCallers } from './mcp-callers.ts';
import { createMcpMount, type McpMount } from './mcp-mount.ts';
import { type OpenedRegistry, openServedRegistry } from './open-served-registry.ts';
import type { ReadRegistry, RunningServer, ServerOptions } from './running-server.ts';

const CLOSE_GRACE_MS = 5_000;
const PROBE_TIMEOUT_MS = 20_000;

/** Registry read, no port open. */
export interface ReadService {
  /**
   * Binds, sends a test request, then writes the discovery file. If the address is unavailable, closes
   * everything and throws `StartError`.
   */
  listen(): Promise<RunningServer>;
}

export async function openService(options: ServerOptions, read: ReadRegistry): Promise<ReadService> {
  const { socket, host = DEFAULT_HOST, port = DEFAULT_PORT } = options;
  const identity: Identity = {
    instanceId: randomUUID(),
    startedAt: new Date(),
    acceptsSubmissions: options.allowSubmit === true && options.isReplica !== true,
    url: socket === undefined ? serviceUrl(host, port) : socketUrl(socket),
  };
  const service = await openRegistry(options, read, identity);
  return { listen: () => listen(options, identity, service) };
}

async function listen(
  options: ServerOptions,
  identity: Identity,
  service: OpenService,
): Promise<RunningServer> {
  let closing: Promise<void> | undefined;
  const closeWith = (bound?: BoundService) => {
    closing ??= closeAll(service, bound, options.logger);
    return closing;
  };
  const bound = await bind(options, identity, service).catch(async (error: unknown) => {
    await closeWith();
    throw error;
  });
  service.begin();
  const { url, instanceId } = identity;
  const host = options.socket ?? options.host ?? DEFAULT_HOST;
  const { served } = service;
  const status = () => served.status();
  return { url, host, port: bound.port, instanceId, served, status, close: () => closeWith(bound) };
}

type Identity = { -readonly [Field in keyof ServiceIdentity]: ServiceIdentity[Field] };

interface OpenService {
  readonly served: OpenedRegistry;
  readonly mcp: McpMount;
  /** For this user's programs, through the discovery file. */
  readonly secret: string;
  /** Uppermost root after each change. */
  followRoot(onRoot: (root: string) => void): void;
  /** Starts notifications, find index and slow checks. */
  begin(): void;
}

async function openRegistry(
  options: ServerOptions,
  read: ReadRegistry,
  identity: Identity,
): Promise<OpenService> {
  const { socket, host = DEFAULT_HOST, allowedHosts = [], logger = silentLogger } = options;
  identity.added = read.added;
  const callers = createMcpCallers();
  if (socket !== undefined || !reachesOthers(host, allowedHosts)) identity.callers = callers.list;
  let beginDeferred = () => {};
  const deferUntil = new Promise<void>((resolve) => {
    beginDeferred = resolve;
  });
  let hasBegun = false;
  let onRoot = (_root: string) => {};
  const cacheFolder = userFolders().cache;
  const served = await openServedRegistry({
    read,
    logger,
    cacheFolder,
    onChange() {
      onRoot(read.live.location.root);
      if (hasBegun) mcp.registryChanged();
    },
    deferUntil,
    isAgeless: isSampleRegistry,
    describe: (registry) => makeStatus(identity, registry),
  });
  read.followAdded?.(() => served.statusChanged());
  const mcp = createMcpMount({
    served,
    logger,
    onActivity(event) {
      callers.note(event);
      if (identity.callers !== undefined) served.statusChanged();
      options.onActivity?.(event);
    },
  });
  return {
    served,
    mcp,
    secret: makeSecret(),
    followRoot(listener) {
      onRoot = listener;
      onRoot(read.live.location.root);
    },
    begin() {
      hasBegun = true;
      beginDeferred();
      const { onStatus } = options;
      if (onStatus !== undefined) {
        onStatus(served.status());
        served.followStatus({ onStatus, onEnd() {} });
      }
      served.beginChecks();
    },
  };
}

interface BoundService {
  readonly port: number;
  readonly listening: ListeningServer;
  readonly withdraw: () => void;
}

async function bind(options: ServerOptions, identity: Identity, service: OpenService): Promise<BoundService> {
  const { socket, token, maxConnections, requestTimeoutMs, port = DEFAULT_PORT } = options;
  const { host = DEFAULT_HOST, logger = silentLogger, app: startedBy = 'cli' } = options;
  const limits = { maxConnections, requestTimeoutMs };
  const app = appOf(options, identity, service);
  if (socket !== undefined) {
    const listening = await bindSocket(app, socket, limits);
    await orClose(
      listening,
      probe(`http://${DEFAULT_HOST}`, identity.instanceId, { token, socketPath: socket }),
    );
    return { port: listening.port, listening, withdraw: () => {} };
  }
  const { served } = service;
  const { root: registry } = served.live.location;
  const layers = layerIds(served.status()) ?? [];
  const { data: dataFolder } = userFolders();
  const listening = await bindPort(app, { host, port, registry, layers, dataFolder, ...limits });
  identity.url = serviceUrl(host, listening.port);
  await orClose(listening, probe(identity.url, identity.instanceId, { token }));
  const file = { ...identity, host, port: listening.port, registry, app: startedBy };
  const announcement = await announce(dataFolder, file, {
    secret: service.secret,
    isChosen: options.isFallback !== true,
    logger,
  });
  service.followRoot(announcement.move);
  return { port: listening.port, listening, withdraw: announcement.withdraw };
}

async function orClose(listening: ListeningServer, work: Promise<void>): Promise<void> {
  await work.catch(async (error: unknown) => {
    await listening.close(CLOSE_GRACE_MS);
    throw error;
  });
}

async function closeAll(
  { served, mcp }: OpenService,
  bound: BoundService | undefined,
  logger: Logger = silentLogger,
): Promise<void> {
  try {
    bound?.withdraw();
  } catch (error) {
    logger.warn('The discovery file could not be removed.', { error: String(error) });
  }
  served.endNews();
  const stopped = bound?.listening.close(CLOSE_GRACE_MS);
  await mcp.close();
  await stopped;
  await served.close();
}

function appOf(
  options: ServerOptions,
  { instanceId }: Identity,
  { served, mcp, secret }: OpenService,
): HttpApp {
  const { token, logger = silentLogger, onActivity, bodyBudgetBytes } = options;
  const { allowSubmit = false, isReplica = false } = options;
  const pageFolder = builtPage();
  return createApp({
    queries: served.queries,
    fitSkill: (key, request) => fittedSkill(served, key, request),
    access: accessPolicy(options),
    logger,
    prove: (nonce) => proofOf(secret, nonce),
    mcpHandler: mcp.handle,
    allowSubmit,
    isReplica,
    ...(token === undefined ? {} : { token: demandToken(token, instanceId) }),
    ...(onActivity === undefined ? {} : { onActivity }),
    ...(bodyBudgetBytes === undefined ? {} : { bodyBudgetBytes }),
    ...(pageFolder === undefined ? {} : { pageFolder }),
    command: options.command,
  });
}

function accessPolicy(options: ServerOptions): AccessPolicy {
  const { socket, host: boundHost = DEFAULT_HOST, allowedHosts = [], allowedOrigins = [] } = options;
  if (socket !== undefined) return createSocketPolicy(allowedOrigins);
  return createAccessPolicy({ boundHost, allowedHosts, allowedOrigins });
}

/** Notation of other tools; sockets have no URL. */
function socketUrl(path: string): string {
  return `http+unix://${encodeURIComponent(path)}`;
}

/** Proves that our own process responds, perhaps late while indexing. */
async function probe(url: string, instanceId: string, options: AskOptions): Promise<void> {
  for (const deadline = Date.now() + PROBE_TIMEOUT_MS; Date.now() < deadline; ) {
    const status = await fetchStatus(url, options);
    if (status?.instanceId === instanceId) return;
    if (status !== undefined) break;
  }
  throw new Error(`The service does not answer at ${url}.`);
}
