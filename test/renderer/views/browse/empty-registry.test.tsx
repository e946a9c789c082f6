// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { EmptyRegistry } from '../../../../src-renderer/views/browse/empty-registry.tsx';
import { WorldProvider } from '../../../../src-renderer/world/use-world.tsx';
import { createWorld } from '../../../../src-renderer/world/world.ts';
import { createFakeClock } from '../../../main/fake-clock.ts';
import { aPage } from '../../world/a-page.ts';
import { anApi } from '../../world/an-api.ts';

afterEach(cleanup);

it('says that none is served, since there may be one that can’t be, and how one is begun in a terminal', () => {
  const world = createWorld({
    api: anApi({}),
    openStream: () => () => {},
    bridge: undefined,
    clock: createFakeClock(),
    page: aPage(),
  });
  render(
    <WorldProvider world={world}>
      <EmptyRegistry />
    </WorldProvider>,
  );
  screen.getByRole('heading', { name: 'The registry serves no skill yet.' });
  screen.getByText('skills-registry init -r <folder> <language>/<author>/<name>');
  expect(screen.queryByText('See what is left to write')).toBeNull();
});
