/** Follows the service by the app's events or the service's stream, and writes its state into the cache. */
import type { QueryClient } from '@tanstack/react-query';
import type { EventName, Events } from '../../src-main/contract/requests.ts';
import { answeringState, type ServiceState } from '../../src-main/contract/service-state.ts';
import type { Status } from '../../src-server/contract/api.ts';
import { NOTICES, REGISTRIES, REGISTRY, SERVICE, SETTINGS } from './cache.ts';
import { desktop, site } from './host.ts';

/** Milliseconds until a lost stream is opened again. */
const RETRY_MS = 1_000;
/** Milliseconds until a silent stream is given up. The service repeats its status every 20 seconds. */
const SILENT_MS = 30_000;

const NOTHING_KNOWN = { folder: undefined, port: undefined, address: undefined, status: undefined } as const;

/** The state of a page that has heard of no service. */
export const UNKNOWN: ServiceState = { ...NOTHING_KNOWN, phase: 'asking' };

/** Writes what the app or the service publishes into the cache, and has the registry's answers asked again. */
export function followService(cache: QueryClient): void {
  cache.setQueryData(SERVICE, firstState());
  if (desktop !== undefined) followApp(cache);
  else if (site === undefined) followStream(cache);
}

function firstState(): ServiceState {
  if (site !== undefined) return { ...NOTHING_KNOWN, phase: 'exported', readings: 1 };
  if (desktop !== undefined) return UNKNOWN;
  return { ...NOTHING_KNOWN, phase: 'asking', address: location.origin, port: portOf(location.href) };
}

function portOf(address: string): number {
  const { port, protocol } = new URL(address);
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Returns what names a state of the registry. Undefined before the first status, and while nothing answers. */
export function generationOf(state: ServiceState | undefined): string | undefined {
  if (state?.phase === 'exported') return 'exported';
  if (state?.phase !== 'serving' && state?.phase !== 'away') return undefined;
  const { instanceId, generation } = state.status;
  return `${instanceId}:${generation}:${state.phase}`;
}

/**
 * Takes a state of the service. A new generation has its answers asked again; what was loaded stays until they are
 * there. What was loaded from another folder goes at once: its skills would lead nowhere.
 */
export function takeState(cache: QueryClient, state: ServiceState): void {
  const known = cache.getQueryData<ServiceState>(SERVICE);
  const before = generationOf(known) ?? lastGeneration(cache);
  cache.setQueryData(SERVICE, state);
  if (state.folder !== undefined) {
    const former = cache.getQueryData<string>(LAST_FOLDER);
    cache.setQueryData(LAST_FOLDER, state.folder);
    if (former !== undefined && former !== state.folder)
      for (const query of cache.getQueryCache().findAll({ queryKey: REGISTRY })) query.reset();
  }
  const now = generationOf(state);
  if (now === undefined || now === before) return;
  cache.setQueryData(LAST_GENERATION, now);
  if (before !== undefined) void cache.invalidateQueries({ queryKey: REGISTRY });
}

const LAST_GENERATION = ['last generation'];
const LAST_FOLDER = ['last folder'];
const lastGeneration = (cache: QueryClient) => cache.getQueryData<string>(LAST_GENERATION);

function followApp(cache: QueryClient): void {
  if (desktop === undefined) return;
  const { on, getServiceState } = desktop;
  const write = (key: readonly unknown[]) => (detail: unknown) => void cache.setQueryData(key, detail);
  const take: { [Name in EventName]?: (detail: Events[Name]) => void } = {
    settings: write(SETTINGS),
    notices: write(NOTICES),
    registries: write(REGISTRIES),
    server: (state) => takeState(cache, state),
  };
  let isTold = false;
  for (const [name, listener] of Object.entries(take))
    on(name as EventName, (detail) => {
      isTold ||= name === 'server';
      (listener as (detail: unknown) => void)(detail);
    });
  void getServiceState().then(
    (state) => {
      // What was published meanwhile is newer.
      if (!isTold) takeState(cache, state);
    },
    () => {},
  );
}

/** Follows the service's events. A hidden page closes its stream: browsers open only six connections per service. */
function followStream(cache: QueryClient): void {
  let close = () => {};
  const open = () => {
    close();
    close = () => {};
    if (document.visibilityState === 'hidden') return;
    const source = new EventSource('/v1/events');
    let timer = setTimeout(fail, SILENT_MS);
    source.addEventListener('status', ({ data }: MessageEvent<string>) => {
      clearTimeout(timer);
      timer = setTimeout(open, SILENT_MS);
      takeState(cache, answered(stateIn(cache), JSON.parse(data) as Status));
    });
    source.addEventListener('error', fail);
    function fail(): void {
      clearTimeout(timer);
      source.close();
      takeState(cache, silent(stateIn(cache)));
      timer = setTimeout(open, RETRY_MS);
    }
    close = () => {
      clearTimeout(timer);
      source.close();
    };
  };
  document.addEventListener('visibilitychange', open);
  open();
}

const stateIn = (cache: QueryClient) => cache.getQueryData<ServiceState>(SERVICE) ?? firstState();

function answered(before: ServiceState, status: Status): ServiceState {
  const address = before.address ?? status.mcpUrl.replace(/\/mcp$/, '');
  return answeringState(
    { folder: status.registry.path, port: portOf(address), address, pending: [], status },
    {
      served: Date.parse(status.startedAt),
      away: before.phase === 'away' ? before.since : Date.now(),
    },
  );
}

function silent({ folder, port, address, status, ...before }: ServiceState): ServiceState {
  const since = before.phase === 'silent' ? before.since : Date.now();
  return { phase: 'silent', folder, port, address, status, since };
}
