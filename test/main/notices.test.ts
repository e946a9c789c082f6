import { describe, expect, it } from 'vitest';
import type { AppNotice } from '../../src-main/contract/app-states.ts';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { DEFAULT_SETTINGS } from '../../src-main/contract/settings.ts';
import { Notices } from '../../src-main/notices.ts';
import { KNOWN, SERVING } from './known-service.ts';

function setUp({
  seenBefore = [],
  isWindowOpen = false,
}: {
  seenBefore?: readonly string[];
  isWindowOpen?: boolean;
} = {}) {
  let settings = { ...DEFAULT_SETTINGS, seenNotices: seenBefore };
  const told: Array<readonly AppNotice[]> = [];
  const bySystem: Array<Pick<AppNotice, 'title' | 'text'>> = [];
  const notices = new Notices({
    store: {
      get: () => settings,
      update: (change) => {
        settings = { ...settings, ...change };
        return settings;
      },
    },
    onChange: (list) => void told.push(list),
    isWindowOpen: () => isWindowOpen,
    showSystem: (notice) => void bySystem.push(notice),
    now: () => Date.parse('2026-11-28T12:00:00Z'),
  });
  return {
    notices,
    told,
    bySystem,
    seen: () => settings.seenNotices,
    shown: () => notices.list.map(({ id }) => id),
  };
}

const CLOSED: AppNotice = { id: 'closed-to-tray', title: 'a', text: 'b' };
const PORT: AppNotice = { id: 'port-changed', title: 'a', text: 'b' };

it('tells how the app works once ever', () => {
  const { notices, seen } = setUp();
  expect(notices.add(CLOSED)).toBe(true);
  expect(seen()).toEqual(['closed-to-tray']);
  notices.dismiss('closed-to-tray');
  expect(notices.add(CLOSED)).toBe(false);
  expect(setUp({ seenBefore: seen() }).notices.add(CLOSED)).toBe(false);
});

it('tells what happened each time it happens', () => {
  const { notices, seen } = setUp();
  expect(notices.add(PORT)).toBe(true);
  notices.dismiss('port-changed');
  expect(notices.add(PORT)).toBe(true);
  expect(seen()).toEqual([]);
});

it('shows nothing twice at the same time', () => {
  const { notices, told } = setUp();
  notices.add(PORT);
  expect(notices.add(PORT)).toBe(false);
  expect(told).toHaveLength(1);
});

it('replaces one that tells of the same with other words', () => {
  const { notices, told } = setUp();
  notices.add(PORT);
  expect(notices.add({ ...PORT, title: 'Serving on port 8703' })).toBe(true);
  expect(notices.list.map(({ title }) => title)).toEqual(['Serving on port 8703']);
  expect(told).toHaveLength(2);
});

it('tells nobody that nothing was dismissed', () => {
  const { notices, told } = setUp();
  notices.dismiss('registry-gone');
  expect(told).toEqual([]);
});

it('tells the system of a notice without a window, and not if the window shows it', () => {
  const without = setUp();
  without.notices.tell(PORT);
  without.notices.tell(PORT);
  expect(without.bySystem).toEqual([PORT]);
  const open = setUp({ isWindowOpen: true });
  open.notices.tell(PORT);
  expect(open.bySystem).toEqual([]);
  expect(open.shown()).toEqual(['port-changed']);
});

const AWAY: ServiceState = { ...SERVING, phase: 'away', since: 1, why: 'It was moved.' };
const failedAt = (since: number): ServiceState => ({
  ...KNOWN,
  phase: 'failed',
  since,
  failure: { reason: 'unexpected', message: 'It ended.' },
});

describe('of the service', () => {
  it('a failure is told to the system once, however often the state is published', () => {
    const { notices, bySystem } = setUp();
    for (let time = 0; time < 3; time += 1) notices.follow(failedAt(1));
    expect(bySystem).toHaveLength(1);
    notices.follow(failedAt(2));
    expect(bySystem).toHaveLength(2);
  });

  it('no failure is told to the system that the window shows', () => {
    const { notices, bySystem } = setUp({ isWindowOpen: true });
    notices.follow(failedAt(1));
    expect(bySystem).toEqual([]);
  });

  it('a registry that is away is told once, even if the notice was dismissed, and taken back', () => {
    const { notices, shown, bySystem } = setUp();
    notices.follow(AWAY);
    expect(shown()).toEqual(['registry-gone']);
    notices.dismiss('registry-gone');
    notices.follow(AWAY);
    expect(shown()).toEqual([]);
    expect(bySystem).toHaveLength(1);
    notices.follow(SERVING);
    notices.follow({ ...AWAY, since: 2 });
    expect(shown()).toEqual(['registry-gone']);
    expect(bySystem).toHaveLength(2);
    notices.follow(SERVING);
    expect(shown()).toEqual([]);
  });

  it('another port is told once it serves, and not if it serves elsewhere', () => {
    const { notices, shown } = setUp();
    notices.portWillChange(8702);
    notices.follow({ ...KNOWN, phase: 'starting', attempt: 1 });
    expect(shown()).toEqual([]);
    notices.follow({ ...SERVING, port: 8702 });
    expect(notices.list).toMatchObject([{ id: 'port-changed', title: 'Serving on port 8702' }]);
    notices.dismiss('port-changed');
    notices.follow({ ...SERVING, port: 8702 });
    notices.portWillChange(8703);
    notices.follow({ ...SERVING, port: 8702 });
    notices.follow({ ...SERVING, port: 8703 });
    expect(shown()).toEqual([]);
  });

  it('a failure has the words that the window has for it', () => {
    const { notices, bySystem } = setUp();
    notices.follow({
      ...KNOWN,
      phase: 'failed',
      since: 1,
      failure: { reason: 'gave-up', message: 'The service ended 5 times in a row. It crashed.' },
    });
    expect(bySystem).toEqual([
      {
        title: 'The service kept ending. Agents get nothing.',
        text: 'The service ended 5 times in a row. It crashed.',
      },
    ]);
  });

  it('the sample is said to be served only while it is', () => {
    const { notices, shown } = setUp();
    const sample = { ...SERVING.status, registry: { ...SERVING.status.registry, sample: true } } as const;
    notices.follow({ ...KNOWN, phase: 'starting', attempt: 1 });
    notices.follow(failedAt(1));
    expect(shown()).toEqual([]);
    notices.follow({ ...SERVING, status: sample });
    expect(shown()).toEqual(['sample-registry']);
    // An added registry takes its place, or a folder of one's own.
    notices.follow(SERVING);
    expect(shown()).toEqual([]);
  });
});
