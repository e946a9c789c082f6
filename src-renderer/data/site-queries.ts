import type { SearchDocument } from '../../src-server/search/search-document.ts';
import type { SiteIndex, SiteSearch } from '../../src-server/site/site-search.ts';
import { type PageQueries, QueryFailure } from './queries.ts';
import { answered, createServiceQueries, readObject, skillPath } from './service-queries.ts';

/**
 * Reads the files of an exported site. What needs a service is refused without being asked.
 *
 * @param address without a slash at its end
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
    ...{ skills, skill, diagnostics },
    async section(key, file, signal) {
      const text = (await skill(key, signal))._contents[file];
      return text ?? section(key, file, signal);
    },
    search: async (words) => (await opened()).search(words),
    find: async (question, limit, signal) => (await opened()).find(question, limit, signal),
    activity: needsService,
    match: needsService,
  };
}

async function openSearch(
  here: typeof fetch,
  textsOf: ConstructorParameters<typeof SiteSearch>[1],
): Promise<SiteSearch> {
  const { SITE_INDEX, SiteSearch } = await import('../../src-server/site/site-search.ts');
  return new SiteSearch(await readObject<SiteIndex>(await answered(here, `/${SITE_INDEX}`, {})), textsOf);
}

/** Too large, so that the service doesn't serve it either. */
function isMissing(error: unknown): string {
  if (error instanceof QueryFailure && error.status === 404) return '';
  throw error;
}

const needsService = () =>
  Promise.reject(new QueryFailure('refused', 'This page is a copy to read, without a service.', 405));
