// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ServerFailure, ServiceState } from '../../../src-main/contract/service-state.ts';
import { SERVICE } from '../../../src-renderer/data/keys.ts';
import SourceView from '../../../src-renderer/views/source/source-view.tsx';
import { statusOf } from '../../support/status-of.ts';
import { drawView } from '../draw-view.tsx';

// Before the page's own modules look for the app.
vi.hoisted(() => {
  const registries = { registries: [], trouble: null, checking: [], addition: { state: 'none' } };
  Object.assign(window, { skillsDesktop: { getRegistries: async () => registries } });
});

const KNOWN = {
  ...{ folder: '/registry', port: 8701, address: 'http://127.0.0.1:8701' },
  ...{ status: undefined, since: 0 },
};
const ANSWERING = { ...KNOWN, pending: [], status: statusOf() };
const failed = (failure: ServerFailure): ServiceState => ({ ...KNOWN, phase: 'failed', failure });
const taken = { reason: 'port-taken', message: 'Port 8701 is taken by node.' } as const;

const STATES: Readonly<Record<string, readonly [state: ServiceState, black: string | undefined]>> = {
  asking: [{ ...KNOWN, phase: 'asking' }, undefined],
  serving: [{ ...ANSWERING, phase: 'serving' }, undefined],
  empty: [
    { ...ANSWERING, phase: 'serving', status: statusOf({ counts: { skills: 0, files: 0 } }) },
    'Change folder…',
  ],
  away: [{ ...ANSWERING, phase: 'away', why: 'It was moved.' }, 'Change folder…'],
  stopped: [{ ...KNOWN, phase: 'stopped', by: 'user' }, 'Start'],
  starting: [{ ...KNOWN, phase: 'starting', attempt: 1 }, undefined],
  restarting: [{ ...KNOWN, phase: 'restarting', attempt: 2, why: 'It ended.', nextRetryAt: 1 }, 'Start'],
  stopping: [{ ...KNOWN, phase: 'stopping' }, undefined],
  silent: [{ ...KNOWN, phase: 'silent' }, 'Restart'],
  taken: [failed({ ...taken, nextFreePort: 8702 }), 'Use 8702'],
  'taken by us': [failed({ ...taken, servedAt: 'http://127.0.0.1:8701' }), 'Open its page'],
  'no registry': [failed({ reason: 'no-registry', message: 'It has no skills.' }), 'Change folder…'],
  'no such address': [failed({ reason: 'address-unavailable', message: '' }), 'Change the address'],
};

afterEach(cleanup);

it.each(Object.entries(STATES))('has at most one black button: %s', async (_, [state, black]) => {
  const { cache } = drawView(<SourceView route={{ view: 'source' }} />, {
    skills: async () => ({ skills: [] }) as never,
    diagnostics: async () => ({ diagnostics: [] }) as never,
  });
  await act(async () => {
    cache.setQueryData(SERVICE, state);
    // Queries tell their observers in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  const primary = [...document.querySelectorAll('[data-kind="primary"]')];
  expect(primary.map(({ textContent }) => textContent)).toEqual(black === undefined ? [] : [black]);
});
