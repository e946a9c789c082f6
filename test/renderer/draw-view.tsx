import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { createCache, SERVICE } from '../../src-renderer/data/cache.ts';
import { type PageQueries, QueriesProvider, QueryFailure } from '../../src-renderer/data/page-queries.ts';
import { ToastProvider } from '../../src-renderer/ui/toast.tsx';
import { statusOf } from '../support/status-of.ts';

const notAsked = () =>
  Promise.reject(new QueryFailure('refused', 'The test did not expect this question.', 400));

/**
 * Draws a view over a service that answers with `queries`; what isn't given is refused. `state` replaces what the service
 * does: it serves.
 */
export function drawView(
  view: ReactElement,
  queries: Partial<PageQueries>,
  state: Partial<ServiceState> = {},
) {
  const cache = createCache();
  const known = { folder: '/registry', port: 8701, address: 'http://127.0.0.1:8701', status: statusOf() };
  cache.setQueryData(SERVICE, { ...known, phase: 'serving', since: 0, pending: [], ...state });
  const all: PageQueries = {
    skills: notAsked,
    skill: notAsked,
    section: notAsked,
    search: notAsked,
    find: notAsked,
    diagnostics: notAsked,
    activity: notAsked,
    match: notAsked,
    dangers: notAsked,
    ...queries,
  };
  const around = (shown: ReactElement) => (
    <QueryClientProvider client={cache}>
      <QueriesProvider value={all}>
        <ToastProvider>{shown}</ToastProvider>
      </QueriesProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(around(view));
  return { cache, redraw: (next: ReactElement) => rerender(around(next)) };
}
