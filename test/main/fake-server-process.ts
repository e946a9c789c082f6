import type {
  ForkedProcess,
  ForkedProcessListeners,
  ForkProcess,
} from '../../src-main/server/fork-utility-process.ts';
import type { MainToServerMessage } from '../../src-server/contract/messages.ts';
import type { DiscoveryFile } from '../../src-server/contract/service.ts';

/** One forked process that does what a test says. */
export interface FakeProcess extends ForkedProcess {
  readonly sent: MainToServerMessage[];
  /** What was done to it; before the spawn nothing reaches it. */
  readonly ended: ReadonlyArray<'terminate' | 'forceKill'>;
  /** Late, where the test keeps it from spawning by itself. */
  spawn(): void;
  say(message: object): void;
  print(line: string, stream: 'stdout' | 'stderr'): void;
  /** Lets the runtime fail, as it does without memory. */
  failFatally(location: string): void;
  exit(code: number): void;
  /** Sends Electron's `child-process-gone`. */
  vanish(reason: string, exitCode: number): void;
}

/**
 * Forks that are never answered by themselves.
 * @param spawns false: each waits for `spawn`, as a process that the system does not launch
 */
export function createFakeForks({ spawns = true } = {}) {
  const forks: FakeProcess[] = [];
  const fork: ForkProcess = (listeners) => {
    const process = createFakeProcess(listeners, 1000 + forks.length, spawns);
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

function createFakeProcess(
  listeners: ForkedProcessListeners,
  pid: number,
  spawnsByItself: boolean,
): FakeProcess {
  const sent: MainToServerMessage[] = [];
  const ended: Array<'terminate' | 'forceKill'> = [];
  let state: 'launching' | 'alive' | 'gone' = 'launching';
  const end = (how: 'terminate' | 'forceKill') => {
    if (state === 'alive') ended.push(how);
  };
  const process: FakeProcess = {
    sent,
    ended,
    get pid() {
      return state === 'alive' ? pid : undefined;
    },
    spawn() {
      if (state !== 'launching') return;
      state = 'alive';
      listeners.onSpawn();
    },
    send: (message) => void sent.push(message),
    terminate: () => end('terminate'),
    forceKill: () => end('forceKill'),
    say: (message) => listeners.onMessage(message),
    print: (line, stream) => listeners.onOutput(line, stream),
    failFatally: (location) => listeners.onFatalError(location),
    vanish: (reason, exitCode) => listeners.onGone(reason, exitCode),
    exit(code) {
      if (state === 'gone') return;
      state = 'gone';
      listeners.onExit(code);
    },
  };
  if (spawnsByItself) {
    state = 'alive';
    queueMicrotask(() => listeners.onSpawn());
  }
  return process;
}

export function discoveryOf(overrides: Partial<DiscoveryFile> = {}): DiscoveryFile {
  return {
    schema: 1,
    pid: 4242,
    instanceId: 'theirs',
    app: 'cli',
    version: '0.1.0',
    host: '127.0.0.1',
    port: 8701,
    url: 'http://127.0.0.1:8701',
    mcpUrl: 'http://127.0.0.1:8701/mcp',
    registry: '/registry',
    startedAt: '2026-01-31T11:00:00.000Z',
    ...overrides,
  };
}
