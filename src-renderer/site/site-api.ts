import { type ApiClient, createApiClient } from '../api/api-client.ts';
import type { Answer } from '../api/api-transport.ts';

/**
 * Reads the files of an exported site. Requests that need a service fail without being sent.
 *
 * @param address without a slash at its end
 */
export function createSiteApi(ask: typeof fetch, address: string): ApiClient {
  const { index, skill, section, diagnostics } = createApiClient(siteFetch(ask, address));
  return {
    ...{ index, skill, section, diagnostics, search: needsService, find: needsService },
    ...{ checkAgain: needsService, lines: needsService, tokens: needsService, match: needsService },
    ...{ reports: needsService, report: needsService, removeReport: needsService },
    ...{ checkSubmission: needsService, submit: needsService },
  };
}

const NEEDS_SERVICE = {
  ok: false,
  failure: { kind: 'refused', status: 405, message: 'This page is a read-only copy, without a service.' },
} as const satisfies Answer<never>;

const needsService = () => Promise.resolve(NEEDS_SERVICE);

/** Resolves paths against the site's folder. A static host answers 404 with a page of its own. */
export function siteFetch(ask: typeof fetch, address: string): typeof fetch {
  return async (path, init) => {
    const response = await ask(`${address}${String(path)}`, init);
    if (response.status !== 404) return response;
    return Response.json({ error: `${address} has no file ${String(path)}.` }, { status: 404 });
  };
}
