import { type PageQueries, QueryFailure } from './queries.ts';
import { createServiceQueries } from './service-queries.ts';

const FILE_ENDING = '.json';

/**
 * Reads the files of an exported site. What needs a service is refused without being asked.
 *
 * @param address without a slash at its end
 */
export function createSiteQueries(ask: typeof fetch, address: string): PageQueries {
  const { skills, skill, diagnostics } = createServiceQueries(siteFetch(ask, address));
  return {
    ...{ skills, skill, diagnostics },
    async section(key, file, signal) {
      const text = (await skill(key, signal))._contents[file];
      if (text === undefined) throw new QueryFailure('refused', `${key} has no file ${file}.`, 404);
      return text;
    },
    ...{ find: needsService, lines: needsService, match: needsService },
  };
}

const needsService = () =>
  Promise.reject(new QueryFailure('refused', 'This page is a copy to read, without a service.', 405));

/** A host without the export's rules has answers only under their files' names. */
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
    return new Response(JSON.stringify({ error: `${address} has no file ${String(path)}.` }), {
      status: 404,
    });
  };
}
