// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createStores } from '../../../../src-renderer/stores/stores.ts';
import { StoresProvider } from '../../../../src-renderer/stores/use-stores.tsx';
import { EmptyRegistry } from '../../../../src-renderer/views/browse/empty-registry.tsx';
import { createFakeClock } from '../../../main/fake-clock.ts';
import { aPage } from '../../stores/a-page.ts';
import { anApi } from '../../stores/an-api.ts';

afterEach(cleanup);

it('says that none is served, since there may be one that can’t be, and how one is begun in a terminal', () => {
  const stores = createStores({
    api: anApi({}),
    openStream: () => () => {},
    bridge: undefined,
    clock: createFakeClock(),
    page: aPage(),
  });
  render(
    <StoresProvider stores={stores}>
      <EmptyRegistry />
    </StoresProvider>,
  );
  screen.getByRole('heading', { name: 'The registry serves no skill yet.' });
  screen.getByText('skills-registry init -r <folder> <language>/<author>/<name>');
  expect(screen.queryByText('See what is left to write')).toBeNull();
});
