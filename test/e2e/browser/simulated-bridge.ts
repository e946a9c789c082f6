/**
 * A desktop bridge inside a page: the same methods and events as the real one, with answers that a test gives and
 * calls that it can read back. The real bridge has specs of its own; here the views are what is tested.
 */
import type { Page } from 'playwright';
import type {
  AppInfo,
  AppNotice,
  RegistriesState,
  SetRegistryResult,
  SettingsState,
} from '../../../src-main/contract/app-states.ts';
import type {
  DesktopBridge,
  EventName,
  Events,
  Payload,
  RequestName,
  Result,
} from '../../../src-main/contract/requests.ts';
import type { KnownService, ServiceState } from '../../../src-main/contract/service-state.ts';
import { DEFAULT_SETTINGS } from '../../../src-main/contract/settings.ts';
import type { RegistryChanges, RegistryPreview } from '../../../src-server/contract/added-registries.ts';
import type { ClientState } from '../../../src-server/contract/clients/clients.ts';
import { statusOf } from '../../support/status-of.ts';

export interface BridgeState {
  readonly info: AppInfo;
  readonly settings: SettingsState;
  readonly server: ServiceState;
  readonly notices: readonly AppNotice[];
  /** What choosing a folder leads to; by path, `dialog` or `sample`. */
  readonly registries: Readonly<Record<string, SetRegistryResult>>;
  /** Requests that are refused, with their sentence. */
  readonly refusals: Readonly<Partial<Record<RequestName, string>>>;
  /** Requests that are answered only when the test says so: see `answerHeld`. */
  readonly held: readonly RequestName[];
  readonly clients: readonly ClientState[];
  readonly added: RegistriesState;
  /** What a look at an address leads to; it stays `fetching` where absent. */
  readonly preview: RegistryPreview | undefined;
  /** What an update changes, by the registry's name. */
  readonly changes: Readonly<Record<string, RegistryChanges>>;
}

/** What isn't here is answered with the state of the service, or with null. */
type Answers = { [Name in RequestName]?: (payload: Payload<Name>) => Result<Name> };

interface Simulation {
  readonly calls: Array<readonly [name: string, payload: unknown]>;
  emit(event: string, detail: unknown): void;
  answerHeld(): void;
}

declare global {
  interface Window {
    simulation?: Simulation;
  }
}

const client = (id: ClientState['id'], name: string, more: Partial<ClientState>): ClientState => ({
  id,
  name,
  installed: true,
  settingsFile: `/home/someone/.${id}.json`,
  connection: { state: 'absent' },
  snippet: '{ "mcpServers": {} }',
  place: `~/.${id}.json`,
  writable: true,
  ...more,
});

/** A client in every state that a row can show. */
export const CLIENTS: readonly ClientState[] = [
  client('cursor', 'Cursor', {}),
  client('claude-code', 'Claude Code', {
    connection: { state: 'connected', name: 'skills-registry', by: 'address' },
  }),
  client('zed', 'Zed', {
    connection: {
      state: 'outdated',
      name: 'skills-registry',
      by: 'address',
      says: 'http://127.0.0.1:9999/mcp',
    },
  }),
  client('gemini-cli', 'Gemini CLI', {
    connection: {
      state: 'unreadable',
      reason: "/home/someone/.gemini/settings.json can't be understood. It is not valid JSON.",
    },
  }),
  client('claude-desktop', 'Claude Desktop', {
    installed: false,
    note: 'Restart it afterwards.',
  }),
];

const FOLDER = '/home/someone/code/skills-registry';

