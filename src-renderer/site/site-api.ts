import { type ApiClient, createApiClient } from '../api/api-client.ts';
import type { Answer } from '../api/api-transport.ts';

/**
 * Reads the files of an exported site. Requests that need a service fail without being sent.
 *
 * @param address without a slash at its end
 */
export function createSiteApi(ask: typeof fetch, address: string): ApiClient {
  const { index, skill, diagnostics } = createApiClient(siteFetch(ask, address));
  return {
    ...{ index, skill, diagnostics, search: needsService, find: needsService },
    ...{ section: needsService, checkAgain: needsService, lines: needsService, tokens: needsService },
    match: needsService,
    ...{ checkSubmission: needsService, submit: needsService },
  };
}

const NEEDS_SERVICE = {
  ok: false,
  failure: { kind: 'refused', status: 405, message: 'This page is a read-only copy, without a service.' },
} as const satisfies Answer<never>;

const needsService = () => Promise.resolve(NEEDS_SERVICE);

/**
 * Resolves paths against the site's folder. A host without the rules of an export has answers only under their
 * files' names, with `.json`. A static host answers 404 with a page of its own.
 */
function siteFetch(ask: typeof fetch, address: string): typeof fetch {
  let ending = '';
  return async (path, init) => {
    const url = `${address}${String(path)}`;
    const response = await ask(`${url}${ending}`, init);
    if (response.status !== 404) return response;
    if (ending === '') {
      const file = await ask(`${url}${FILE_ENDING}`, init);
      if (file.ok) {
        ending = FILE_ENDING;
        return file;
      }
    }
    const error = `${address} has no file ${String(path)}.`;
    // The static method for JSON is younger than some browsers.
    return new Response(JSON.stringify({ error }), { status: 404 });
  };
}

const FILE_ENDING = '.json';
