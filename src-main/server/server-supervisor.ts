/**
 * Starts the service and makes sure that it answers, restarts it after a crash, or gives up with a reason. The
 * supervisor owns the service's state, and leaves no process behind.
 */
import { OWN_CLIENT, type Status } from '../../src-server/contract/api.ts';
import type { ServeRequest } from '../../src-server/contract/messages.ts';
import { serviceUrl } from '../../src-server/contract/service.ts';
import { Refusal } from '../contract/requests.ts';
import { answeringState, type ServerFailure, type ServiceState } from '../contract/service-state.ts';
import { RESTART_SETTINGS } from '../contract/settings.ts';
import { type Listening, type RunDependencies, type RunEnd, type ServerRun, startRun } from './server-run.ts';

/** Asks a service for its status. The caller compares `instanceId`: another program may have the port. */
type ProbeStatus = (url: string) => Promise<Status>;

const PROBE_TIMEOUT_MS = 5_000;

export const probeStatus: ProbeStatus = async (url) => {
  const response = await fetch(`${url}/v1/status`, {
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    redirect: 'error',
    headers: { 'user-agent': OWN_CLIENT },
  });
  return (await response.json()) as Status;
};

interface SupervisorDependencies extends RunDependencies {
  readonly probe: ProbeStatus;
  /** The port of the command line. It stands above the settings until the app quits or the port setting changes. */
  readonly portOnce?: number;
  readonly request: () => ServeRequest;
  readonly onState: (state: ServiceState) => void;
}

export class ServerSupervisor {
  readonly #deps: SupervisorDependencies;
  #state: SupervisorState = { kind: 'stopped', by: 'setting' };
  #since: number;
  #asked: ServeRequest;
  #status: Status | undefined;
  #awaySince = 0;
  #portOnce: number | undefined;
  #disposed = false;
  #turns: Promise<unknown> = Promise.resolve();
  readonly #waiting: Array<(state: ServiceState) => void> = [];

  constructor(deps: SupervisorDependencies) {
    this.#deps = deps;
    this.#since = deps.clock.now();
    this.#portOnce = deps.portOnce;
    this.#asked = this.#wanted();
  }

  get state(): ServiceState {
    return serviceState({
      state: this.#state,
      since: this.#since,
      asked: this.#asked,
      wanted: this.#wanted(),
      status: this.#status,
      awaySince: this.#awaySince,
    });
  }

  /** The absolute path of the registry that is served, or of the settings. */
  get registry(): string {
    return this.state.folder ?? this.#asked.registry;
  }

  /** The service's address; undefined while none responds. */
  get url(): string | undefined {
    const { state } = this;
    return state.phase === 'serving' || state.phase === 'away' ? state.address : undefined;
  }

  /** The address of the service of ours that took the port: its page can be opened. */
  get portOwner(): string | undefined {
    const { state } = this;
    return state.phase === 'failed' ? state.failure.servedAt : undefined;
  }

