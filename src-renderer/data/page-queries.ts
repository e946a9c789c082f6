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
import { encodePath } from '../../src-server/contract/outside-text.ts';
import type { SearchDocument } from '../../src-server/search/search-document.ts';
import type { SiteIndex, SiteSearch } from '../../src-server/site/site-search.ts';

/**
 * What the page asks: of a service over HTTP, or of the files of an exported site. Every query takes a signal that
 * ends it, and rejects with a `QueryFailure`. Nobody else knows where answers come from.
 */
export interface PageQueries {
  skills(signal: AbortSignal): Promise<RegistryIndex>;
  skill(key: SkillKey, signal: AbortSignal): Promise<FullSkill>;
  section(key: SkillKey, file: string, signal: AbortSignal): Promise<string>;
  /** Returns the skills that have every word in name, tags or summary. Skills that are called so come first. */
  search(words: string, signal: AbortSignal): Promise<SearchResponse>;
  /** Returns the skills whose texts answer a question, with the sections that do. */
  find(question: string, limit: number, signal: AbortSignal): Promise<FindResponse>;
  diagnostics(signal: AbortSignal): Promise<DiagnosticsResponse>;
  activity(signal: AbortSignal): Promise<Activity>;
  match(packages: readonly object[], signal: AbortSignal): Promise<MatchResponse>;
  /** Returns the worst dangers of packages as agents get them, with what to do instead: 2,000 tokens at most. */
  dangers(packages: readonly object[]): Promise<string>;
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

/** Asks the service that the page comes from. The browser keeps answers and asks again by their ETags. */
export function createServiceQueries(ask: typeof fetch): PageQueries {
  const json = async <T>(path: string, init: RequestInit): Promise<T> =>
    readObject<T>(await answered(ask, path, init));
  const text = async (path: string, signal: AbortSignal) => (await answered(ask, path, { signal })).text();
  return {
    skills: (signal) => json('/v1/skills', { signal }),
    async skill(key, signal) {
      try {
        return await json<FullSkill>(`${skillPath(key)}?tokens=1`, { signal });
      } catch (error) {
        // The texts can be read while their tokens can't be counted.
        if (!(error instanceof QueryFailure) || error.status !== 503) throw error;
        return json<FullSkill>(skillPath(key), { signal });
      }
    },
    section: (key, file, signal) => text(`${skillPath(key)}/${encodePath(file)}`, signal),
    search: (words, signal) => json(`/v1/search?${query({ q: words, names: 1 })}`, { signal }),
    find: (question, limit, signal) =>
      json(`/v1/find?${query({ q: question, limit, explain: 1 })}`, { signal }),
    diagnostics: (signal) => json('/v1/diagnostics', { signal }),
    activity: (signal) => json('/v1/activity', { signal }),
    match: (packages, signal) => json('/v1/match', { ...posted(packages), signal }),
    async dangers(packages) {
      const { headers, ...body } = posted(packages);
      const init = { ...body, headers: { ...headers, Accept: 'text/markdown' } };
      return (await answered(ask, '/v1/match', init)).text();
    },
  };
}

function posted(packages: readonly object[]) {
  const headers = { 'Content-Type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify({ packages }) };
}

export function skillPath(key: string): string {
  return `/v1/skills/${encodePath(key)}`;
}

function query(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** Returns the answer. Throws a `QueryFailure`, or the signal's own error. */
async function answered(ask: typeof fetch, path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await ask(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new QueryFailure('silent', 'Nothing answers at this address.');
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string')
    throw new QueryFailure('refused', body.error, response.status);
  throw new QueryFailure(
    'foreign',
    `Something answered with status ${response.status}, but not this service.`,
    response.status,
  );
}

/** Reads a JSON answer, each of which is an object. */
async function readObject<T>(response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as T;
  throw new QueryFailure('foreign', 'The answer is not of this service.');
}

/**
 * Reads the files of an exported site. What needs a service is refused without being asked.
 *
 * @param address the folder of the page, without a slash at its end
 */
export function createSiteQueries(ask: typeof fetch, address: string): PageQueries {
  // A host answers with a page of its own where it has no file.
  const here: typeof fetch = async (path, init) => {
    const response = await ask(`${address}${String(path)}`, init);
    if (response.status !== 404) return response;
    return Response.json({ error: `This site has no file ${String(path)}.` }, { status: 404 });
  };
  // The names of the files: most hosts know no other addresses.
  const file: typeof fetch = (path, init) => here(`${path}.json`, init);
  const { skills, diagnostics } = createServiceQueries(file);
  const skill: PageQueries['skill'] = async (key, signal) =>
    readObject(await answered(file, skillPath(key), { signal }));
  const { section } = createServiceQueries(here);
  const textsOf = async ({ key, files }: SearchDocument, signal: AbortSignal) => {
    const { _contents: texts } = await skill(key, signal);
    // Those that skill.json doesn't list.
    const others = files.map(({ path }) => path).filter((path) => texts[path] === undefined);
    const read = others.map(
      async (path) => [path, await section(key, path, signal).catch(isMissing)] as const,
    );
    return new Map([...Object.entries(texts), ...(await Promise.all(read))]);
  };
  let search: Promise<SiteSearch> | undefined;
  const opened = () => {
    // Fetched with the first question; tried again after a failure.
    search ??= openSearch(here, textsOf).catch((error: unknown) => {
      search = undefined;
      throw error;
    });
    return search;
  };
  return {
    skills,
    skill,
    diagnostics,
    async section(key, file, signal) {
      const text = (await skill(key, signal))._contents[file];
      return text ?? section(key, file, signal);
    },
    search: async (words) => (await opened()).search(words),
    find: async (question, limit, signal) => (await opened()).find(question, limit, signal),
    activity: needsService,
    match: needsService,
    dangers: needsService,
  };
}

async function openSearch(
  here: typeof fetch,
  textsOf: ConstructorParameters<typeof SiteSearch>[1],
): Promise<SiteSearch> {
  const { SITE_INDEX, SiteSearch } = await import('../../src-server/site/site-search.ts');
  return new SiteSearch(await readObject<SiteIndex>(await answered(here, `/${SITE_INDEX}`, {})), textsOf);
}

/** Returns an empty text for a file that is too large, which the service doesn't serve either. */
function isMissing(error: unknown): string {
  if (error instanceof QueryFailure && error.status === 404) return '';
  throw error;
}

const needsService = () =>
  Promise.reject(new QueryFailure('refused', 'This page is a copy to read, without a service.', 405));
