import { expect, it } from 'vitest';
import { createDockIcon } from '../../../src-main/window/dock-icon.ts';
import { createFakeClock } from '../fake-clock.ts';

function setUp() {
  const clock = createFakeClock();
  const done: string[] = [];
  const dock = {
    show: async () => void done.push('show'),
    hide: () => void done.push('hide'),
  };
  return { clock, done, icon: createDockIcon(dock, clock) };
}

it('goes at once where it has been there for a while', async () => {
  const { clock, done, icon } = setUp();
  icon.show();
  await clock.advance(5_000);
  icon.hide();
  expect(done).toEqual(['show', 'hide']);
});

it('goes later where it has just come: the system would not listen', async () => {
  const { clock, done, icon } = setUp();
  icon.show();
  await clock.advance(200);
  icon.hide();
  await clock.advance(800);
  expect(done).toEqual(['show']);
  await clock.advance(200);
  expect(done).toEqual(['show', 'hide']);
});

it('stays where the window was opened again in between', async () => {
  const { clock, done, icon } = setUp();
  icon.show();
  icon.hide();
  await clock.advance(500);
  icon.show();
  await clock.advance(5_000);
  expect(done).toEqual(['show', 'show']);
});

it('is none where there is no Dock', async () => {
  const clock = createFakeClock();
  const icon = createDockIcon(undefined, clock);
  icon.show();
  icon.hide();
  await expect(clock.advance(5_000)).resolves.toBeUndefined();
});
