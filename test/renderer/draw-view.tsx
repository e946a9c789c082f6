import { QueryClientProvider } from '@tanstack/react-query';
import { configure } from '@testing-library/dom';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import type { ReactElement } from 'react';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { createCache, SERVICE } from '../../src-renderer/data/cache.ts';
import { type PageQueries, QueriesProvider, QueryFailure } from '../../src-renderer/data/page-queries.ts';
import { ToastProvider } from '../../src-renderer/ui/notice.tsx';
import { statusOf } from '../support/status-of.ts';

// What an event changes is drawn before the test goes on.
configure({
  eventWrapper(send) {
    let answer: unknown;
    void act(() => {
      answer = send();
    });
    return answer;
  },
});

const drawn = new Set<Element>();

/** Draws an element with its effects into a part of its own of the document; `redraw` replaces what it shows. */
export function drawElement(element: ReactElement) {
  const container = document.body.appendChild(document.createElement('div'));
  drawn.add(container);
  const redraw = (next: ReactElement) => void act(() => render(next, container));
  redraw(element);
  return { container, redraw };
}

/** Takes away everything that was drawn, with its effects: for `afterEach`. */
export function cleanup() {
  for (const container of drawn) {
    void act(() => render(null, container));
    container.remove();
  }
  drawn.clear();
}

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
  const { redraw } = drawElement(around(view));
  return { cache, redraw: (next: ReactElement) => redraw(around(next)) };
}