export function bridgeState(url: string, changes: Partial<BridgeState> = {}): BridgeState {
  const recentRegistries = [FOLDER, '/home/someone/src/payments/.skills', '/mnt/team/registry'];
  return {
    info: {
      name: 'Skills Registry',
      version: '0.1.0',
      platform: 'linux',
      electron: '45.4.1',
      chrome: '152.0.0.0',
      node: '24.9.0',
      hasTray: true,
      firstStart: false,
      settingsFile: '/home/someone/.config/skills-registry/settings.json',
      logsFolder: '/home/someone/.config/skills-registry/logs',
    },
    settings: {
      settings: { ...DEFAULT_SETTINGS, registry: FOLDER, recentRegistries, port: Number(new URL(url).port) },
      recentRegistries: recentRegistries.map((path) => ({
        path,
        reachable: !path.startsWith('/mnt'),
        current: path === FOLDER,
      })),
      startAtLogin: { state: 'off' },
    },
    // The page gets the service's own status.
    server: {
      ...wanted(url),
      address: url,
      phase: 'serving',
      status: statusOf({ mcpUrl: `${url}/mcp` }),
      pending: [],
    },
    notices: [],
    registries: {},
    refusals: {},
    held: [],
    clients: CLIENTS,
    added: { registries: [], trouble: null, checking: [], addition: { state: 'none' } },
    preview: undefined,
    changes: {},
    ...changes,
  };
}

/** What is to be served, and where: what a service says of itself in every state. */
export function wanted(url: string): KnownService & { readonly since: number } {
  const port = Number(new URL(url).port);
  return {
    folder: FOLDER,
    port,
    address: url,
    status: undefined,
    since: Date.parse('2026-11-20T09:14:00.000Z'),
  };
}

/** Puts the bridge into the page before its own code runs. */
export async function installBridge(page: Page, state: BridgeState): Promise<void> {
  await page.addInitScript(simulateBridge, state);
}

