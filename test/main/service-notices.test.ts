import { expect, it, vi } from 'vitest';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { createServiceNotices } from '../../src-main/notices.ts';
import { KNOWN, SERVING } from './known-service.ts';

const AWAY: ServiceState = { ...SERVING, phase: 'away', since: 1, why: 'It was moved.' };
const failedAt = (since: number): ServiceState => ({
  ...KNOWN,
  phase: 'failed',
  since,
  failure: { reason: 'unexpected', message: 'It ended.' },
});

function setUp(isWindowOpen = false) {
  const [add, tell, dismiss, showSystem] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const notices = createServiceNotices({
    isWindowOpen: () => isWindowOpen,
    add,
    tell,
    dismiss,
    showSystem,
    now: () => Date.parse('2026-11-28T12:00:00Z'),
  });
  return { notices, add, tell, dismiss, showSystem };
}

it('tells the system of a failure once, however often the state is published', () => {
  const { notices, showSystem } = setUp();
  for (let time = 0; time < 3; time += 1) notices.follow(failedAt(1));
  expect(showSystem).toHaveBeenCalledTimes(1);
  notices.follow(failedAt(2));
  expect(showSystem).toHaveBeenCalledTimes(2);
});

it('tells the system of no failure that the window shows', () => {
  const { notices, showSystem } = setUp(true);
  notices.follow(failedAt(1));
  expect(showSystem).not.toHaveBeenCalled();
});

it('tells once that the registry is away, even if the notice was dismissed, and takes it back', () => {
  const { notices, tell, dismiss } = setUp();
  for (let time = 0; time < 3; time += 1) notices.follow(AWAY);
  expect(tell).toHaveBeenCalledTimes(1);
  expect(dismiss).not.toHaveBeenCalledWith('registry-gone');
  notices.follow(SERVING);
  notices.follow(SERVING);
  expect(dismiss.mock.calls.filter(([id]) => id === 'registry-gone')).toHaveLength(1);
  notices.follow({ ...AWAY, since: 2 });
  expect(tell).toHaveBeenCalledTimes(2);
});

it('tells of another port once it serves, and not if it serves elsewhere', () => {
  const { notices, tell } = setUp();
  notices.portWillChange(8702);
  notices.follow({ ...KNOWN, phase: 'starting', attempt: 1 });
  expect(tell).not.toHaveBeenCalled();
  notices.follow({ ...SERVING, port: 8702 });
  notices.follow({ ...SERVING, port: 8702 });
  expect(tell).toHaveBeenCalledTimes(1);
  notices.portWillChange(8703);
  notices.follow({ ...SERVING, port: 8702 });
  notices.follow({ ...SERVING, port: 8703 });
  expect(tell).toHaveBeenCalledTimes(1);
});

it('tells of a failure in the words that the window has for it', () => {
  const { notices, showSystem } = setUp();
  notices.follow({
    ...KNOWN,
    phase: 'failed',
    since: 1,
    failure: { reason: 'gave-up', message: 'The service ended 5 times in a row. It crashed.' },
  });
  expect(showSystem.mock.calls).toEqual([
    [
      {
        title: 'The service kept ending. Agents get nothing.',
        text: 'The service ended 5 times in a row. It crashed.',
      },
    ],
  ]);
});

it('says that the sample is served only while it is', () => {
  const { notices, add, dismiss } = setUp();
  const sample = { ...SERVING.status, registry: { ...SERVING.status.registry, sample: true } } as const;
  notices.follow({ ...KNOWN, phase: 'starting', attempt: 1 });
  notices.follow(failedAt(1));
  expect(add).not.toHaveBeenCalled();
  notices.follow({ ...SERVING, status: sample });
  expect(add.mock.calls).toMatchObject([[{ id: 'sample-registry' }]]);
  // An added registry takes its place, or a folder of one's own.
  notices.follow(SERVING);
  expect(dismiss.mock.lastCall).toEqual(['sample-registry']);
});
