import { expect, it } from 'vitest';
import { createDailyCheck } from '../../src-main/added-registries.ts';
import type { RegistriesState } from '../../src-main/contract/app-states.ts';
import type { ShownRegistry } from '../../src-server/contract/added-registries.ts';
import { createFakeClock } from './fake-clock.ts';
import { NEWER, shownRegistry, updateOf } from './shown-registry.ts';

const HOUR = 3_600_000;

/** A check of these registries; `answer` is the list after the next look. */
function checking(registries: readonly ShownRegistry[], { isOn = true } = {}) {
  const clock = createFakeClock();
  const setting = {
    isOn,
    asked: [] as (readonly string[])[],
    found: [] as string[],
    taken: [] as string[],
    answer: (list: readonly ShownRegistry[]): readonly ShownRegistry[] => list,
  };
  let state: RegistriesState = {
    registries,
    trouble: null,
    checking: [],
    addition: { state: 'none' },
  };
  const daily = createDailyCheck({
    clock,
    isOn: () => setting.isOn,
    state: () => state,
    async check(names) {
      setting.asked.push(names);
      const checked_at = new Date(clock.now()).toISOString();
      const asked = (state.registries ?? []).map((one) =>
        names.includes(one.name) ? { ...one, checked_at } : one,
      );
      state = { ...state, registries: setting.answer(asked) };
      return state;
    },
    onFound(found, taken) {
      setting.found.push(...found.map(({ name }) => name));
      setting.taken.push(...taken.map(({ name }) => name));
    },
  });
  return { clock, setting, daily };
}

it('asks each address a day after its last check, and looks each hour', async () => {
  const { clock, setting } = checking([shownRegistry('team')]);
  await clock.advance(22 * HOUR);
  expect(setting.asked).toEqual([]);
  await clock.advance(2 * HOUR);
  expect(setting.asked).toEqual([['team']]);
  await clock.advance(25 * HOUR);
  expect(setting.asked).toHaveLength(2);
});

it.each([null, '2030-01-01T00:00:00Z'])('asks at once where the last check was at %s', async (checked_at) => {
  const { setting, daily } = checking([shownRegistry('team', null, { checked_at })]);
  await daily.look();
  expect(setting.asked).toEqual([['team']]);
});

it('reports an update once, and what was taken apart', async () => {
  const list = [shownRegistry('team'), shownRegistry('other', null, { follow: true })];
  const { clock, setting } = checking(list);
  setting.answer = (all) =>
    all.map((one) =>
      one.name === 'team' ? { ...one, update: updateOf({ changed: ['js/a/b'] }) } : { ...one, commit: NEWER },
    );
  await clock.advance(3 * 24 * HOUR);
  expect(setting.asked.length).toBeGreaterThan(1);
  expect(setting.found).toEqual(['team']);
  expect(setting.taken).toEqual(['other']);
});

it('asks nobody while the switch is off, for pinned registries, or after its end', async () => {
  const off = checking([shownRegistry('team')], { isOn: false });
  const pinned = checking([shownRegistry('team', null, { pinned: true })]);
  const stopped = checking([shownRegistry('team')]);
  stopped.daily.stop();
  for (const { clock, setting } of [off, pinned, stopped]) {
    await clock.advance(48 * HOUR);
    expect(setting.asked).toEqual([]);
  }
});

it('asks again an hour after a check that failed', async () => {
  const { clock, setting } = checking([shownRegistry('team', null, { checked_at: null })]);
  setting.answer = () => {
    throw new Error('The list is damaged.');
  };
  await clock.advance(3 * HOUR);
  expect(setting.asked).toHaveLength(3);
});
