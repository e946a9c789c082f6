import { QueryClient } from '@tanstack/react-query';
import { QueryFailure } from './queries.ts';

/** Milliseconds until a question is asked again that nothing answered. */
const AGAIN_MS = 3_000;

/** Only after a failure that may pass, or an unfinished answer, is asked again: events say what is old. */
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

/** Problems, while skills are still being checked. */
function isUnfinished(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'checking' in data && data.checking !== undefined;
}
