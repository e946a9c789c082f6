import { expect, it, vi } from 'vitest';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { createServiceNotices } from '../../src-main/service-notices.ts';
import { KNOWN, SERVING } from './known-service.ts';

const AWAY: ServiceState = { ...SERVING, phase: 'away', since: 1, why: 'It was moved.' };
const failedAt = (since: number): ServiceState => ({
  ...{ ...KNOWN, phase: 'failed', since },
  failure: { reason: 'unexpected', message: 'It ended.' },
});

function setUp(isWindowOpen = false) {
  const [tell, dismiss, showSystem] = [vi.fn(), vi.fn(), vi.fn()];
  const notices = createServiceNotices({
    ...{ isWindowOpen: () => isWindowOpen, tell, dismiss, showSystem },
    now: () => Date.parse('2026-11-28T12:00:00Z'),
  });
  return { notices, tell, dismiss, showSystem };
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
  expect(dismiss).not.toHaveBeenCalled();
  notices.follow(SERVING);
  notices.follow(SERVING);
  expect(dismiss.mock.calls).toEqual([['registry-gone']]);
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
    ...{ ...KNOWN, phase: 'failed', since: 1 },
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
