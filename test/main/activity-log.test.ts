import { expect, it } from 'vitest';
import { createActivityLog, GATHER_MS, MAX_ACTIVITY } from '../../src-main/activity-log.ts';
import type { ActivityChange } from '../../src-main/contract/desktop-bridge.ts';
import type { ActivityEvent } from '../../src-server/contract/api/activity.ts';
import { createFakeClock } from './fake-clock.ts';

const event = (client: string): ActivityEvent => ({
  ...{ at: '2026-01-31T12:00:00.000Z', client, protocol: 'http', route: 'GET /v1/find' },
  ...{ target: 'x', status: 200, durationMs: 1 },
});

function setUp() {
  const clock = createFakeClock();
  const changes: ActivityChange[] = [];
  return { clock, changes, log: createActivityLog(clock, (change) => void changes.push(change)) };
}

it('gathers what comes at once and tells of it together', async () => {
  const { clock, changes, log } = setUp();
  log.add(event('a'));
  log.add(event('b'));
  expect(changes).toEqual([]);
  await clock.advance(GATHER_MS);
  expect(changes).toEqual([
    {
      kind: 'added',
      events: [
        { ...event('a'), sequence: 1 },
        { ...event('b'), sequence: 2 },
      ],
    },
  ]);
});

it('keeps the last thousand', () => {
  const { log } = setUp();
  for (let index = 0; index <= MAX_ACTIVITY; index += 1) log.add(event(String(index)));
  expect(log.state.events).toHaveLength(MAX_ACTIVITY);
  expect(log.state.events[0]?.client).toBe('1');
});

it('records nothing while it is paused, and not what our own window asks', () => {
  const { log } = setUp();
  log.add(event('skills-registry-window'));
  log.record(false);
  log.add(event('a'));
  expect(log.state).toMatchObject({ recording: false, events: [] });
  log.record(true);
  log.add(event('b'));
  expect(log.state.events).toHaveLength(1);
});
