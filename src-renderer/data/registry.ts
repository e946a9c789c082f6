/** The service and its registry, as hooks that ask again when something changed. */
import { keepPreviousData, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import type {
  Activity,
  DiagnosticsResponse,
  FindResponse,
  FullSkill,
  RegistryIndex,
  SearchResponse,
} from '../../src-server/contract/api.ts';
import { ACTIVITY, REGISTRY, SERVICE } from './cache.ts';
import { generationOf, UNKNOWN } from './follow-service.ts';
import { type PageQueries, type QueryFailure, useQueries } from './page-queries.ts';

/** What the service does now; `generation` grows with each change of the registry. */
export function useService(): { readonly state: ServiceState; readonly generation: string | undefined } {
  const { data } = useQuery<ServiceState>({ queryKey: SERVICE, queryFn: skipToken });
  const state = data ?? UNKNOWN;
  return { state, generation: generationOf(state) };
}

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
    placeholderData: keepPreviousData,
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
    ...(isPreviousKept && answers && { placeholderData: keepPreviousData }),
  });
}

/** Phases in which the page asks. In `silent` it asks, too: an answer may come before the stream is open again. */
const ASKED_IN: ReadonlySet<string> = new Set(['serving', 'away', 'exported', 'silent']);
