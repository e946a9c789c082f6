// @vitest-environment jsdom
import { screen, within } from '@testing-library/dom';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ServerFailure, ServiceState } from '../../../src-main/contract/service-state.ts';
import { REGISTRY, SERVICE } from '../../../src-renderer/data/cache.ts';
import SourceView from '../../../src-renderer/views/source/source-view.tsx';
import { type Diagnostic, diagnose } from '../../../src-server/contract/diagnostic.ts';
import { statusOf } from '../../support/status-of.ts';
import { cleanup, drawView } from '../draw-view.tsx';

// Before the page's own modules look for the app.
vi.hoisted(() => {
  const registries = { registries: [], trouble: null, checking: [], addition: { state: 'none' } };
  Object.assign(window, { skillsDesktop: { getRegistries: async () => registries } });
});

const KNOWN = {
  folder: '/registry',
  port: 8701,
  address: 'http://127.0.0.1:8701',
  status: undefined,
  since: 0,
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
  silent: [{ ...KNOWN, phase: 'silent' }, undefined],
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

describe('a skill that needed repair', () => {
  const TOKIO = 'rust/tokio-rs/tokio';
  const BROKEN = diagnose('skill-json-invalid', 'skill.json could not be read.', {
    skillKey: TOKIO,
    file: `skills/${TOKIO}/skill.json`,
    line: 8,
  });
  const EMPTY = diagnose('file-empty', 'overview.md is empty.', { skillKey: TOKIO, file: 'overview.md' });

  /** Draws Source over `before`, then lets the service find `after`, and serve the skill or not. */
  async function drawChange(before: readonly Diagnostic[], after: readonly Diagnostic[], isServed: boolean) {
    let diagnostics = before;
    let skills: readonly object[] = [];
    const { cache } = drawView(<SourceView route={{ view: 'source' }} />, {
      skills: async () => ({ skills }) as never,
      diagnostics: async () => ({ diagnostics }) as never,
    });
    await screen.findByRole('list', { name: 'Needs repair' });
    diagnostics = after;
    skills = isServed ? [{ key: TOKIO, name: 'tokio', language: 'rust' }] : [];
    await act(() => cache.invalidateQueries({ queryKey: REGISTRY }));
  }

  it('names the skill, the file and the line', async () => {
    await drawChange([BROKEN], [BROKEN], false);
    const row = within(screen.getByRole('list', { name: 'Needs repair' })).getByRole('listitem');
    expect(row.textContent).toContain('tokio: skill.json could not be read.');
    expect(row.textContent).toContain(`skills/${TOKIO}/skill.json:8`);
  });

  it('says so when it is served again', async () => {
    await drawChange([BROKEN], [], true);
    expect((await screen.findByRole('list', { name: 'Just now' })).textContent).toBe('tokio is served again');
  });

  it('says that it is mended if it was served all the time', async () => {
    await drawChange([EMPTY], [], true);
    expect((await screen.findByRole('list', { name: 'Just now' })).textContent).toBe('tokio is mended');
  });

  it('says nothing of a skill that was removed', async () => {
    await drawChange([BROKEN], [], false);
    expect(screen.queryByRole('list', { name: 'Just now' })).toBeNull();
  });

  it('says nothing while something else of it is still to be mended', async () => {
    await drawChange([BROKEN], [EMPTY], true);
    expect(screen.queryByRole('list', { name: 'Just now' })).toBeNull();
  });
});
