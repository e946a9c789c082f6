/** The service and its registry: hooks that ask again when something changed, and the cache with what writes into it. */
import {
  keepPreviousData,
  QueryClient,
  skipToken,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import type { EventName, Events } from '../../src-main/contract/requests.ts';
import { answeringState, type ServiceState } from '../../src-main/contract/service-state.ts';
import type {
  Activity,
  DiagnosticsResponse,
  FindResponse,
  FullSkill,
  RegistryIndex,
  SearchResponse,
  Status,
} from '../../src-server/contract/api.ts';
import { desktop, site } from './host.ts';
import { type PageQueries, QueryFailure, useQueries } from './page-queries.ts';

/** What the service does now; `generation` grows with each change of the registry. */
export function useService(): { readonly state: ServiceState; readonly generation: string | undefined } {
  const { data } = useQuery<ServiceState>({ queryKey: SERVICE, queryFn: skipToken });
  const state = data ?? UNKNOWN;
  return { state, generation: generationOf(state) };
}

const UNKNOWN: ServiceState = {
  phase: 'asking',
  folder: undefined,
  port: undefined,
  address: undefined,
  status: undefined,
};

export type RegistryQuery<T> = UseQueryResult<T, QueryFailure>;

export function useSkills(): RegistryQuery<RegistryIndex> {
  return useRegistryQuery(['skills'], ({ skills }, signal) => skills(signal));
}

export function useSkill(key: string): RegistryQuery<FullSkill> {
  return useRegistryQuery(['skill', key], ({ skill }, signal) => skill(key, signal));
}

export function useDiagnostics({ enabled = true } = {}): RegistryQuery<DiagnosticsResponse> {
  return useRegistryQuery(['diagnostics'], ({ diagnostics }, signal) => diagnostics(signal), { enabled });
}

/** Returns what agents read and asked in vain. It is asked again as soon as the status tells of more. */
export function useActivity(): RegistryQuery<Activity> {
  const queries = useQueries();
  const { status, phase } = useService().state;
  return useQuery<Activity, QueryFailure>({
    // A new day has other counts.
    queryKey: [...ACTIVITY, status?.instanceId, status?.activity, new Date().toDateString()],
    queryFn: ({ signal }) => queries.activity(signal),
    // Each read makes another key: only the latest answer is kept.
    gcTime: 0,
    enabled: status?.activity !== undefined && ASKED_IN.has(phase),
    placeholderData: keepPreviousData as never,
  });
}

/**
 * Returns the answers to a question.
 * @param question nothing is asked if it is empty
 */
export function useAnswers(question: string, limit = 10): RegistryQuery<FindResponse> {
  return useRegistryQuery(['find', question, limit], ({ find }, signal) => find(question, limit, signal), {
    enabled: question !== '',
    isPreviousKept: true,
  });
}

/**
 * Returns the skills with these words in name, tags or summary.
 * @param words nothing is asked if they are empty
 */
export function useSearch(words: string): RegistryQuery<SearchResponse> {
  return useRegistryQuery(['search', words], ({ search }, signal) => search(words, signal), {
    enabled: words !== '',
    isPreviousKept: true,
  });
}

/**
 * Asks the registry, and asks again for each generation; meanwhile the former answer stays. In other phases than
 * `ASKED_IN` nothing is asked: `fetchStatus` is `idle`, and the answer to another question doesn't stand in its place.
 */
export function useRegistryQuery<T>(
  key: readonly unknown[],
  ask: (queries: PageQueries, signal: AbortSignal) => Promise<T>,
  { enabled = true, isPreviousKept = false } = {},
): RegistryQuery<T> {
  const queries = useQueries();
  const { state } = useService();
  const answers = ASKED_IN.has(state.phase) || (state.phase === 'asking' && state.address !== undefined);
  return useQuery<T, QueryFailure>({
    queryKey: [...REGISTRY, ...key],
    queryFn: ({ signal }) => ask(queries, signal),
    enabled: enabled && answers,
    ...(isPreviousKept && answers && { placeholderData: keepPreviousData as never }),
  });
}

/** Phases in which the page asks. In `silent` it asks, too: an answer may come before the stream is open again. */
const ASKED_IN: ReadonlySet<string> = new Set(['serving', 'away', 'exported', 'silent']);

/** Milliseconds until a question is asked again that nothing answered. */
const AGAIN_MS = 3_000;

/**
 * Returns the cache of everything that the page asks. Events say what is old, so only a failure that may pass, or an
 * unfinished answer, is asked again by itself.
 */
export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: ({ state: { error, data } }) =>
          mayPass(error) || isUnfinished(data) ? AGAIN_MS : false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof QueryFailure)) return false;
  return error.kind !== 'refused' || (error.status ?? 0) >= 500;
}

/** Whether skills are still being checked, so that their problems are not all there. */
function isUnfinished(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'checking' in data && data.checking !== undefined;
}

/** The keys of the cache. The service's state stands under the first. */
export const SERVICE = ['service'] as const;
/** Everything that depends on the snapshot stands below this key. */
export const REGISTRY = ['registry'] as const;
export const SETTINGS = ['app', 'settings'] as const;
export const NOTICES = ['app', 'notices'] as const;
export const REGISTRIES = ['app', 'registries'] as const;
const ACTIVITY = ['activity'] as const;
export const CLIENTS = ['app', 'clients'] as const;
export const APP_INFO = ['app', 'info'] as const;

/**
 * Milliseconds until a lost stream is opened again, and until a silent one is given up. The service repeats its
 * status every 20 seconds.
 */
const [RETRY_MS, SILENT_MS] = [1_000, 30_000];

/** Writes what the app or the service publishes into the cache, and has the registry's answers asked again. */
export function followService(cache: QueryClient): void {
  cache.setQueryData(SERVICE, firstState());
  if (desktop !== undefined) followApp(cache);
  else if (site === undefined) followStream(cache);
}

function firstState(): ServiceState {
  const known = { folder: undefined, port: undefined, address: undefined, status: undefined };
  if (site !== undefined) return { ...known, phase: 'exported', readings: 1 };
  if (desktop !== undefined) return { ...known, phase: 'asking' };
  return { ...known, phase: 'asking', address: location.origin, port: portOf(location.href) };
}

function portOf(address: string): number {
  const { port, protocol } = new URL(address);
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Returns what names a state of the registry. Undefined before the first status, and while nothing answers. */
function generationOf(state: ServiceState | undefined): string | undefined {
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
