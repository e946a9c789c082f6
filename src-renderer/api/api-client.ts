import type {
  DiagnosticsResponse,
  FindResponse,
  FullSkill,
  LinesResponse,
  RegistryIndex,
  SearchResponse,
  SkillKey,
  SubmissionCheck,
  TokensResponse,
} from '../../src-server/contract/api/api.ts';
import type { MatchResponse } from '../../src-server/contract/api/match.ts';
import type { Diagnostic } from '../../src-server/contract/diagnostics/diagnostic.ts';
import { encodePath } from '../../src-server/contract/words/encode-path.ts';
import { type Answer, createTransport, readObject, type Stopwatch } from './api-transport.ts';

export interface Submitted {
  readonly key: SkillKey;
  /** Of a Git repository: served once merged. */
  readonly branch?: string;
}

/** Never rejects: `Answer` includes failures. */
export interface ApiClient {
  index(signal?: AbortSignal): Promise<Answer<RegistryIndex>>;
  skill(key: SkillKey, signal?: AbortSignal): Promise<Answer<FullSkill>>;
  section(key: SkillKey, file: string, signal?: AbortSignal): Promise<Answer<string>>;
  /** Names, tags and summaries; name matches first. */
  search(query: string, signal?: AbortSignal): Promise<Answer<SearchResponse>>;
  find(query: string, limit: number, signal?: AbortSignal): Promise<Answer<FindResponse>>;
  diagnostics(signal?: AbortSignal): Promise<Answer<DiagnosticsResponse>>;
  /** Rescans the folder first. */
  checkAgain(signal?: AbortSignal): Promise<Answer<DiagnosticsResponse>>;
  /** Around a problem. */
  lines(place: ProblemPlace, signal?: AbortSignal): Promise<Answer<LinesResponse>>;
  /** Counts required reading (P0); at most 50 keys. */
  tokens(keys: readonly SkillKey[], signal?: AbortSignal): Promise<Answer<TokensResponse>>;
  /** At most 5,000 packages. */
  match(packages: readonly object[], signal?: AbortSignal): Promise<Answer<MatchResponse>>;
  /** Stores nothing. */
  checkSubmission(submission: SkillSubmission, signal?: AbortSignal): Promise<Answer<SubmissionCheck>>;
  submit(submission: SkillSubmission, signal?: AbortSignal): Promise<Answer<Submitted>>;
}

export type ProblemPlace = Pick<Diagnostic, 'registry' | 'file' | 'pointer' | 'line'>;

export interface SkillSubmission {
  readonly skill: unknown;
  readonly files: Readonly<Record<string, string>>;
}

export function skillPath(key: SkillKey): string {
  return `/v1/skills/${encodePath(key)}`;
}

/** Slashes of subfolders stay unencoded. */
export function sectionPath(key: SkillKey, file: string): string {
  return `${skillPath(key)}/${encodePath(file)}`;
}

/** `pointer` takes precedence over `line`. */
export function linesPath({ registry, file = '', pointer, line }: ProblemPlace): string {
  const query = new URLSearchParams({ ...(registry !== undefined && { registry }), file });
  if (pointer !== undefined) query.set('pointer', pointer);
  else if (line !== undefined) query.set('line', String(line));
  return `/v1/diagnostics/lines?${query.toString()}`;
}

/** @param stopwatch default: the browser's */
export function createApiClient(ask: typeof fetch, stopwatch?: Stopwatch): ApiClient {
  const { get, post } = createTransport(ask, stopwatch);

  const getJson = async <T>(path: string, signal?: AbortSignal) =>
    (await get(path, signal, readObject)) as Answer<T>;

  return {
    index: (signal) => getJson<RegistryIndex>('/v1/skills', signal),
    skill: (key, signal) => getJson<FullSkill>(skillPath(key), signal),
    async section(key, file, signal) {
      const answer = await get(sectionPath(key, file), signal, (response) => response.text());
      return answer.ok ? { ...answer, value: String(answer.value) } : answer;
    },
    search: (query, signal) =>
      getJson<SearchResponse>(`/v1/search?q=${encodeURIComponent(query)}&names=1`, signal),
    find: (query, limit, signal) =>
      getJson<FindResponse>(`/v1/find?q=${encodeURIComponent(query)}&limit=${limit}&explain=1`, signal),
    diagnostics: (signal) => getJson<DiagnosticsResponse>('/v1/diagnostics', signal),
    checkAgain: (signal) => getJson<DiagnosticsResponse>('/v1/diagnostics?fresh=1', signal),
    lines: (place, signal) => getJson<LinesResponse>(linesPath(place), signal),
    tokens: (keys, signal) => {
      const query = new URLSearchParams(keys.map((key) => ['key', key]));
      return getJson<TokensResponse>(`/v1/tokens?${query.toString()}`, signal);
    },
    match: async (packages, signal) =>
      (await post('/v1/match', { packages }, signal)) as Answer<MatchResponse>,
    checkSubmission: async (submission, signal) =>
      (await post('/v1/skills?check=1', submission, signal)) as Answer<SubmissionCheck>,
    submit: async (submission, signal) => (await post('/v1/skills', submission, signal)) as Answer<Submitted>,
  };
}
