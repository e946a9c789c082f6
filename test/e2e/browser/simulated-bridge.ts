/**
 * A desktop bridge inside a page: the same methods and events as the real one, with answers that a test gives and
 * calls that it can read back. The real bridge has specs of its own; here the views are what is tested.
 */
import type { Page } from 'playwright';
import type {
  AppInfo,
  AppNotice,
  DesktopBridge,
  EventName,
  Events,
  RecordedEvent,
  RegistriesState,
  RequestName,
  Result,
  ServiceState,
  SetRegistryResult,
  SettingsState,
} from '../../../src-main/contract/desktop-bridge.ts';
import type { KnownService } from '../../../src-main/contract/service-state.ts';
import { DEFAULT_SETTINGS } from '../../../src-main/contract/settings.ts';
import type { ClientState } from '../../../src-server/contract/clients/connect.ts';
import type { RegistryChanges, RegistryPreview } from '../../../src-server/contract/service/registry-work.ts';
import { statusOf } from '../../support/status-of.ts';

export interface BridgeState {
  readonly info: AppInfo;
  readonly settings: SettingsState;
  readonly server: ServiceState;
  readonly activity: readonly RecordedEvent[];
  readonly notices: readonly AppNotice[];
  /** What choosing a folder leads to; by path, `dialog` or `sample`. */
  readonly registries: Readonly<Record<string, SetRegistryResult>>;
  /** Requests that are refused, with their sentence. */
  readonly refusals: Readonly<Partial<Record<RequestName, string>>>;
  /** Requests that aren't answered. */
  readonly held: readonly RequestName[];
  readonly clients: readonly ClientState[];
  readonly added: RegistriesState;
  /** What a look at an address leads to; it stays `fetching` where absent. */
  readonly preview: RegistryPreview | undefined;
  /** What an update changes; by name. */
  readonly changes: Readonly<Record<string, RegistryChanges>>;
}

interface Simulation {
  readonly calls: Array<readonly [name: string, payload: unknown]>;
  emit(event: string, detail: unknown): void;
}

declare global {
  interface Window {
    simulation?: Simulation;
  }
}

/** A client in every state that a row can show. */
export const CLIENTS: readonly ClientState[] = [
  {
    id: 'cursor',
    name: 'Cursor',
    installed: true,
    settingsFile: '/home/someone/.cursor/mcp.json',
    connection: { state: 'absent' },
    ways: ['address', 'command'],
    snippet: '{ "mcpServers": {} }',
    place: '~/.cursor/mcp.json',
    takesPointer: true,
    writable: true,
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    installed: true,
    settingsFile: '/home/someone/.claude.json',
    connection: { state: 'connected', name: 'skills-registry', by: 'address' },
    ways: ['address', 'command'],
    snippet: '{ "mcpServers": {} }',
    place: '~/.claude.json',
    takesPointer: true,
    writable: true,
  },
  {
    id: 'zed',
    name: 'Zed',
    installed: true,
    settingsFile: '/home/someone/.config/zed/settings.json',
    connection: {
      state: 'outdated',
      name: 'skills-registry',
      by: 'address',
      says: 'http://127.0.0.1:9999/mcp',
    },
    ways: ['address', 'command'],
    snippet: '{ "context_servers": {} }',
    place: 'settings.json',
    takesPointer: true,
    writable: true,
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    installed: true,
    settingsFile: '/home/someone/.gemini/settings.json',
    connection: {
      state: 'unreadable',
      reason:
        "/home/someone/.gemini/settings.json can't be understood. It is not valid JSON: value expected in line 1.",
    },
    ways: ['address', 'command'],
    snippet: '{ "mcpServers": {} }',
    place: '~/.gemini/settings.json',
    takesPointer: true,
    writable: true,
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    installed: false,
    connection: { state: 'absent' },
    ways: ['command'],
    snippet: '{ "mcpServers": {} }',
    place: 'claude_desktop_config.json',
    takesPointer: false,
    writable: true,
    note: 'Restart it afterwards.',
  },
];

const FOLDER = '/home/someone/code/skills-registry';
const AT = '2026-11-20T09:14:00.000Z';

