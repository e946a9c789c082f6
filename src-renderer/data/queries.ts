import { createContext, useContext } from 'react';
import type {
  Activity,
  DiagnosticsResponse,
  FindResponse,
  FullSkill,
  MatchResponse,
  RegistryIndex,
  SearchResponse,
  SkillKey,
} from '../../src-server/contract/api.ts';

/** What the page asks: of a service over HTTP, or of the files of an exported site. Rejects with `QueryFailure`. */
export interface PageQueries {
  skills(signal: AbortSignal): Promise<RegistryIndex>;
  skill(key: SkillKey, signal: AbortSignal): Promise<FullSkill>;
  section(key: SkillKey, file: string, signal: AbortSignal): Promise<string>;
  /** By name, tags and summary: skills with every word. Skills that are called so come first. */
  search(words: string, signal: AbortSignal): Promise<SearchResponse>;
  /** By text, with the sections that answer. */
  find(question: string, limit: number, signal: AbortSignal): Promise<FindResponse>;
  diagnostics(signal: AbortSignal): Promise<DiagnosticsResponse>;
  activity(signal: AbortSignal): Promise<Activity>;
  match(packages: readonly object[], signal: AbortSignal): Promise<MatchResponse>;
}

export class QueryFailure extends Error {
  /** `silent`: nothing answers. `refused`: the service said no. `foreign`: another program answered. */
  readonly kind: 'silent' | 'refused' | 'foreign';
  readonly status: number | undefined;

  constructor(kind: QueryFailure['kind'], message: string, status?: number) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

const Queries = createContext<PageQueries | undefined>(undefined);
export const QueriesProvider = Queries.Provider;

export function useQueries(): PageQueries {
  const queries = useContext(Queries);
  if (queries === undefined) throw new Error('There is no QueriesProvider.');
  return queries;
}
