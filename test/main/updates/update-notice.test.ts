import { describe, expect, it } from 'vitest';
import type { LastUpdateCheck } from '../../../src-main/contract/settings.ts';
import { createUpdateNotice, untilNextCheck } from '../../../src-main/updates/update-notice.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { createFakeClock, settle } from '../fake-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PLACE = { api: 'https://api.example/latest', page: 'https://page.example' };

/** The notice of an app of version 1.0.0; `latest` is what is published. */
function noticing({ latest = '1.1.0', isPublished = true, isOn = true } = {}) {
  const clock = createFakeClock();
  const state = {
    ...{ latest, isOn, asked: 0, told: [] as string[], warnings: [] as string[] },
    look: null as LastUpdateCheck | null,
    answers: undefined as Promise<string> | undefined,
  };
  const notice = createUpdateNotice({
    clock,
    place: isPublished ? PLACE : undefined,
    version: '1.0.0',
    isOn: () => state.isOn,
    lastCheck: () => state.look,
    remember: (look) => {
      state.look = look;
    },
    ask: async () => {
      state.asked += 1;
      return (
        state.answers ?? JSON.stringify({ tag_name: `v${state.latest}`, draft: false, prerelease: false })
      );
    },
    tell: ({ version }) => state.told.push(version),
    logger: { ...silentLogger, warn: (message) => void state.warnings.push(message) },
  });
  return { clock, state, notice };
}

describe('untilNextCheck', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  const lookedAgo = (ms: number) => untilNextCheck({ at: new Date(now - ms).toISOString(), told: null }, now);

  it('is nothing where nobody looked, or a day ago', () => {
    expect(untilNextCheck(null, now)).toBe(0);
    expect(lookedAgo(DAY)).toBe(0);
    expect(lookedAgo(9 * DAY)).toBe(0);
  });

  it('is the rest of the day after a look', () => {
    expect(lookedAgo(0)).toBe(DAY);
    expect(lookedAgo(HOUR)).toBe(23 * HOUR);
  });

  it('never waits for a clock that was wrong', () => {
    expect(lookedAgo(-400 * DAY)).toBe(0);
  });
});

describe('the notice of new versions', () => {
  it('never asks while it is off, however long the app runs', async () => {
    const { clock, state, notice } = noticing({ isOn: false });
    notice.follow();
    await clock.advance(30 * DAY);
    expect(state).toMatchObject({ asked: 0, told: [], look: null });
  });

  it('never asks where nobody is known to be asked', async () => {
    const { clock, state, notice } = noticing({ isPublished: false });
    notice.follow();
    await clock.advance(3 * DAY);
    expect(state.asked).toBe(0);
  });

  it('asks when it is turned on, then once a day, and tells of each version once', async () => {
    const { clock, state, notice } = noticing();
    notice.follow();
    await settle();
    expect(state).toMatchObject({ asked: 1, told: ['1.1.0'] });
    await clock.advance(DAY - 1);
    expect(state.asked).toBe(1);
    await clock.advance(1);
    expect(state).toMatchObject({ asked: 2, told: ['1.1.0'] });
    state.latest = '1.2.0';
    await clock.advance(DAY);
    expect(state).toMatchObject({ asked: 3, told: ['1.1.0', '1.2.0'] });
  });

  it('does not ask again after a start on the same day', async () => {
    const { clock, state, notice } = noticing();
    state.look = { at: new Date(clock.now() - HOUR).toISOString(), told: null };
    notice.follow();
    await clock.advance(23 * HOUR - 1);
    expect(state.asked).toBe(0);
    await clock.advance(1);
    expect(state.asked).toBe(1);
  });

  it.each(['1.0.0', '0.9.9', '1.0.0-rc.1'])('says nothing of %s', async (latest) => {
    const { state, notice } = noticing({ latest });
    notice.follow();
    await settle();
    expect(state).toMatchObject({ asked: 1, told: [] });
  });

  it('is asked no more, and says nothing more, once it is turned off', async () => {
    const { clock, state, notice } = noticing();
    let answer: (text: string) => void = () => {};
    state.answers = new Promise((resolve) => {
      answer = resolve;
    });
    notice.follow();
    await settle();
    state.isOn = false;
    notice.follow();
    answer(JSON.stringify({ tag_name: 'v9.0.0', draft: false, prerelease: false }));
    await clock.advance(3 * DAY);
    expect(state).toMatchObject({ asked: 1, told: [], warnings: [] });
  });

  it('says in the log why it could not look, and tries again the next day only', async () => {
    const { clock, state, notice } = noticing();
    state.answers = Promise.reject(new Error('no network'));
    notice.follow();
    await clock.advance(DAY - 1);
    expect(state).toMatchObject({ asked: 1, told: [], warnings: ['New versions could not be looked for.'] });
    state.answers = Promise.resolve('<!doctype html>');
    await clock.advance(1);
    expect(state.asked).toBe(2);
    expect(state.warnings).toHaveLength(2);
  });

  it('looks no more after its end', async () => {
    const { clock, state, notice } = noticing();
    notice.follow();
    await settle();
    notice.stop();
    await clock.advance(9 * DAY);
    notice.follow();
    await settle();
    expect(state.asked).toBe(1);
  });
});