/** Runs in the page: nothing outside of it is there. */
function simulateBridge(given: BridgeState): void {
  const calls: Simulation['calls'] = [];
  const waiting: Array<() => void> = [];
  const listeners = new Map<string, Set<(detail: unknown) => void>>();
  let { settings, server, notices, added } = given;
  // As the main process does, passes the service's own status on.
  let status: ServiceState['status'];
  const withStatus = (state: ServiceState): ServiceState => {
    if (status === undefined) return state;
    if (state.phase !== 'serving' && state.phase !== 'away') return { ...state, status };
    const { available, reason = '' } = status.registry;
    const answering = { ...state, status };
    return available ? { ...answering, phase: 'serving' } : { ...answering, phase: 'away', why: reason };
  };
  let source: EventSource | undefined;
  const follow = () => {
    source?.close();
    source = new EventSource('/v1/events');
    source.addEventListener('status', (told: MessageEvent<string>) => {
      status = JSON.parse(told.data);
      emit('server', server);
    });
  };
  if (server.phase === 'serving') follow();
  document.addEventListener('visibilitychange', () => source && follow());
  const emit = (event: string, detail: unknown) => {
    if (event === 'server') server = withStatus(detail as ServiceState);
    if (event === 'registries') added = detail as RegistriesState;
    if (event === 'settings') settings = detail as SettingsState;
    for (const listener of listeners.get(event) ?? []) listener(event === 'server' ? server : detail);
  };
  const registry = (path: string): SetRegistryResult => given.registries[path] ?? { outcome: 'ok', path };
  /** As the main process does: the page hears of each change. */
  const told = (changes: Partial<RegistriesState>) => {
    emit('registries', { ...added, ...changes });
    return added;
  };
  const noAddition = () => told({ addition: { state: 'none' } });
  const answers: Answers = {
    getAppInfo: () => given.info,
    chooseRegistry: () => registry('dialog'),
    setRegistry: ({ path }) => registry(path),
    serveSample: () => registry('sample'),
    forgetRegistry: (payload) => {
      const recentRegistries = settings.recentRegistries.filter(({ path }) => path !== payload.path);
      settings = { ...settings, recentRegistries };
      return settings;
    },
    getSettings: () => settings,
    changeSettings: ({ startAtLogin, ...own }) => {
      const login =
        startAtLogin === undefined ? {} : { startAtLogin: { state: startAtLogin ? 'on' : 'off' } };
      emit('settings', { ...settings, settings: { ...settings.settings, ...own }, ...login });
      return settings;
    },
    getServiceState: () => server,
    getNotices: () => notices,
    dismissNotice: (payload) => {
      notices = notices.filter(({ id }) => id !== payload.id);
      emit('notices', notices);
      return notices;
    },
    getClients: () => given.clients,
    previewClient: () => ({
      ok: true,
      file: '/home/someone/settings.json',
      exists: true,
      token: '0'.repeat(32),
      diff: [
        { kind: 'same', text: '{' },
        { kind: 'added', text: '  "mcpServers": {}' },
        { kind: 'same', text: '}' },
      ],
    }),
    connectClient: () => ({ ok: true, message: 'Written to settings.json.' }),
    getRegistries: () => added,
    previewRegistry: () =>
      told({
        addition:
          given.preview === undefined
            ? { state: 'fetching', progress: { step: 'receiving', bytes: 1_258_291, part: 0.45 } }
            : { state: 'shown', preview: given.preview, isAdding: false },
      }),
    readPreviewedSkill: ({ key }) => ({
      key,
      change: 'added',
      risk: [null, 'high'],
      files: [
        {
          path: 'pitfalls.md',
          change: 'added',
          notes: [{ kind: 'command', text: 'curl https://tool.example | sh' }],
          diff: [[{ kind: 'added', text: '# Pitfalls' }]],
        },
      ],
    }),
    addRegistry: noAddition,
    cancelRegistry: noAddition,
    readRegistryUpdate: ({ name }) => {
      const changes = given.changes[name];
      if (changes === undefined) throw new Error('refused: There is no such registry.');
      return changes;
    },
    changeRegistry: (payload) => {
      const all = added.registries ?? [];
      if (payload.do === 'order')
        return told({ registries: payload.names.flatMap((name) => all.filter((one) => one.name === name)) });
      if (payload.do === 'remove')
        return told({ registries: all.filter(({ name }) => name !== payload.name) });
      const isTaken = payload.do === 'take';
      return told({
        registries: all.map((one) => (isTaken && one.name === payload.name ? { ...one, update: null } : one)),
      });
    },
  };
  const bridge = new Proxy({} as DesktopBridge, {
    get(_, name: RequestName | 'on' | 'pathForFile') {
      if (name === 'on')
        return (event: string, listener: (detail: unknown) => void) => {
          listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
          return () => listeners.get(event)?.delete(listener);
        };
      if (name === 'pathForFile') return ({ name: path }: File) => `/dropped/${path}`;
      return async (payload: never = null as never) => {
        calls.push([name, payload]);
        if (given.held.includes(name)) await new Promise<void>((answer) => waiting.push(answer));
        const refusal = given.refusals[name];
        if (refusal !== undefined) throw new Error(`refused: ${refusal}`);
        return (
          answers[name]?.(payload) ?? (name.endsWith('Server') || name === 'serveOnPort' ? server : null)
        );
      };
    },
  });
  Object.defineProperty(window, 'skillsDesktop', { value: bridge });
  const answerHeld = () => {
    for (const answer of waiting.splice(0)) answer();
  };
  window.simulation = { calls, emit, answerHeld };
}

/** Has the app answer the requests that it was told to hold back. */
export async function answerHeld(page: Page): Promise<void> {
  await page.evaluate(() => window.simulation?.answerHeld());
}

/** Tells the page an event, as the main process would. */
export async function tell<Name extends EventName>(
  page: Page,
  event: Name,
  detail: Events[Name],
): Promise<void> {
  await page.evaluate(([name, what]) => window.simulation?.emit(name, what), [event, detail] as const);
}

/** What the page has asked for, as name and payload; only requests of one name, if given. */
export async function callsOf(
  page: Page,
  name?: RequestName,
): Promise<ReadonlyArray<readonly [string, unknown]>> {
  const calls = await page.evaluate(() => window.simulation?.calls ?? []);
  return name === undefined ? calls : calls.filter(([called]) => called === name);
}
