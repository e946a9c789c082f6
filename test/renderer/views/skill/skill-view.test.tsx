// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import SkillView from '../../../../src-renderer/views/skill/skill-view.tsx';
import { WorldProvider } from '../../../../src-renderer/world/use-world.tsx';
import { createWorld } from '../../../../src-renderer/world/world.ts';
import { createFakeClock } from '../../../main/fake-clock.ts';
import { aPage } from '../../world/a-page.ts';
import { anApi } from '../../world/an-api.ts';

afterEach(cleanup);

it.each(['rust', 'rust/tokio', 'rust//tokio', 'rust/tokio-rs/', '../../..', 'rust/./tokio'])(
  'an address that can name no skill, %s, is said to be none before any service is asked',
  (key) => {
    const world = createWorld({
      ...{
        api: anApi(),
        openStream: () => () => {},
        bridge: undefined,
        clock: createFakeClock(),
        page: aPage(),
      },
    });
    render(
      <WorldProvider world={world}>
        <SkillView route={{ view: 'skill', key }} />
      </WorldProvider>,
    );
    expect(screen.getByText(/^There is no skill/).textContent).toBe(`There is no skill ${key}.`);
  },
);
