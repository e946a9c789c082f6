import { randomBytes, randomUUID } from 'node:crypto';
import { constants, promises as fs } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { pageFolder } from '../built-files.ts';
import { LIMITS } from '../contract/limits.ts';
import {
  type ActivityRecording,
  DEFAULT_HOST,
  DEFAULT_PORT,
  layerIds,
  reachesOthers,
  serviceUrl,
  silentLogger,
} from '../contract/service.ts';
import { proofOf, type ServiceAddress } from '../discovery/ask-service.ts';
import { askStatus } from '../discovery/find-services.ts';
import { createAccessPolicy, demandToken } from '../http/access.ts';
import type { McpHandler } from '../http/routes/agents.ts';
import type { DispatcherOptions } from '../mcp/dispatcher.ts';
import type { HttpTransport } from '../mcp/http.ts';
import { userFolders } from '../platform/files.ts';
import { isOwnHost } from '../platform/own-addresses.ts';
import { compileFor } from '../platform/v8-compiling.ts';
import { fittedSkill } from '../skill-answer/fitted-skill.ts';
import { projectDangers } from '../skill-answer/project-dangers.ts';
import { LayerChoices } from './layers.ts';
import { announce, bindPort } from './listen.ts';
import { type OpenedRegistry, openRegistry } from './open-registry.ts';
import { ReadCounter } from './read-counts.ts';
import type { RunningServer, ServerOptions } from './server-options.ts';
import { AgentActivity, type ServiceIdentity } from './status.ts';

const PROBE_TIMEOUT_MS = 20_000;
const LONG_READING_MS = 2_000;

interface OpenService {
  readonly identity: ServiceIdentity;
  readonly opened: OpenedRegistry;
  readonly mcp: LazyMcp;
  readonly activity: AgentActivity;
  /** The counter of reads; undefined where other machines could ask. */
  readonly counter: ReadCounter | undefined;
  /** The secret that programs of this user read in the discovery file. */
  readonly secret: string;
  /** Is called after each change of skills. */
  onChange: () => void;
}

/**
 * Reads the registry, binds, sends a test request, then writes the discovery file. Throws `StartError` if the folder
 * is no registry or the address is not available.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host = DEFAULT_HOST, onStatus } = options;
  // By default V8 collects garbage when the heap has doubled. The first pass over a registry leaves some hundred MB of garbage,
  // which an idle service would keep.
  setFlagsFromString('--heap-growing-percent=50');
  // Express is loaded while the worker reads.
  const [service, http] = await Promise.all([openService(options), import('../http/app.ts')]);
  const { identity, opened } = service;
  /** What ends the parts that were begun; the last one is ended first. */
  const ends: Array<() => unknown> = [() => opened.close(), () => service.counter?.close()];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= endAll(ends);
    return closing;
  };
  try {
    const port = await serve(options, service, http, ends);
    if (onStatus !== undefined) {
      onStatus(opened.queries.statusNow());
      opened.queries.follow({ onStatus, onEnd() {} });
    }
    const { url, instanceId } = identity;
    const { queries, registry } = opened;
    const status = () => queries.statusNow();
    const recordActivity = (what: ActivityRecording) => {
      if (!isOnlyOurs(options)) return;
      service.activity.record(what !== 'off');
      service.counter?.turn(what === 'counted');
    };
    return { url, host, port, instanceId, queries, registry, status, recordActivity, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether no other machine can ask the service. */
function isOnlyOurs({ host = DEFAULT_HOST, allowedHosts = [] }: ServerOptions): boolean {
  return !reachesOthers(host, allowedHosts);
}

async function endAll(ends: ReadonlyArray<() => unknown>): Promise<void> {
  for (const end of ends.toReversed()) await end();
}

async function openService(options: ServerOptions): Promise<OpenService> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, logger = silentLogger } = options;
  const choices = new LayerChoices(options, logger);
  // Other machines must not learn who asked what.
  const isOwn = isOnlyOurs(options);
  const recording = isOwn ? (options.recordActivity ?? 'memory') : 'off';
  const onLoad = () => activity.countsChanged();
  const counter = isOwn ? new ReadCounter({ dataFolder: userFolders().data, logger, onLoad }) : undefined;
  const activity = new AgentActivity({
    isRecording: recording !== 'off',
    counter,
    onChange: isOwn ? () => service?.opened.queries.statusChanged() : undefined,
    onActivity: options.onActivity,
  });
  const identity: ServiceIdentity = {
    instanceId: randomUUID(),
    startedAt: new Date(),
    startedBy: options.app ?? 'cli',
    acceptsSubmissions: options.allowSubmit === true && options.isReplica !== true,
    url: serviceUrl(host, port),
    isReadOnly: false,
    added: (name) => choices.added(name),
    ...(isOwn && { callers: () => activity.callers(), activity: () => activity.entries }),
  };
  const timer = setTimeout(() => options.onLongReading?.(), LONG_READING_MS);
  let service: OpenService | undefined;
  const onChange = () => service?.onChange();
  const { wordsMs } = LIMITS;
  const opened = await openRegistry({ ...options, choices, logger, identity, onChange, wordsMs }).finally(
    () => clearTimeout(timer),
  );
  const mcp = createMcp({ served: opened, logger, onActivity: activity.note });
  const secret = randomBytes(32).toString('base64url');
  service = { identity, opened, mcp, activity, counter, secret, onChange() {} };
  // The app has the user's switch.
  if (options.app === 'tray') counter?.turn(recording === 'counted');
  else if (recording === 'counted') counter?.start();
  return service;
}

