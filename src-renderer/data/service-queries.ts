import type { FullSkill } from '../../src-server/contract/api.ts';
import { encodePath } from '../../src-server/contract/outside-text.ts';
import { type PageQueries, QueryFailure } from './queries.ts';

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
    match: (packages, signal) =>
      json('/v1/match', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ packages }),
        signal,
      }),
  };
}

export function skillPath(key: string): string {
  return `/v1/skills/${encodePath(key)}`;
}

function query(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** Throws a `QueryFailure`, or the signal's own error. */
export async function answered(ask: typeof fetch, path: string, init: RequestInit): Promise<Response> {
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

/** Every JSON answer is an object. */
export async function readObject<T>(response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as T;
  throw new QueryFailure('foreign', 'The answer is not of this service.');
}