export function bridgeState(url: string, changes: Partial<BridgeState> = {}): BridgeState {
  const port = Number(new URL(url).port);
  const registry = FOLDER;
  return {
    info: {
      name: 'Skills Registry',
      version: '0.1.0',
      platform: 'linux',
      electron: '45.4.1',
      chrome: '152.0.0.0',
      node: '24.9.0',
      settingsFile: '/home/someone/.config/skills-registry/settings.json',
      logsFolder: '/home/someone/.config/skills-registry/logs',
      hasTray: true,
      firstStart: false,
    },
    settings: {
      settings: {
        ...DEFAULT_SETTINGS,
        registry,
        recentRegistries: [registry, '/home/someone/src/payments/.skills', '/mnt/team/registry'],
        port,
      },
      recentRegistries: [
        { path: registry, reachable: true, current: true },
        {
          path: '/home/someone/src/payments/.skills',
          reachable: true,
          current: false,
        },
        { path: '/mnt/team/registry', reachable: false, current: false },
      ],
      startAtLogin: { state: 'off' },
    },
    server: {
      ...wanted(url),
      address: url,
      phase: 'serving',
      // The page gets the service's own.
      status: statusOf({ mcpUrl: `${url}/mcp` }),
      pending: [],
    },
    activity: [],
    notices: [],
    registries: {},
    refusals: {},
    held: [],
    clients: [],
    added: {
      ...{ registries: [], trouble: null, checking: [] },
      addition: { state: 'none' },
    },
    preview: undefined,
    changes: {},
    ...changes,
  };
}

/** What is to be served, and where: what a service says of itself in every state. */
export function wanted(url: string): KnownService & { readonly since: number } {
  const port = Number(new URL(url).port);
  return { folder: FOLDER, port, address: url, status: undefined, since: Date.parse(AT) };
}

/** Puts the bridge into the page before its own code runs. */
export async function installBridge(page: Page, state: BridgeState): Promise<void> {
  await page.addInitScript(simulateBridge, state);
}

