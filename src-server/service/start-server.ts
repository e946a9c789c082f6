import { randomBytes, randomUUID } from 'node:crypto';
import { builtPage } from '../built-files.ts';
import type { ActivityListener } from '../contract/api/activity.ts';
import { layerIds } from '../contract/service/layer-choice.ts';
import { silentLogger } from '../contract/service/logger.ts';
import { reachesOthers, serviceUrl } from '../contract/service/service-address.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from '../contract/service/service-defaults.ts';
import { proofOf, type ServiceAddress } from '../discovery/ask-service.ts';
import { askStatus } from '../discovery/find-services.ts';
import type { AppOptions, HttpApp } from '../http/app.ts';
import { demandToken } from '../http/find-refusal.ts';
import { createAccessPolicy } from '../http/host-policy.ts';
import type { ListeningServer } from '../http/http-server.ts';
import { userFolders } from '../platform/user-folders.ts';
import { fittedSkill } from '../skill-answer/fitted-skill.ts';
import { announce } from './announce.ts';
import { bindPort } from './bind-port.ts';
import { LayerChoices } from './layers.ts';
import { makeStatus, type ServiceIdentity } from './make-status.ts';
import { McpCallers } from './mcp-callers.ts';
import { createMcpMount, type McpMount } from './mcp-mount.ts';
import { type OpenedRegistry, openRegistry } from './open-registry.ts';
import type { RunningServer, ServerOptions } from './running-server.ts';

const CLOSE_GRACE_MS = 5_000;
const PROBE_TIMEOUT_MS = 20_000;
const LONG_READING_MS = 2_000;

type Identity = { -readonly [Field in keyof ServiceIdentity]: ServiceIdentity[Field] };

interface OpenService {
  readonly identity: Identity;
  readonly opened: OpenedRegistry;
  readonly mcp: McpMount;
  readonly onActivity: ActivityListener;
  /** For this user's programs, through the discovery file. */
  readonly secret: string;
  /** Called after each change of skills. */
  followChanges(listener: () => void): void;
}

