import { describe, expect, it } from 'vitest';
import { applyActivity } from '../../../src-renderer/world/activity.ts';
import type { ActivityEvent } from '../../../src-server/contract/activity.ts';

const event = (target: string): ActivityEvent => ({
  at: '2026-01-01T00:00:00.000Z',
  client: 'curl',
  door: 'http',
  route: 'GET /v1/skills',
  target,
  status: 200,
  durationMs: 1,
});
const state = { events: [event('a')], recording: true, available: true };

describe('the record of requests', () => {
  it('grows by what is added, and keeps the last thousand', () => {
    const added = Array.from({ length: 1000 }, (_, index) => event(String(index)));
    const next = applyActivity(state, { kind: 'added', events: added });
    expect(next?.events).toHaveLength(1000);
    expect(next?.events.at(-1)?.target).toBe('999');
    expect(next?.events[0]?.target).toBe('0');
  });

  it('is replaced as a whole', () => {
    const activity = { events: [], recording: false, available: true };
    expect(applyActivity(state, { kind: 'replaced', activity })).toBe(activity);
  });

  it('waits for the first full answer, which holds what came before it', () => {
    expect(applyActivity(undefined, { kind: 'added', events: [event('a')] })).toBeUndefined();
  });
});
