/**
 * Starts the service and makes sure that it answers, restarts it after a crash, or gives up with a reason. The
 * supervisor owns the service's state, and leaves no process behind.
 */
import { OWN_CLIENT, type Status } from '../../src-server/contract/api.ts';
import type { ServeRequest } from '../../src-server/contract/messages.ts';
import { Refusal } from '../contract/requests.ts';
import type { ServiceState } from '../contract/service-state.ts';
import {
  type Listening,
  type RunDependencies,
  type RunEnd,
  type ServerRun,
  startRun,
} from './service-process.ts';
import {
  decideRestart,
  describeFailure,
  type Ready,
  type SupervisorState,
  serviceState,
} from './supervisor-state.ts';

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
