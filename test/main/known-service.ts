/** A service in the states that tests start from. */
import type { StateIn } from '../../src-main/contract/service-state.ts';
import { statusOf } from '../support/status-of.ts';

export const STATUS = statusOf({
  instanceId: 'one',
  generation: 3,
  startedAt: '2026-01-01T00:00:00Z',
  counts: { skills: 1, files: 1 },
});
export const KNOWN = {
  folder: '/registry',
  port: 8701,
  address: 'http://127.0.0.1:8701',
  status: STATUS,
  since: Date.parse('2026-01-01T00:00:00Z'),
} as const;
export const SERVING: StateIn<'serving'> = {
  ...KNOWN,
  phase: 'serving',
  pending: [],
};
