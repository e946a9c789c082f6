// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toSkillModel } from '../../../../src-renderer/skill/skill-model.ts';
import { createStores } from '../../../../src-renderer/stores/stores.ts';
import { StoresProvider } from '../../../../src-renderer/stores/use-stores.tsx';
import { SkillFacts } from '../../../../src-renderer/views/skill/skill-facts.tsx';
import { createFakeClock } from '../../../main/fake-clock.ts';
import { aPage } from '../../stores/a-page.ts';
import { anApi } from '../../stores/an-api.ts';
import { ORIGIN } from '../../stores/known-service.ts';

// Generous: a busy machine is no failure.
configure({ asyncUtilTimeout: 30_000 });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The facts of a skill on a computer with this system, and what was copied last. */
function show(key: string, system: string, compatibility: Readonly<Record<string, unknown>> = {}) {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { userAgent: `Mozilla/5.0 (${system})`, clipboard: { writeText } });
  const stores = createStores({
    api: anApi(),
    openStream: () => () => {},
    bridge: undefined,
    clock: createFakeClock(),
    page: aPage(),
  });
  const model = toSkillModel({
    name: 'x',
    language: 'rust',
    compatibility,
    _contents: {},
    _tokens: {},
    _computed: { completeness: 0, trust_score: null },
  });
  render(
    <StoresProvider stores={stores}>
      <SkillFacts skillKey={key} model={model} />
    </StoresProvider>,
  );
  return async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(writeText).toHaveBeenCalled());
    return writeText.mock.lastCall as unknown as [string];
  };
}

describe('what is copied of a skill', () => {
  it('is a line for the shell of this computer, whatever its key holds', async () => {
    const key = "rust/it's/$(x);y";
    const path = '/v1/skills/rust/it%27s/%24%28x%29%3By';
    const inSh = await show(key, 'X11; Linux x86_64')('curl');
    expect(inSh).toEqual([`curl ${ORIGIN}${path}`]);
    cleanup();
    const onWindows = await show(key, 'Windows NT 10.0')('curl');
    expect(onWindows).toEqual([`curl.exe "${ORIGIN}${path}"`]);
  });
});

it('a skill may be compatible with anything, whatever it calls that', () => {
  const complained = vi.spyOn(console, 'error');
  show('rust/a/x', 'X11; Linux x86_64', { constructor: ['1.0'], Kind: ['2.0'] });
  expect(complained).not.toHaveBeenCalled();
  expect(screen.getByText('constructor')).toBeDefined();
  expect(screen.getByText('2.0')).toBeDefined();
});
