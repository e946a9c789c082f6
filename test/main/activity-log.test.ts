import { expect, it } from 'vitest';
import { createActivityLog, GATHER_MS, MAX_ACTIVITY } from '../../src-main/activity-log.ts';
import type { RecordedEvent } from '../../src-main/contract/desktop-bridge.ts';
import type { ActivityEvent } from '../../src-server/contract/api/activity.ts';
import { createFakeClock } from './fake-clock.ts';

const event = (client: string): ActivityEvent => ({
  ...{ at: '2026-01-31T12:00:00.000Z', client, protocol: 'http', route: 'GET /v1/find' },
  ...{ target: 'x', status: 200, durationMs: 1 },
});

function setUp() {
  const clock = createFakeClock();
  const told: (readonly RecordedEvent[])[] = [];
  const setting = { isOn: true };
  const log = createActivityLog(
    clock,
    () => setting.isOn,
    (events) => void told.push(events),
  );
  return { clock, told, log, setting };
}

it('gathers what comes at once and tells of it together', async () => {
  const { clock, told, log } = setUp();
  log.add(event('a'));
  log.add(event('b'));
  expect(told).toEqual([]);
  await clock.advance(GATHER_MS);
  expect(told).toEqual([
    [
      { ...event('a'), sequence: 1 },
      { ...event('b'), sequence: 2 },
    ],
  ]);
});

it('keeps the last thousand', () => {
  const { log } = setUp();
  for (let index = 0; index <= MAX_ACTIVITY; index += 1) log.add(event(String(index)));
  expect(log.events).toHaveLength(MAX_ACTIVITY);
  expect(log.events[0]?.client).toBe('1');
});

it('records nothing while the setting is off, and not what our own window asks', () => {
  const { log, setting } = setUp();
  log.add(event('skills-registry-window'));
  setting.isOn = false;
  log.add(event('a'));
  expect(log.events).toEqual([]);
  setting.isOn = true;
  log.add(event('b'));
  expect(log.events).toHaveLength(1);
});
