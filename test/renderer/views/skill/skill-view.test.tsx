// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createStores } from '../../../../src-renderer/stores/stores.ts';
import { StoresProvider } from '../../../../src-renderer/stores/use-stores.tsx';
import SkillView from '../../../../src-renderer/views/skill/skill-view.tsx';
import { createFakeClock } from '../../../main/fake-clock.ts';
import { aPage } from '../../stores/a-page.ts';
import { anApi } from '../../stores/an-api.ts';

afterEach(cleanup);

it.each(['rust', 'rust/tokio', 'rust//tokio', 'rust/tokio-rs/', '../../..', 'rust/./tokio'])(
  'an address that can name no skill, %s, is said to be none before any service is asked',
  (key) => {
    const stores = createStores({
      ...{
        api: anApi(),
        openStream: () => () => {},
        bridge: undefined,
        clock: createFakeClock(),
        page: aPage(),
      },
    });
    render(
      <StoresProvider stores={stores}>
        <SkillView route={{ view: 'skill', key }} />
      </StoresProvider>,
    );
    expect(screen.getByText(/^There is no skill/).textContent).toBe(`There is no skill ${key}.`);
  },
);
