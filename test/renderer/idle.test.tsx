// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../support/worker-here.ts';
import type { ApiClient } from '../../src-renderer/api/api-client.ts';
import type { StatusStream } from '../../src-renderer/api/status-stream.ts';
import { App } from '../../src-renderer/app.tsx';
import { parseRoute } from '../../src-renderer/route/route.ts';
import { navigate } from '../../src-renderer/route/use-route.ts';
import { createStores, type Stores } from '../../src-renderer/stores/stores.ts';
import { browserClock } from '../../src-renderer/stores/surroundings.ts';
import { StoresProvider } from '../../src-renderer/stores/use-stores.tsx';
import type { Diagnostic } from '../../src-server/contract/diagnostics/diagnostic.ts';
import { aPage } from './stores/a-page.ts';
import { STATUS } from './stores/known-service.ts';
import { statusStreams } from './stores/status-streams.ts';

const ENTRY = { key: 'rust/tokio-rs/tokio', name: 'Tokio', language: 'rust', summary: 'Tasks and timers.' };
const SKILL = {
  ...{ name: 'Tokio', language: 'rust', files: { P0: ['overview.md'] } },
  _contents: { 'overview.md': '# Tokio\n\n## Shut down\n\nNot at once.\n' },
  _computed: { completeness: 100, trust_score: null },
  _tokens: { 'overview.md': 12 },
};
const PROBLEM: Diagnostic = {
  code: 'file-missing',
  severity: 'error',
  skillKey: ENTRY.key,
  message: 'overview.md is missing.',
};

/** Every answer says the same, in objects that are always new ones, as they come out of JSON. */
const always = <T,>(value: T) =>
  vi.fn(async () => ({ ok: true, value: structuredClone(value), tookMs: Math.random() * 9 }) as const);

function sameAnswers(): ApiClient {
  return {
    index: always({ schema: 'skills/v1', version: 1, updated_at: STATUS.startedAt, skills: [ENTRY] }),
    diagnostics: always({ diagnostics: [PROBLEM] }),
    skill: always(SKILL),
    section: always(''),
    search: always({ query: 'tokio', results: [] }),
    find: always({ query: 'tokio', results: [] }),
    checkAgain: always({ diagnostics: [PROBLEM] }),
    lines: always({ lines: [] }),
    tokens: always({ tokens: { [ENTRY.key]: { first: 1_000 } } }),
    match: always({
      packages: [],
      counts: { packages: 0, direct: 0, exact: 0, repository: 0, guess: 0, none: 0 },
    }),
    checkSubmission: always({ key: null, accepted: false, problems: [], diagnostics: [] }),
    submit: always({ key: ENTRY.key }),
  };
}

const MINUTE = 60_000;
let stores: Stores;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-31T12:00:00Z') });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  cleanup();
  stores.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Draws the window at a place, and lets everything arrive. */
async function openAt(hash: string) {
  const api = sameAnswers();
  const streams = statusStreams();
  const openStream: StatusStream = (follower) => {
    const close = streams.open(follower);
    streams.tell(structuredClone(STATUS));
    return close;
  };
  stores = createStores({
    api,
    openStream,
    bridge: undefined,
    clock: browserClock,
    page: aPage(),
  });
  const drawn = vi.fn();
  navigate(parseRoute(hash));
  stores.start();
  render(
    <Profiler id="window" onRender={drawn}>
      <StoresProvider stores={stores}>
        <App />
      </StoresProvider>
    </Profiler>,
  );
  await pass(5_000);
  await vi.dynamicImportSettled();
  await pass(5_000);
  return { api, drawn, streams };
}

function pass(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

describe('an idle minute', () => {
  it.each([
    ['#/', 'Skills for your agents'],
    ['#/browse', 'All skills'],
    ['#/problems', 'Problems'],
    ['#/connect', 'Connect'],
    ['#/search?q=tokio', 'Search'],
    ['#/skill/rust/tokio-rs/tokio', 'Tokio'],
  ])('draws nothing at %s', async (hash, heading) => {
    const { drawn, streams } = await openAt(hash);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(heading);
    drawn.mockClear();
    await pass(MINUTE / 2);
    streams.tell(structuredClone(STATUS));
    await pass(MINUTE / 2);
    expect(drawn).not.toHaveBeenCalled();
  });

  it('asks for the list, the problems and the skill no second time', async () => {
    const { api } = await openAt('#/skill/rust/tokio-rs/tokio');
    await pass(MINUTE);
    for (const ask of [api.index, api.diagnostics, api.skill]) expect(ask).toHaveBeenCalledTimes(1);
  });
});