/** Runs in the page: nothing outside of it is there. */
function simulateBridge(given: BridgeState): void {
  const calls: Simulation['calls'] = [];
  const listeners = new Map<string, Set<(detail: unknown) => void>>();
  let { settings, server, activity, notices, added } = given;
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
    if (event === 'activity') activity = [...activity, ...(detail as readonly RecordedEvent[])];
    for (const listener of listeners.get(event) ?? []) listener(event === 'server' ? server : detail);
  };
  const answer = <Name extends RequestName>(
    name: Name,
    payload: unknown,
    result: () => Result<Name>,
  ): Promise<Result<Name>> => {
    calls.push([name, payload]);
    if (given.held.includes(name)) return new Promise(() => {});
    const refusal = given.refusals[name];
    return refusal === undefined
      ? Promise.resolve(result())
      : Promise.reject(new Error(`refused: ${refusal}`));
  };
  /** As the main process does: the page hears of each change. */
  const told = (state: RegistriesState) => {
    emit('registries', state);
    return state;
  };
  const registry = (name: string): SetRegistryResult =>
    given.registries[name] ?? { outcome: 'ok', path: name };
  const bridge: DesktopBridge = {
    getAppInfo: () => answer('getAppInfo', null, () => given.info),
    chooseRegistry: () => answer('chooseRegistry', null, () => registry('dialog')),
    setRegistry: (payload) => answer('setRegistry', payload, () => registry(payload.path)),
    useSampleRegistry: () => answer('useSampleRegistry', null, () => registry('sample')),
    forgetRegistry: (payload) =>
      answer('forgetRegistry', payload, () => {
        settings = {
          ...settings,
          recentRegistries: settings.recentRegistries.filter(({ path }) => path !== payload.path),
        };
        return settings;
      }),
    getSettings: () => answer('getSettings', null, () => settings),
    changeSettings: (payload) =>
      answer('changeSettings', payload, () => {
        const { startAtLogin, ...own } = payload;
        settings = {
          ...settings,
          settings: { ...settings.settings, ...own },
          startAtLogin:
            startAtLogin === undefined ? settings.startAtLogin : { state: startAtLogin ? 'on' : 'off' },
        };
        emit('settings', settings);
        return settings;
      }),
    getServiceState: () => answer('getServiceState', null, () => server),
    startServer: () => answer('startServer', null, () => server),
    stopServer: () => answer('stopServer', null, () => server),
    restartServer: () => answer('restartServer', null, () => server),
    usePort: (payload) => answer('usePort', payload, () => server),
    getActivity: () => answer('getActivity', null, () => activity),
    copyText: (payload) => answer('copyText', payload, () => null),
    openExternal: (payload) => answer('openExternal', payload, () => null),
    openFile: (payload) => answer('openFile', payload, () => null),
    openSkillFile: (payload) => answer('openSkillFile', payload, () => null),
    revealConfig: () => answer('revealConfig', null, () => null),
    showLogs: () => answer('showLogs', null, () => null),
    getNotices: () => answer('getNotices', null, () => notices),
    getClients: () => answer('getClients', null, () => given.clients),
    previewClient: (payload) =>
      answer('previewClient', payload, () => ({
        ok: true,
        file: '/home/someone/settings.json',
        exists: true,
        diff: [
          { kind: 'same', text: '{' },
          { kind: 'added', text: '  "mcpServers": {}' },
          { kind: 'same', text: '}' },
        ],
        token: '0'.repeat(32),
      })),
    connectClient: (payload) =>
      answer('connectClient', payload, () => ({ ok: true, message: 'Written to settings.json.' })),
    openClientBundle: () => answer('openClientBundle', null, () => ({ ok: false, message: 'No bundle.' })),
    getRegistries: () => answer('getRegistries', null, () => added),
    previewRegistry: (payload) =>
      answer('previewRegistry', payload, () => {
        const { preview } = given;
        return told({
          ...added,
          addition:
            preview === undefined
              ? { state: 'fetching', bytes: 1_258_291 }
              : { state: 'shown', preview, isAdding: false },
        });
      }),
    readPreviewedSkill: (payload) =>
      answer('readPreviewedSkill', payload, () => ({
        ...{ key: payload.key, change: 'added', risk: [null, 'high'] },
        files: [
          {
            ...{ path: 'pitfalls.md', change: 'added' },
            notes: [{ kind: 'command', text: 'curl https://tool.example | sh' }],
            diff: [[{ kind: 'added', text: '# Pitfalls' }]],
          },
        ],
      })),
    addRegistry: () => answer('addRegistry', null, () => told({ ...added, addition: { state: 'none' } })),
    cancelRegistry: () =>
      answer('cancelRegistry', null, () => told({ ...added, addition: { state: 'none' } })),
    checkRegistries: (payload) => answer('checkRegistries', payload, () => added),
    readRegistryUpdate: (payload) =>
      answer('readRegistryUpdate', payload, () => {
        const changes = given.changes[payload.name];
        if (changes === undefined) throw new Error('refused: There is no such registry.');
        return changes;
      }),
    changeRegistry: (payload) =>
      answer('changeRegistry', payload, () => {
        const all = added.registries ?? [];
        const named = (name: string) => all.filter((one) => one.name === name);
        if (payload.do === 'order') return told({ ...added, registries: payload.names.flatMap(named) });
        if (payload.do === 'take' || payload.do === 'skip')
          return told({
            ...added,
            registries: all.map((one) => (one.name === payload.name ? { ...one, update: null } : one)),
          });
        if (payload.do === 'remove')
          return told({ ...added, registries: all.filter(({ name }) => name !== payload.name) });
        return added;
      }),
    dismissNotice: (payload) =>
      answer('dismissNotice', payload, () => {
        notices = notices.filter(({ id }) => id !== payload.id);
        emit('notices', notices);
        return notices;
      }),
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      set.add(listener as (detail: unknown) => void);
      listeners.set(event, set);
      return () => set.delete(listener as (detail: unknown) => void);
    },
    pathForFile: (file) => (file.name === 'no-path' ? '' : `/dropped/${file.name}`),
  };
  Object.defineProperty(window, 'skillsDesktop', { value: bridge });
  window.simulation = { calls, emit };
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