  start(): Promise<ServiceState> {
    return this.#enqueue(async () => {
      if (this.#state.kind !== 'running') this.#begin(1);
    });
  }

  stop(by: 'user' | 'setting' = 'user'): Promise<ServiceState> {
    return this.#enqueue(async () => {
      await this.#stopRun();
      this.#enter({ kind: 'stopped', by });
    });
  }

  /** Starts the service again, with the settings of now. */
  restart(): Promise<ServiceState> {
    return this.#enqueue(async () => {
      await this.#stopRun();
      this.#begin(1);
    });
  }

  /** Resolves when the service neither starts nor stops. */
  settled(): Promise<ServiceState> {
    const { state } = this;
    return isUnderWay(state) ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(state);
  }

  /** Serves on a port until the app quits or another port is set. */
  restartOn(port: number): Promise<ServiceState> {
    this.#portOnce = port;
    return this.restart();
  }

  settingsChanged(change: { readonly port: boolean }): void {
    if (change.port) this.#portOnce = undefined;
    if (this.#state.kind === 'running') {
      const { logLevel, recordActivity } = this.#deps.request();
      this.#state.run.setLogLevel(logLevel);
      this.#state.run.recordActivity(recordActivity);
    }
    this.#announce();
  }

  /** Resolves when no process is left. */
  async dispose(): Promise<void> {
    if (this.#disposed) return;
    await this.#enqueue(async () => {
      this.#disposed = true;
      await this.#stopRun();
      this.#enter({ kind: 'stopped', by: 'setting' });
    });
  }

  /** Ends the process at once, and prevents further starts. */
  forceKill(): void {
    this.#disposed = true;
    if (this.#state.kind === 'backing-off') this.#state.cancel();
    if (this.#state.kind === 'running' || this.#state.kind === 'stopping') this.#state.run.forceKill();
  }

  /** Makes changes one after the other: a stop that overtook a restart would leave an unknown process. */
  #enqueue(change: () => Promise<void>): Promise<ServiceState> {
    const turn = this.#turns.then(async () => {
      if (this.#disposed) throw new Refusal('The app is quitting.');
      await change();
      return this.state;
    });
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  #begin(attempt: number): void {
    if (this.#state.kind === 'backing-off') this.#state.cancel();
    const request = this.#wanted();
    this.#asked = request;
    let run: ServerRun | undefined;
    const current = () => this.#state.kind === 'running' && this.#state.run === run;
    run = startRun(this.#deps, request, {
      onStatus: (status) => {
        this.#keep(status);
        if (this.#state.kind === 'running') this.#announce();
      },
      onReading: (read) => {
        if (current() && this.#state.kind === 'running' && !this.#state.ready)
          this.#take({ ...this.#state, read });
      },
      onListening: (listening) => void this.#prove(listening, current),
      onEnd: (end) => {
        if (current()) this.#ended(end);
      },
    });
    this.#enter({ kind: 'running', run, attempt });
  }

  #wanted(): ServeRequest {
    const request = this.#deps.request();
    return this.#portOnce === undefined ? request : { ...request, port: this.#portOnce };
  }

  /** Makes sure of a service: it is ready only after the process that was started has answered our request. */
  async #prove(listening: Listening, current: () => boolean): Promise<void> {
    const status = await this.#deps.probe(listening.url).catch(() => undefined);
    if (!current() || this.#state.kind !== 'running') return;
    if (status?.instanceId === listening.instanceId) {
      const ready: Ready = { listening, sinceMs: this.#deps.clock.now() };
      this.#keep(status);
      this.#enter({ ...this.#state, ready });
      return;
    }
    const message = `${listening.url} is open, but did not answer as this service.`;
    await this.#enqueue(async () => {
      if (!current()) return;
      await this.#stopRun();
      this.#enter({ kind: 'failed', failure: { reason: 'probe-failed', message } });
    });
  }

  #keep(status: Status): void {
    const wasAway = this.#status?.registry.available === false;
    if (!status.registry.available && !wasAway) this.#awaySince = this.#deps.clock.now();
    this.#status = status;
  }

  #ended(end: RunEnd): void {
    if (this.#state.kind !== 'running') return;
    if (this.#disposed) {
      this.#enter({ kind: 'stopped', by: 'setting' });
      return;
    }
    const { attempt, ready } = this.#state;
    this.#deps.logger.warn('The service ended.', { why: end.why });
    const readyMs = ready === undefined ? 0 : this.#deps.clock.now() - ready.sinceMs;
    const decision = decideRestart(end.isFinal, attempt, readyMs);
    if (decision.action === 'restart') this.#backOff(decision.attempt, decision.delayMs, end.why);
    else this.#enter({ kind: 'failed', failure: describeFailure(end, decision) });
  }

  #backOff(attempt: number, delayMs: number, reason: string): void {
    const cancel = this.#deps.clock.after(delayMs, () => this.#begin(attempt));
    const nextRetryAt = this.#deps.clock.now() + delayMs;
    this.#enter({ kind: 'backing-off', attempt, reason, nextRetryAt, cancel });
  }

  async #stopRun(): Promise<void> {
    if (this.#state.kind === 'backing-off') this.#state.cancel();
    if (this.#state.kind === 'stopping') return this.#state.done;
    if (this.#state.kind !== 'running') return;
    const { run } = this.#state;
    const done = run.stop();
    this.#enter({ kind: 'stopping', run, done });
    await done;
  }

  #enter(state: SupervisorState): void {
    this.#since = this.#deps.clock.now();
    this.#take(state);
  }

  #take(state: SupervisorState): void {
    this.#state = state;
    this.#announce();
  }

  #announce(): void {
    const { state } = this;
    this.#deps.onState(state);
    if (!isUnderWay(state)) for (const resolve of this.#waiting.splice(0)) resolve(state);
  }
}

function isUnderWay({ phase }: ServiceState): boolean {
  return phase === 'starting' || phase === 'stopping';
}

