import type { ShardSearch } from '../../src-server/search/shards/open-shard-search.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Answer, ApiFailure } from '../api/api-transport.ts';

export type SiteSearch = Pick<ApiClient, 'search' | 'find'>;

interface SearchCode {
  openShardSearch(read: (path: string) => Promise<Uint8Array>): Promise<ShardSearch>;
}

const HEAD = 'search/head.json';
/** A row per name; the list of all names may be long. */
const MOST_NAMES = 51;

/** The site was exported again, and the index that is open names files that are gone. */
class MissingFile extends Error {}
class UnreachableFile extends Error {}

/** Answers questions in the page. Code and index are loaded with the first question. */
export function createSiteSearch({
  ask,
  address,
  loadCode,
}: {
  readonly ask: typeof fetch;
  /** Without a slash at its end. */
  readonly address: string;
  readonly loadCode: () => Promise<SearchCode>;
}): SiteSearch {
  let opened: Promise<ShardSearch> | undefined;
  /** Failed reads, also of texts, without which an answer is incomplete. */
  let failures = 0;

  const reading = new Map<string, Promise<Uint8Array>>();

  /** Shared by questions, so without the signal of one. */
  function read(path: string): Promise<Uint8Array> {
    const known = reading.get(path) ?? readFile(path).finally(() => reading.delete(path));
    reading.set(path, known);
    return known;
  }

  async function readFile(path: string): Promise<Uint8Array> {
    // The head names all other files, whose names change with their bytes.
    const init: RequestInit = path === HEAD ? { cache: 'no-cache' } : {};
    const file = await ask(`${address}/${path}`, init).catch(() => undefined);
    if (file?.ok) return new Uint8Array(await file.arrayBuffer());
    if (file?.status === 404) throw new MissingFile(`${address} has no file ${path}.`);
    failures += 1;
    throw new UnreachableFile(`A part of the search index did not arrive: ${path}.`);
  }

  function open(): Promise<ShardSearch> {
    opened ??= loadCode()
      .catch(() => Promise.reject(new UnreachableFile('The search did not arrive.')))
      .then(({ openShardSearch }) => openShardSearch(read));
    return opened;
  }

  async function answer<T>(
    question: (search: ShardSearch) => Promise<T>,
    signal: AbortSignal | undefined,
    isSecond = false,
  ): Promise<Answer<T>> {
    const [startedAt, before] = [performance.now(), failures];
    const search = open();
    try {
      const value = await question(await search);
      if (failures > before) throw new UnreachableFile('A part of the texts did not arrive.');
      return { ok: true, value, tookMs: performance.now() - startedAt };
    } catch (error) {
      const isGone = error instanceof MissingFile;
      // A failed opening is no search; a newer index has another head.
      if (opened === search && (isGone || !(await isOpen(search)))) opened = undefined;
      if (isGone && !isSecond) return answer(question, signal, true);
      return { ok: false, failure: failureOf(error, signal) };
    }
  }

  return {
    search: (query, signal) =>
      answer(
        async (search) => ({
          query,
          results: await search.search(query, { limit: MOST_NAMES, signal }),
        }),
        signal,
      ),
    find: (query, limit, signal) => answer((search) => search.find(query, { limit, signal }), signal),
  };
}

function isOpen(search: Promise<unknown>): Promise<boolean> {
  return search.then(
    () => true,
    () => false,
  );
}

function failureOf(error: unknown, signal: AbortSignal | undefined): ApiFailure {
  if (signal?.aborted) return { kind: 'aborted', message: 'No longer needed.' };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UnreachableFile) return { kind: 'silent', message };
  return error instanceof MissingFile
    ? { kind: 'refused', status: 404, message }
    : { kind: 'foreign', message };
}
