import { describe, expect, it } from 'vitest';
import type {
  ActivityChange,
  ActivityState,
  RecordedEvent,
} from '../../../src-main/contract/desktop-bridge.ts';
import { applyActivity, followActivity } from '../../../src-renderer/stores/activity.ts';
import { createFakeClock, settle } from '../../main/fake-clock.ts';

const event = (sequence: number): RecordedEvent => ({
  sequence,
  at: '2026-01-01T00:00:00.000Z',
  client: 'curl',
  protocol: 'http',
  route: 'GET /v1/skills',
  target: '',
  status: 200,
  durationMs: 1,
});
const record = (...sequences: number[]): ActivityState => ({
  events: sequences.map(event),
  recording: true,
});
const numbers = (state: ActivityState | undefined) => state?.events.map(({ sequence }) => sequence);

describe('the record of requests', () => {
  it('grows by what is added, and keeps the last thousand', () => {
    const added = Array.from({ length: 1000 }, (_, index) => event(index + 2));
    const next = applyActivity(record(1), { kind: 'added', events: added });
    expect(next?.events).toHaveLength(1000);
    expect(numbers(next)?.at(0)).toBe(2);
    expect(numbers(next)?.at(-1)).toBe(1001);
  });

  it('is replaced as a whole', () => {
    const activity = { events: [], recording: false };
    expect(applyActivity(record(1), { kind: 'replaced', activity })).toBe(activity);
  });

  it('waits for the first full answer, which holds what came before it', () => {
    expect(applyActivity(undefined, { kind: 'added', events: [event(1)] })).toBeUndefined();
  });

  it('lists nothing twice that is in the full answer and told of once more', () => {
    const next = applyActivity(record(1, 2), { kind: 'added', events: [event(2), event(3)] });
    expect(numbers(next)).toEqual([1, 2, 3]);
  });

  it('is not changed by what it holds already', () => {
    const before = record(1, 2);
    expect(applyActivity(before, { kind: 'added', events: [event(1), event(2)] })).toBe(before);
  });
});

describe('following the record', () => {
  function setUp() {
    let tell: (change: ActivityChange) => void = () => {};
    let answer: (state: ActivityState) => void = () => {};
    let refuse: (error: Error) => void = () => {};
    const activity = followActivity(createFakeClock(), {
      getActivity: () =>
        new Promise((resolve, reject) => {
          [answer, refuse] = [resolve, reject];
        }),
      on: (_, listener) => {
        // The one event that is listened to here.
        tell = listener as (change: ActivityChange) => void;
        return () => {
          tell = () => {};
        };
      },
    });
    activity.start();
    return {
      activity,
      tell: (change: ActivityChange) => tell(change),
      answer: async (state: ActivityState) => {
        answer(state);
        await settle();
      },
      refuse: async (message: string) => {
        refuse(new Error(message));
        await settle();
      },
    };
  }

  it('does not let the first answer undo what was told while it was on its way', async () => {
    const { activity, tell, answer } = setUp();
    tell({ kind: 'replaced', activity: record() });
    await answer(record(1, 2));
    expect(numbers(activity.get().value)).toEqual([]);
  });

  it('says why there is none, and asks again', async () => {
    const { activity, answer, refuse } = setUp();
    await refuse('failed: The app is quitting.');
    expect(activity.get()).toMatchObject({ state: 'failed', failure: { message: 'The app is quitting.' } });
    activity.get().retry();
    await answer(record(1));
    expect(activity.get()).toMatchObject({ state: 'ready', failure: undefined });
  });

  it('hears nothing more once it was left', async () => {
    const { activity, tell, answer } = setUp();
    await answer(record(1));
    activity.stop();
    tell({ kind: 'added', events: [event(2)] });
    expect(numbers(activity.get().value)).toEqual([1]);
  });
});