/** What the supervisor itself is doing. `serviceState` makes of it the state that is published. */
type SupervisorState =
  | { readonly kind: 'stopped'; readonly by: 'user' | 'setting' }
  | {
      readonly kind: 'running';
      readonly run: ServerRun;
      readonly attempt: number;
      /** The number of skills that the start has read so far. */
      readonly read?: number | undefined;
      readonly ready?: Ready;
    }
  | {
      readonly kind: 'backing-off';
      readonly attempt: number;
      readonly reason: string;
      readonly nextRetryAt: number;
      readonly cancel: () => void;
    }
  | { readonly kind: 'stopping'; readonly run: ServerRun; readonly done: Promise<void> }
  | { readonly kind: 'failed'; readonly failure: ServerFailure };

/**
 * Our own service, after it answered: what it said when it began to listen, and since when it is ready, in
 * milliseconds since 1970.
 */
interface Ready {
  readonly listening: Listening;
  readonly sinceMs: number;
}

/**
 * What the published state is made of: the supervisor's own state, and what was asked of the run (`asked`) and is set
 * now (`wanted`). Times are milliseconds since 1970.
 */
interface Snapshot {
  readonly state: SupervisorState;
  readonly since: number;
  readonly asked: ServeRequest;
  readonly wanted: ServeRequest;
  /** The last status of any run. */
  readonly status: Status | undefined;
  /** The time since which the folder can't be read. */
  readonly awaySince: number;
}

/** Returns the state that is published. A stopped service tells what would be served, a running one what is. */
function serviceState(snapshot: Snapshot): ServiceState {
  const { state, since, asked, wanted, status } = snapshot;
  const idle = state.kind === 'stopped' || state.kind === 'backing-off';
  const { registry: folder, host, port } = idle ? wanted : asked;
  const known = { folder, port, address: serviceUrl(host, port), status };
  switch (state.kind) {
    case 'stopped':
      return { ...known, phase: 'stopped', by: state.by, since };
    case 'running':
      if (state.ready === undefined || status === undefined)
        return { ...known, phase: 'starting', attempt: state.attempt, read: state.read, since };
      return answeringState(
        { ...known, status, address: state.ready.listening.url, pending: pendingSettings(asked, wanted) },
        { served: Date.parse(status.startedAt), away: snapshot.awaySince },
      );
    case 'backing-off': {
      const { attempt, reason: why, nextRetryAt } = state;
      return { ...known, phase: 'restarting', attempt, why, nextRetryAt, since };
    }
    case 'stopping':
      return { ...known, phase: 'stopping', since };
    case 'failed':
      return { ...known, phase: 'failed', failure: state.failure, since };
  }
}

function pendingSettings(asked: ServeRequest, wanted: ServeRequest): string[] {
  return RESTART_SETTINGS.filter((key) => JSON.stringify(asked[key]) !== JSON.stringify(wanted[key]));
}

/** Returns why the service is given up, in words for the user. */
function describeFailure(
  { fatal, why }: RunEnd,
  decision: Exclude<RestartDecision, { action: 'restart' }>,
): ServerFailure {
  if (decision.action === 'give-up')
    return { reason: 'gave-up', message: `The service ended ${decision.ends} times in a row. ${why}` };
  const { nextFreePort, owner } = fatal ?? {};
  return {
    reason: fatal?.reason ?? 'unexpected',
    message: why,
    ...(nextFreePort !== undefined && { nextFreePort }),
    ...(owner !== undefined && { servedAt: owner.url, servedFolder: owner.registry }),
  };
}

/** How often and how fast a service is started again. The pauses double: 0.5, 1, 2 and 4 seconds. */
export const RESTART_POLICY = {
  /** The most restarts without a stable run in between. */
  maxRestarts: 4,
  firstDelayMs: 500,
  /** A run that was ready this long resets the count. */
  stableMs: 60_000,
} as const;

type RestartDecision =
  /** The service starts again after a pause; `attempt` is the number of that start. */
  | { readonly action: 'restart'; readonly attempt: number; readonly delayMs: number }
  | { readonly action: 'fail' }
  /** The service stays ended; `ends` is how often it ended in a row. */
  | { readonly action: 'give-up'; readonly ends: number };

/**
 * Decides what follows after a run has ended.
 * @param isFinal whether a restart can't help
 * @param attempt the number of the start that ended, from 1
 * @param readyMs how long the run was ready, 0 if it never was
 */
export function decideRestart(isFinal: boolean, attempt: number, readyMs: number): RestartDecision {
  if (isFinal) return { action: 'fail' };
  const ends = readyMs >= RESTART_POLICY.stableMs ? 1 : attempt;
  if (ends > RESTART_POLICY.maxRestarts) return { action: 'give-up', ends };
  const delayMs = RESTART_POLICY.firstDelayMs * 2 ** (ends - 1);
  return { action: 'restart', attempt: ends + 1, delayMs };
}
