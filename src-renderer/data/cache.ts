/** The cache of everything that the page asks, and its keys. */
import { QueryClient } from '@tanstack/react-query';
import { QueryFailure } from './page-queries.ts';

/** The keys of the cache. The service's state stands under the first. */
export const SERVICE = ['service'] as const;
/** Everything that depends on the snapshot stands below this key. */
export const REGISTRY = ['registry'] as const;
export const SETTINGS = ['app', 'settings'] as const;
export const NOTICES = ['app', 'notices'] as const;
export const REGISTRIES = ['app', 'registries'] as const;
export const ACTIVITY = ['activity'] as const;
export const CLIENTS = ['app', 'clients'] as const;
export const APP_INFO = ['app', 'info'] as const;

/** Milliseconds until a question is asked again that nothing answered. */
const AGAIN_MS = 3_000;

/**
 * Returns the cache of everything that the page asks. Events say what is old, so only a failure that may pass, or an
 * unfinished answer, is asked again by itself.
 */
export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: ({ state: { error, data } }) =>
          mayPass(error) || isUnfinished(data) ? AGAIN_MS : false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof QueryFailure)) return false;
  return error.kind !== 'refused' || (error.status ?? 0) >= 500;
}

/** Whether skills are still being checked, so that their problems are not all there. */
function isUnfinished(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'checking' in data && data.checking !== undefined;
}
