import type {
  DiagnosticsResponse,
  FindResponse,
  FullSkill,
  LinesResponse,
  RegistryIndex,
  SearchResponse,
  SkillKey,
  Status,
  SubmissionCheck,
  TokensResponse,
} from '../../src-server/contract/api/api.ts';
import type { ReportRequest, ReportsResponse } from '../../src-server/contract/api/skill-report.ts';
import type { Diagnostic } from '../../src-server/contract/diagnostics/diagnostic.ts';
import isDiagnostics from '../../src-server/contract/schemas/diagnostics-response.schema.json?validate';
import isFindResponse from '../../src-server/contract/schemas/find-response.schema.json?validate';
import isFullSkill from '../../src-server/contract/schemas/full-skill.schema.json?validate';
import isLines from '../../src-server/contract/schemas/lines-response.schema.json?validate';
import isListResponse from '../../src-server/contract/schemas/list-response.schema.json?validate';
import isReports from '../../src-server/contract/schemas/reports-response.schema.json?validate';
import isSearchResponse from '../../src-server/contract/schemas/search-response.schema.json?validate';
import isStatus from '../../src-server/contract/schemas/status.schema.json?validate';
import isSubmissionCheck from '../../src-server/contract/schemas/submission-check.schema.json?validate';
import isTokens from '../../src-server/contract/schemas/tokens-response.schema.json?validate';
import { encodePath } from '../../src-server/contract/words/encode-path.ts';
import { type Answer, createTransport, type Stopwatch } from './api-transport.ts';
import { pruneMisfits } from './prune-misfits.ts';

/** HTTP client. Never rejects: failures are part of `Answer`. */
export interface ApiClient {
  status(signal?: AbortSignal): Promise<Answer<Status>>;
  index(signal?: AbortSignal): Promise<Answer<RegistryIndex>>;
  skill(key: SkillKey, signal?: AbortSignal): Promise<Answer<FullSkill>>;
  section(key: SkillKey, file: string, signal?: AbortSignal): Promise<Answer<string>>;
  /** Matches names, tags and summaries; name matches come first. */
  search(query: string, signal?: AbortSignal): Promise<Answer<SearchResponse>>;
  find(query: string, limit: number, signal?: AbortSignal): Promise<Answer<FindResponse>>;
  diagnostics(signal?: AbortSignal): Promise<Answer<DiagnosticsResponse>>;
  /** Scans the whole folder again first. */
  checkAgain(signal?: AbortSignal): Promise<Answer<DiagnosticsResponse>>;
  /** Current lines around a problem. */
  lines(place: ProblemPlace, signal?: AbortSignal): Promise<Answer<LinesResponse>>;
  /** Token counts of required reading (P0); at most 50 keys. */
  tokens(keys: readonly SkillKey[], signal?: AbortSignal): Promise<Answer<TokensResponse>>;
  /** Problem reports on skills. */
  reports(signal?: AbortSignal): Promise<Answer<ReportsResponse>>;
  report(note: ReportRequest, signal?: AbortSignal): Promise<Answer<unknown>>;
  removeReport(id: string, signal?: AbortSignal): Promise<Answer<unknown>>;
  /** At most 5,000 packages. The result is unvalidated. */
  match(packages: readonly object[], signal?: AbortSignal): Promise<Answer<unknown>>;
  /** Stores nothing. */
  checkSubmission(submission: SkillSubmission, signal?: AbortSignal): Promise<Answer<SubmissionCheck>>;
  submit(submission: SkillSubmission, signal?: AbortSignal): Promise<Answer<SkillKey>>;
}

export type ProblemPlace = Pick<Diagnostic, 'registry' | 'file' | 'pointer' | 'line'>;

export interface SkillSubmission {
  readonly skill: unknown;
  readonly files: Readonly<Record<string, string>>;
}

type Check = typeof isStatus;

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

  async function getJson<T>(path: string, check: Check, signal?: AbortSignal): Promise<Answer<T>> {
    const answer = await get(path, signal, (response) => response.json());
    return narrowed(path, answer, (body) => checked<T>(body, check));
  }

  return {
    status: (signal) => getJson<Status>('/v1/status', isStatus, signal),
    index: (signal) => getJson<RegistryIndex>('/v1/skills', isListResponse, signal),
    skill: (key, signal) => getJson<FullSkill>(skillPath(key), isFullSkill, signal),
    async section(key, file, signal) {
      const answer = await get(sectionPath(key, file), signal, (response) => response.text());
      return answer.ok ? { ...answer, value: String(answer.value) } : answer;
    },
    search: (query, signal) =>
      getJson<SearchResponse>(`/v1/search?q=${encodeURIComponent(query)}&names=1`, isSearchResponse, signal),
    find: (query, limit, signal) =>
      getJson<FindResponse>(
        `/v1/find?q=${encodeURIComponent(query)}&limit=${limit}&explain=1`,
        isFindResponse,
        signal,
      ),
    diagnostics: (signal) => getJson<DiagnosticsResponse>('/v1/diagnostics', isDiagnostics, signal),
    checkAgain: (signal) => getJson<DiagnosticsResponse>('/v1/diagnostics?fresh=1', isDiagnostics, signal),
    lines: (place, signal) => getJson<LinesResponse>(linesPath(place), isLines, signal),
    tokens: (keys, signal) => {
      const query = new URLSearchParams(keys.map((key) => ['key', key]));
      return getJson<TokensResponse>(`/v1/tokens?${query.toString()}`, isTokens, signal);
    },
    reports: (signal) => getJson<ReportsResponse>('/v1/reports', isReports, signal),
    report: (note, signal) => post('/v1/reports', note, signal),
    removeReport: (id, signal) => post(`/v1/reports/${encodeURIComponent(id)}/remove`, {}, signal),
    match: (packages, signal) => post('/v1/match', { packages }, signal),
    async checkSubmission(submission, signal) {
      const path = '/v1/skills?check=1';
      const answer = await post(path, submission, signal);
      return narrowed(path, answer, (body) => checked<SubmissionCheck>(body, isSubmissionCheck));
    },
    async submit(submission, signal) {
      const path = '/v1/skills';
      return narrowed(path, await post(path, submission, signal), keyOfReceipt);
    },
  };
}

/** Fails as `foreign` if `read` returns undefined. */
function narrowed<T>(
  path: string,
  answer: Answer<unknown>,
  read: (body: unknown) => T | undefined,
): Answer<T> {
  if (!answer.ok) return answer;
  const value = read(answer.value);
  return value === undefined
    ? { ok: false, failure: { kind: 'foreign', message: `${path} did not answer as this service does.` } }
    : { ...answer, value };
}

function keyOfReceipt(body: unknown): SkillKey | undefined {
  const key = typeof body === 'object' && body !== null && 'key' in body ? body.key : undefined;
  return typeof key === 'string' ? key : undefined;
}

function checked<T>(body: unknown, check: Check): T | undefined {
  if (check(body)) return body as T;
  const pruned = pruneMisfits(body, check.errors ?? []);
  return pruned !== undefined && check(pruned) ? (pruned as T) : undefined;
}