/**
 * Binds the port, asks itself there, and announces the service; adds to `ends` what takes it back. Returns the actual
 * port.
 */
async function serve(
  options: ServerOptions,
  service: OpenService,
  { createApp }: typeof import('../http/app.ts'),
  ends: Array<() => unknown>,
): Promise<number> {
  const { token, host = DEFAULT_HOST, port = DEFAULT_PORT, logger = silentLogger } = options;
  const { allowedHosts = [], allowedOrigins = [] } = options;
  const { identity, opened, mcp, secret } = service;
  const app = createApp({
    ...options,
    queries: opened.queries,
    fitSkill: (key, request) => fittedSkill(opened, key, request),
    fitProject: (packages, request) => projectDangers(opened, packages, request),
    access: createAccessPolicy({ boundHost: host, allowedHosts, allowedOrigins }),
    logger,
    prove: (nonce) => proofOf(secret, nonce),
    mcpHandler: mcp.handle,
    token: token === undefined ? undefined : demandToken(token, identity.instanceId),
    onActivity: service.activity.note,
    // Few services are asked so often that compiling what answers is worth its time.
    onManyRequests: () => compileFor('manyRequests'),
    activity: () => service.activity.lists(),
    answerHook:
      isOnlyOurs(options) || options.allowHook === true ? (body) => opened.hooks.answer(body) : undefined,
    pageFolder: pageFolder(),
  });
  const status = opened.queries.statusNow();
  const { path: registry } = status.registry;
  const layers = layerIds(status) ?? [];
  const { data: dataFolder } = userFolders();
  const listening = await bindPort(app, { ...options, host, port, registry, layers, dataFolder });
  ends.push(async () => {
    opened.queries.endNews();
    const stopped = listening.close(LIMITS.closeMs);
    await mcp.close();
    await stopped;
  });
  identity.url = serviceUrl(host, listening.port);
  await probe({ url: identity.url, token }, identity.instanceId);
  const { instanceId } = identity;
  // Programs believe no file that names a host by which they don’t know this machine.
  const announcedHost = isOwnHost(host) ? host : listening.address;
  const startedAt = identity.startedAt.toISOString();
  const takesAdded = takesAddedRegistries(options.layers);
  const announcement = await announce(
    dataFolder,
    {
      url: serviceUrl(announcedHost, listening.port),
      instanceId,
      startedAt,
      host: announcedHost,
      port: listening.port,
      registry,
      app: identity.startedBy,
      ...(takesAdded !== undefined && { takesAdded }),
    },
    { secret, isChosen: options.isFallback !== true, logger },
  );
  ends.push(() => announcement.withdraw());
  mcp.loadWhenIdle();
  const noteWhetherWritable = async (root: string) => {
    const isReadOnly = await mayNotWrite(root);
    if (isReadOnly === identity.isReadOnly) return;
    identity.isReadOnly = isReadOnly;
    opened.queries.statusChanged();
  };
  void noteWhetherWritable(registry);
  let announced = registry;
  service.onChange = () => {
    const root = opened.registry.latest.layers[0]?.root ?? registry;
    if (root !== announced) announcement.move(root);
    announced = root;
    void noteWhetherWritable(root);
    mcp.registryChanged();
  };
  return listening.port;
}

/** Whether this process may not write into a folder that is there. */
function mayNotWrite(folder: string): Promise<boolean> {
  const isRefusal = ({ code }: NodeJS.ErrnoException) =>
    code === 'EACCES' || code === 'EROFS' || code === 'EPERM';
  return fs.access(folder, constants.W_OK).then(() => false, isRefusal);
}

/** Says how a service of these layers takes up registries that are added; undefined if it doesn't. */
function takesAddedRegistries(layers: ServerOptions['layers'] = []): 'alone' | 'below' | undefined {
  if (!layers.some((choice) => 'allAdded' in choice)) return undefined;
  return layers.every((choice) => 'allAdded' in choice) ? 'alone' : 'below';
}

const LOAD_AFTER_MS = 1_000;

/** The transport of MCP over HTTP, which is loaded by its first request or when the service is idle. */
interface LazyMcp extends Pick<HttpTransport, 'registryChanged' | 'close'> {
  readonly handle: McpHandler;
  /** Loads it after the first requests of a program that waited for the start. */
  loadWhenIdle(): void;
}

/** Loads the SDK beside other work: it takes longer than any answer. */
function createMcp(options: DispatcherOptions): LazyMcp {
  let transport: Promise<HttpTransport> | undefined;
  const load = () => {
    transport ??= import('../mcp/http.ts').then(
      (sdk) => sdk.createHttpTransport(options),
      (error: unknown) => {
        // The file may come back, as during a build that changes nothing here.
        transport = undefined;
        throw error;
      },
    );
    return transport;
  };
  const handle: McpHandler = async (request, response, caller) =>
    (await load()).handle(request, response, caller);
  let timer: NodeJS.Timeout | undefined;
  return {
    handle,
    loadWhenIdle() {
      timer = setTimeout(() => void load().catch(() => {}), LOAD_AFTER_MS).unref();
    },
    registryChanged: () => void transport?.then((opened) => opened.registryChanged()).catch(() => {}),
    async close() {
      clearTimeout(timer);
      await (await transport?.catch(() => undefined))?.close();
    },
  };
}

/** Proves that our own process answers at the address, perhaps late while it splits texts into words. */
async function probe(address: ServiceAddress, instanceId: string): Promise<void> {
  const answer = await askStatus(address, PROBE_TIMEOUT_MS);
  if (answer === undefined || answer === 'silent' || answer.instanceId !== instanceId)
    throw new Error(`The service does not answer at ${address.url}.`);
}
