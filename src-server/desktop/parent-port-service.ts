/** Serves the desktop app over messages (contract/messages.ts). This module is independent of Electron. */

import { basename, dirname } from 'node:path';
import { isSampleRegistry } from '../built-files.ts';
import { findPortOwner, type PortOwner } from '../connect/machine.ts';
import type { RegistryWork } from '../contract/added-registries.ts';
import type {
  InspectResult,
  MainToServerMessage,
  ServeRequest,
  ServerToMainMessage,
} from '../contract/messages.ts';
import { LOG_LEVELS, type Logger, type LogLevel } from '../contract/service.ts';
import { locateRegistry } from '../registry/locate.ts';
import { type RunningServer, type ServerOptions, StartError } from '../service/server-options.ts';
import type { RegistryJobs } from './work-on-registries.ts';

/** The members that Electron’s `process.parentPort` has, too. */
export interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

type FatalReport = Omit<Extract<ServerToMainMessage, { type: 'fatal' }>, 'type'>;

type StartService = (options: ServerOptions) => Promise<RunningServer>;
type Exit = (code: number) => void;

/** The parent counts as gone once `missed` checks saw no message of it. */
export const ORPHAN_CHECK = { periodMs: 10_000, missed: 3 } as const;
/** The port needs this time to deliver the last message. */
const LAST_WORDS_MS = 100;

/** Serves until a shutdown, a lost parent or a failed start, then calls `exit`. */
export function serveParentPort(port: ParentPort, start: StartService, exit: Exit): void {
  const service = new ParentPortService(port, start, exit);
  port.on('message', ({ data }) => service.receive(data as MainToServerMessage));
  setInterval(() => service.checkParent(), ORPHAN_CHECK.periodMs).unref();
}

class ParentPortService {
  readonly #port: ParentPort;
  readonly #startService: StartService;
  readonly #exit: Exit;
  readonly #logger: Logger;
  #server: Promise<RunningServer | undefined> | undefined;
  #registries: Promise<RegistryJobs> | undefined;
  #level: LogLevel = 'info';
  #silentChecks = 0;

  constructor(port: ParentPort, start: StartService, exit: Exit) {
    this.#port = port;
    this.#startService = start;
    this.#exit = exit;
    this.#logger = createPortLogger(
      (message) => this.#send(message),
      () => this.#level,
    );
  }

  receive(message: MainToServerMessage): void {
    // Any message proves that the parent lives.
    this.#silentChecks = 0;
    switch (message.type) {
      case 'start':
        this.#level = message.request.logLevel;
        this.#server ??= this.#start(message.request);
        return;
      case 'inspect':
        this.#inspect(message.path);
        return;
      case 'registries':
        void this.#workOnRegistries(message.work);
        return;
      case 'ping':
        this.#send({ type: 'pong' });
        return;
      case 'log-level':
        this.#level = message.level;
        return;
      case 'record-activity':
        void this.#server?.then((server) => server?.recordActivity(message.what));
        return;
      case 'shutdown':
        void this.#shutDown(0);
        return;
    }
  }

  /** Counts checks, not time, so that a computer’s sleep counts as no missed ping. */
  checkParent(): void {
    this.#silentChecks += 1;
    if (this.#silentChecks === ORPHAN_CHECK.missed) void this.#shutDown(1);
  }

  leave(code: number): void {
    setTimeout(this.#exit, LAST_WORDS_MS, code);
  }

  #send(message: ServerToMainMessage): void {
    this.#port.postMessage(message);
  }

  async #start(request: ServeRequest): Promise<RunningServer | undefined> {
    const { registry, layers, host, port, allowedOrigins, allowSubmit, recordActivity } = request;
    try {
      const running = await this.#startService({
        registry,
        // The app serves the sample if no folder is chosen, and does not remember it.
        isFallback: isSampleRegistry(registry),
        ...(layers && { layers }),
        host,
        port,
        allowedOrigins,
        allowSubmit,
        app: 'tray',
        logger: this.#logger,
        recordActivity,
        onReading: (skills) => this.#send({ type: 'reading', skills }),
        onStatus: (status) => this.#send({ type: 'status', status }),
      });
      const { url, host: boundHost, port: boundPort, instanceId } = running;
      this.#send({ type: 'listening', url, host: boundHost, port: boundPort, instanceId });
      return running;
    } catch (cause) {
      const report = await explainStart(cause, request);
      this.#send({ type: 'fatal', ...report });
      this.leave(1);
      return undefined;
    }
  }

  #inspect(path: string): void {
    this.#send({ type: 'inspected', result: inspectFolder(path) });
    this.leave(0);
  }

  async #workOnRegistries(work: RegistryWork): Promise<void> {
    this.#registries ??= this.#openRegistries();
    const jobs = await this.#registries;
    this.#send({ type: 'registries', result: await jobs.run(work) });
    if (!jobs.isWaiting) this.leave(0);
  }

  async #openRegistries(): Promise<RegistryJobs> {
    const { createRegistryJobs } = await import('./work-on-registries.ts');
    return createRegistryJobs((progress, name) =>
      this.#send({ type: 'registries-progress', progress, name }),
    );
  }

  async #shutDown(code: number): Promise<void> {
    await (await this.#server)?.close();
    await (await this.#registries)?.close();
    this.leave(code);
  }
}

