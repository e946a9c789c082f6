/**
 * The service under a parent that speaks the messages of contract/messages.ts: the desktop app's utility process. Knows
 * no Electron; a port is anything with `on` and `postMessage`.
 */
import { LOG_LEVELS, type Logger, type LogLevel } from '../contract/logger.ts';
import {
  exitCodeOf,
  type MainToServerMessage,
  PROTOCOL_VERSION,
  parseMainToServer,
  type ServeRequest,
  ServerExitCode,
  type ServerToMainMessage,
} from '../contract/messages.ts';
import type { FoundRegistry, RunningServer, ServerOptions } from '../service/running-server.ts';
import type { Inspection } from './inspect-folder.ts';

/** Electron's `process.parentPort`, as far as it is used. */
export interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

type WithoutProtocol<M> = M extends unknown ? Omit<M, 'protocol'> : never;
export type FatalReport = Omit<Extract<ServerToMainMessage, { type: 'fatal' }>, 'protocol' | 'type'>;

export interface ParentPortServiceDependencies {
  readonly start: (options: ServerOptions) => Promise<RunningServer>;
  readonly inspect: (path: string, logger: Logger) => Promise<Inspection>;
  /** What to tell about a start that failed. */
  readonly explain: (cause: unknown, request: ServeRequest) => Promise<FatalReport>;
  readonly exit: (code: number) => void;
}

/** How often it is checked that main is still there, and how many checks without a ping mean that it isn't. */
export const ORPHAN_CHECK = { periodMs: 5_000, missed: 6 } as const;
/** A message needs a moment to leave before the process may end. */
const LAST_WORDS_MS = 100;

/** Serves `port` until it asks for a shutdown, is gone, or the service can't start. */
export function serveParentPort(port: ParentPort, deps: ParentPortServiceDependencies): void {
  let server: Promise<RunningServer | undefined> | undefined;
  let found: FoundRegistry | undefined;
  let level: LogLevel = 'info';
  let silentChecks = 0;

  const send = (message: WithoutProtocol<ServerToMainMessage>) =>
    port.postMessage({ protocol: PROTOCOL_VERSION, ...message });
  const logger = createPortLogger(send, () => level);
  const leave = (code: number) => setTimeout(deps.exit, LAST_WORDS_MS, code);

  async function start(request: ServeRequest): Promise<RunningServer | undefined> {
    try {
      const running = await deps.start({
        registry: request.registry,
        ...(await foundFor(request.registry)),
        host: request.host,
        port: request.port,
        allowedOrigins: request.allowedOrigins,
        allowSubmit: request.allowSubmit,
        app: 'tray',
        logger,
        onActivity: (event) => send({ type: 'activity', event }),
        onStatus: (status) => send({ type: 'status', status }),
      });
      const { url, host, instanceId } = running;
      send({ type: 'listening', url, host, port: running.port, instanceId });
      return running;
    } catch (cause) {
      const report = await deps.explain(cause, request);
      send({ type: 'fatal', ...report });
      leave(exitCodeOf(report.reason));
      return undefined;
    }
  }

  /** What an inspection found, where it is what shall be served. */
  async function foundFor(registry: string): Promise<Pick<ServerOptions, 'found'>> {
    const kept = found;
    found = undefined;
    if (kept?.location.root === registry) return { found: kept };
    await kept?.disk.close();
    return {};
  }

  /** What was found is kept for the start that follows: it is walked once. */
  async function inspect(path: string): Promise<void> {
    const inspection = await deps.inspect(path, logger);
    found = inspection.found;
    send({ type: 'inspected', result: inspection.result });
    if (found === undefined) leave(ServerExitCode.ok);
  }

  async function shutDown(code: number): Promise<void> {
    await (await server)?.close();
    leave(code);
  }

  function receive(message: MainToServerMessage): void {
    switch (message.type) {
      case 'start':
        level = message.request.logLevel;
        server ??= start(message.request);
        return;
      case 'inspect':
        void inspect(message.path);
        return;
      case 'ping':
        silentChecks = 0;
        send({ type: 'pong', id: message.id });
        return;
      case 'log-level':
        level = message.level;
        return;
      case 'shutdown':
        void shutDown(ServerExitCode.ok);
        return;
    }
  }

  port.on('message', ({ data }) => {
    const message = parseMainToServer(data);
    if (message === undefined) leave(ServerExitCode.protocol);
    else receive(message);
  });

  // Counted in checks, not in time: a computer that slept has missed no ping.
  setInterval(() => {
    silentChecks += 1;
    if (silentChecks === ORPHAN_CHECK.missed) void shutDown(ServerExitCode.orphaned);
  }, ORPHAN_CHECK.periodMs).unref();
}

/** Lines over the port, at the level that main asked for. */
function createPortLogger(
  send: (message: WithoutProtocol<ServerToMainMessage>) => void,
  threshold: () => LogLevel,
): Logger {
  const write =
    (level: LogLevel): Logger[LogLevel] =>
    (message, details) => {
      if (LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(threshold())) return;
      send({ type: 'log', level, message, ...(details && { details }) });
    };
  return {
    get isDebug() {
      return threshold() === 'debug';
    },
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: write('debug'),
  };
}