/**
 * Reads the registry, binds, sends a test request, then writes the discovery file. Throws `StartError` if the folder
 * is no registry or the address is not available.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  // Express is loaded while the worker reads.
  const [service, { createApp }] = await Promise.all([openService(options), import('../http/app.ts')]);
  const { identity, opened } = service;
  let closing: Promise<void> | undefined;
  const closeWith = (bound?: BoundService) => {
    closing ??= closeAll(options, service, bound);
    return closing;
  };
  const app = createApp(appOptions(options, service));
  const bound = await bind(options, service, app).catch(async (error: unknown) => {
    await closeWith();
    throw error;
  });
  const { onStatus } = options;
  if (onStatus !== undefined) {
    onStatus(opened.status());
    opened.queries.follow({ onStatus, onEnd() {} });
  }
  return {
    url: identity.url,
    host: options.host ?? DEFAULT_HOST,
    port: bound.port,
    instanceId: identity.instanceId,
    queries: opened.queries,
    registry: opened.live,
    status: () => opened.status(),
    close: () => closeWith(bound),
  };
}

async function openService(options: ServerOptions): Promise<OpenService> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, allowedHosts = [] } = options;
  const { logger = silentLogger } = options;
  const choices = new LayerChoices(options, logger);
  const callers = new McpCallers();
  const isOwn = !reachesOthers(host, allowedHosts);
  const identity: Identity = {
    instanceId: randomUUID(),
    startedAt: new Date(),
    acceptsSubmissions: options.allowSubmit === true && options.isReplica !== true,
    url: serviceUrl(host, port),
    added: (name) => choices.added(name),
    ...(isOwn && { callers: () => callers.list() }),
  };
  let onChange = () => {};
  const timer = setTimeout(() => options.onLongReading?.(), LONG_READING_MS);
  const opened = await openRegistry({
    ...options,
    ...{ choices, logger },
    describe: (registry, problems) => makeStatus(identity, registry, problems),
    onChange: () => onChange(),
  }).finally(() => clearTimeout(timer));
  const onActivity: ActivityListener = (event) => {
    if (event.protocol === 'mcp') {
      callers.note(event);
      if (isOwn) opened.statusChanged();
    }
    options.onActivity?.(event);
  };
  return {
    ...{ identity, opened, onActivity },
    mcp: createMcpMount({ served: opened, logger, onActivity }),
    secret: randomBytes(32).toString('base64url'),
    followChanges(listener) {
      onChange = listener;
    },
  };
}

interface BoundService {
  readonly port: number;
  readonly listening: ListeningServer;
  readonly withdraw: () => Promise<unknown> | undefined;
}

async function bind(options: ServerOptions, service: OpenService, app: HttpApp): Promise<BoundService> {
  const { token, maxConnections, requestTimeoutMs, port = DEFAULT_PORT } = options;
  const { host = DEFAULT_HOST, logger = silentLogger, app: startedBy = 'cli' } = options;
  const { identity, opened, mcp } = service;
  const limits = { maxConnections, requestTimeoutMs };
  const status = opened.status();
  const { path: registry } = status.registry;
  const layers = layerIds(status) ?? [];
  const { data: dataFolder } = userFolders();
  const listening = await bindPort(app, { host, port, registry, layers, dataFolder, ...limits });
  identity.url = serviceUrl(host, listening.port);
  await orClose(listening, probe({ url: identity.url, token }, identity.instanceId));
  const file = { ...identity, host, port: listening.port, registry, app: startedBy };
  const announcement = await announce(dataFolder, file, {
    secret: service.secret,
    isChosen: options.isFallback !== true,
    logger,
  });
  service.followChanges(() => {
    announcement.move(opened.live.latest.layers[0]?.root ?? registry);
    mcp.registryChanged();
  });
  return { port: listening.port, listening, withdraw: announcement.withdraw };
}

async function orClose(listening: ListeningServer, work: Promise<void>): Promise<void> {
  await work.catch(async (error: unknown) => {
    await listening.close(CLOSE_GRACE_MS);
    throw error;
  });
}

async function closeAll(
  { logger = silentLogger }: ServerOptions,
  { opened, mcp }: OpenService,
  bound: BoundService | undefined,
): Promise<void> {
  try {
    await bound?.withdraw();
  } catch (error) {
    logger.warn('The discovery file could not be removed.', { error: String(error) });
  }
  opened.endNews();
  const stopped = bound?.listening.close(CLOSE_GRACE_MS);
  await mcp.close();
  await stopped;
  await opened.close();
}

function appOptions(
  options: ServerOptions,
  { identity, opened, mcp, secret, onActivity }: OpenService,
): AppOptions {
  const { token, logger = silentLogger, bodyBudgetBytes } = options;
  const { allowSubmit = false, isReplica = false, allowedHosts = [], allowedOrigins = [] } = options;
  const pageFolder = builtPage();
  const boundHost = options.host ?? DEFAULT_HOST;
  return {
    queries: opened.queries,
    fitSkill: (key, request) => fittedSkill(opened, key, request),
    access: createAccessPolicy({ boundHost, allowedHosts, allowedOrigins }),
    logger,
    prove: (nonce) => proofOf(secret, nonce),
    mcpHandler: mcp.handle,
    allowSubmit,
    isReplica,
    ...(token === undefined ? {} : { token: demandToken(token, identity.instanceId) }),
    onActivity,
    ...(bodyBudgetBytes === undefined ? {} : { bodyBudgetBytes }),
    ...(pageFolder === undefined ? {} : { pageFolder }),
    command: options.command,
  };
}

/** Proves that our own process responds, perhaps late while indexing. */
async function probe(address: ServiceAddress, instanceId: string): Promise<void> {
  const answer = await askStatus(address, PROBE_TIMEOUT_MS);
  if (answer === undefined || answer === 'silent' || answer.instanceId !== instanceId)
    throw new Error(`The service does not answer at ${address.url}.`);
}
