import type {
  ForkServer,
  ServerProcess,
  ServerProcessListeners,
} from '../../src-main/server/fork-utility-process.ts';
import type { DiscoveryFile } from '../../src-server/contract/service/discovery.ts';
import type { MainToServerMessage } from '../../src-server/contract/service/messages.ts';

/** One forked process that does what a test says. */
export interface FakeProcess extends ServerProcess {
  readonly sent: MainToServerMessage[];
  readonly ended: ReadonlyArray<'terminate' | 'forceKill'>;
  say(message: object): void;
  print(line: string, stream: 'stdout' | 'stderr'): void;
  /** The runtime fails, as it does without memory. */
  failFatally(location: string): void;
  exit(code: number): void;
}

/** Forks that are never answered by themselves. */
export function createFakeForks() {
  const forks: FakeProcess[] = [];
  const fork: ForkServer = (listeners) => {
    const process = createFakeProcess(listeners, 1000 + forks.length);
    forks.push(process);
    return process;
  };
  const last = (): FakeProcess => {
    const process = forks.at(-1);
    if (process === undefined) throw new Error('Nothing was forked.');
    return process;
  };
  return { fork, forks, last };
}

function createFakeProcess(listeners: ServerProcessListeners, pid: number): FakeProcess {
  const sent: MainToServerMessage[] = [];
  const ended: Array<'terminate' | 'forceKill'> = [];
  let alive = true;
  return {
    sent,
    ended,
    get pid() {
      return alive ? pid : undefined;
    },
    send: (message) => void sent.push(message),
    terminate: () => void ended.push('terminate'),
    forceKill: () => void ended.push('forceKill'),
    say: (message) => listeners.onMessage(message),
    print: (line, stream) => listeners.onOutput(line, stream),
    failFatally: (location) => listeners.onFatalError(location),
    exit(code) {
      if (!alive) return;
      alive = false;
      listeners.onExit(code);
    },
  };
}

export function discoveryOf(overrides: Partial<DiscoveryFile> = {}): DiscoveryFile {
  return {
    ...{ schema: 1, pid: 4242, instanceId: 'theirs', app: 'cli', version: '0.1.0', host: '127.0.0.1' },
    ...{ port: 8701, url: 'http://127.0.0.1:8701', mcpUrl: 'http://127.0.0.1:8701/mcp' },
    ...{ registry: '/registry', startedAt: '2026-01-31T11:00:00.000Z' },
    ...overrides,
  };
}
