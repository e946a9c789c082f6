import { expect, it } from 'vitest';
import type { RegistriesState } from '../../../src-main/contract/desktop-bridge.ts';
import { createDailyCheck, untilCheck } from '../../../src-main/registries/daily-check.ts';
import type { ShownRegistry } from '../../../src-server/contract/service/registry-work.ts';
import { createFakeClock } from '../fake-clock.ts';
import { NEWER, shownRegistry, updateOf } from './shown-registry.ts';

const HOUR = 3_600_000;

/** A check of these registries; `answer` is the list after the next look. */
function checking(
  registries: readonly ShownRegistry[],
  { isOn = true, random = 0, period = 24 * HOUR } = {},
) {
  const clock = createFakeClock();
  const setting = {
    isOn,
    asked: [] as (readonly string[])[],
    found: [] as string[],
    taken: [] as string[],
    answer: (list: readonly ShownRegistry[]): readonly ShownRegistry[] => list,
  };
  let state: RegistriesState = {
    ...{ registries, trouble: null, checking: [], addition: { state: 'none' } },
  };
  const daily = createDailyCheck({
    clock,
    random: () => random,
    period,
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

it('is due a day after the last check, at once where nobody asked or the clock was wrong', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  expect(untilCheck({ checked_at: '2026-01-31T11:00:00Z' }, now)).toBe(23 * HOUR);
  expect(untilCheck({ checked_at: '2026-01-29T11:00:00Z' }, now)).toBe(0);
  expect(untilCheck({ checked_at: null }, now)).toBe(0);
  expect(untilCheck({ checked_at: '2027-01-01T00:00:00Z' }, now)).toBe(0);
});

it('asks as often as the administrator says', async () => {
  const { clock, setting, daily } = checking([shownRegistry('team')], { period: 2 * HOUR });
  daily.follow();
  await clock.advance(5 * HOUR);
  expect(setting.asked).toEqual([['team'], ['team'], ['team']]);
});

it('asks once in 60 days, though no timer of Node takes that long', async () => {
  const { clock, setting, daily } = checking([shownRegistry('team')], { period: 60 * 24 * HOUR });
  const { after } = clock;
  const delays: number[] = [];
  Object.assign(clock, {
    after(delay: number, callback: () => void) {
      delays.push(delay);
      return after(delay, callback);
    },
  });
  daily.follow();
  await clock.advance(61 * 24 * HOUR);
  expect(setting.asked).toEqual([['team']]);
  expect(Math.max(...delays)).toBeLessThan(2 ** 31);
});

it('asks the addresses that are due, once a day, with jitter', async () => {
  const { clock, setting, daily } = checking([shownRegistry('team')], { random: 0.5 });
  daily.follow();
  await clock.advance(23 * HOUR + HOUR / 4 - 1);
  expect(setting.asked).toEqual([]);
  await clock.advance(1);
  expect(setting.asked).toEqual([['team']]);
  await clock.advance(24 * HOUR + HOUR / 4);
  expect(setting.asked).toHaveLength(2);
});

it('reports an update once, and what was taken apart', async () => {
  const list = [shownRegistry('team'), shownRegistry('other', null, { follow: true })];
  const { clock, setting, daily } = checking(list);
  setting.answer = (all) =>
    all.map((one) =>
      one.name === 'team' ? { ...one, update: updateOf({ changed: ['js/a/b'] }) } : { ...one, commit: NEWER },
    );
  daily.follow();
  await clock.advance(3 * 24 * HOUR);
  expect(setting.asked.length).toBeGreaterThan(1);
  expect(setting.found).toEqual(['team']);
  expect(setting.taken).toEqual(['other']);
});

it('asks nobody while the switch is off, for pinned registries, or without any', async () => {
  const off = checking([shownRegistry('team')], { isOn: false });
  off.daily.follow();
  await off.clock.advance(48 * HOUR);
  expect(off.setting.asked).toEqual([]);
  const pinned = checking([shownRegistry('team', null, { pinned: true })]);
  pinned.daily.follow();
  expect(pinned.clock.waiting()).toBe(0);
  const stopped = checking([shownRegistry('team')]);
  stopped.daily.follow();
  stopped.daily.stop();
  expect(stopped.clock.waiting()).toBe(0);
});

it('waits an hour after a check that failed', async () => {
  const { clock, setting, daily } = checking([shownRegistry('team', null, { checked_at: null })]);
  setting.answer = () => {
    throw new Error('The list is damaged.');
  };
  daily.follow();
  await clock.advance(3 * HOUR + 1);
  expect(setting.asked).toHaveLength(4);
});