/** Makes a logger that sends each entry of the requested level to the parent. */
function createPortLogger(send: (message: ServerToMainMessage) => void, threshold: () => LogLevel): Logger {
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

/** Says why a start failed, with the program that has the port, if the system reveals it. */
export async function explainStart(cause: unknown, request: ServeRequest): Promise<FatalReport> {
  if (!(cause instanceof StartError))
    return { reason: 'unexpected', message: cause instanceof Error ? cause.message : String(cause) };
  const { failure, message } = cause;
  if (failure.reason !== 'port-taken' && failure.reason !== 'port-denied')
    return { reason: failure.reason, message };
  const { reason, owner, sameRegistry, nextFreePort } = failure;
  const isStranger = reason === 'port-taken' && owner === undefined;
  const stranger = isStranger ? describe(await findPortOwner(request.port)) : undefined;
  return {
    reason,
    message: stranger === undefined ? message : `Port ${request.port} is taken by ${stranger}.`,
    ...(owner !== undefined && { owner }),
    ...(sameRegistry !== undefined && { sameRegistry }),
    ...(nextFreePort !== undefined && { nextFreePort }),
  };
}

/** Names a process, as in `node, process 48213`. */
function describe(owner: PortOwner | undefined): string | undefined {
  if (owner === undefined) return undefined;
  return owner.name === undefined ? `process ${owner.pid}` : `${owner.name}, process ${owner.pid}`;
}

/** Says whether a folder holds a registry, and what to do if not. A file counts as its folder. */
export function inspectFolder(path: string): InspectResult {
  const located = locateRegistry(path);
  if (located.ok) {
    const { root, layout } = located.location;
    return { outcome: 'ok', root, layout };
  }
  if (located.instead === 'file') return inspectFolder(dirname(path));
  const candidates = located.candidates.map((candidate) => {
    const inside = locateRegistry(candidate);
    return { path: candidate, layout: inside.ok ? inside.location.layout : ('registry' as const) };
  });
  return {
    outcome: 'refused',
    message: located.reason,
    nextStep:
      located.instead === 'nothing'
        ? 'Check the spelling, or choose it by the button.'
        : nextStep(path, candidates.length),
    candidates,
  };
}

function nextStep(path: string, candidates: number): string {
  if (candidates > 0) return 'Choose one of them.';
  return `Choose a folder with skills/<language>/<author>/<name>/, or begin one in ${basename(path)} with "skills-registry init".`;
}
