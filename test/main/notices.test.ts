import { expect, it } from 'vitest';
import type { AppNotice } from '../../src-main/contract/app-states.ts';
import { createNotices } from '../../src-main/notices.ts';

function setUp(seenBefore: readonly string[] = []) {
  let seen = seenBefore;
  const told: Array<readonly AppNotice[]> = [];
  const notices = createNotices({
    seen: () => seen,
    remember: (next) => {
      seen = next;
    },
    onChange: (list) => void told.push(list),
  });
  return { notices, told, seen: () => seen };
}

const CLOSED: AppNotice = { id: 'closed-to-tray', title: 'a', text: 'b' };
const PORT: AppNotice = { id: 'port-changed', title: 'a', text: 'b' };

it('tells how the app works once ever', () => {
  const { notices, seen } = setUp();
  expect(notices.add(CLOSED)).toBe(true);
  expect(seen()).toEqual(['closed-to-tray']);
  notices.dismiss('closed-to-tray');
  expect(notices.add(CLOSED)).toBe(false);
  expect(setUp(seen()).notices.add(CLOSED)).toBe(false);
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
