import { describe, expect, it } from 'vitest';
import type { ServerFailure, ServiceState } from '../../src-main/contract/service-state.ts';
import { describeService } from '../../src-main/describe-service.ts';
import { KNOWN, SERVING } from './known-service.ts';

const failed = (failure: ServerFailure): ServiceState => ({ ...KNOWN, phase: 'failed', failure });
const restarting: ServiceState = {
  ...{ ...KNOWN, phase: 'restarting', attempt: 2, why: 'It ended.', nextRetryAt: 1 },
};
const away: ServiceState = { ...SERVING, phase: 'away', why: 'It was moved.' };

describe('the state in words', () => {
  it.each<[string, ServiceState]>([
    ['Serving', SERVING],
    ['Registry away', away],
    ['Stopped', { ...KNOWN, phase: 'stopped', by: 'setting' }],
    ['Stopping', { ...KNOWN, phase: 'stopping' }],
    ['Starting', { ...KNOWN, phase: 'starting', attempt: 1 }],
    ['Restarting', restarting],
    ['Not serving', failed({ reason: 'unexpected', message: '' })],
  ])('is %s', (word, state) => {
    expect(describeService(state).word).toBe(word);
    expect(describeService(state).tone === 'good').toBe(word === 'Serving');
  });

  it('says of settings that wait for a restart, and nothing else while it serves', () => {
    expect(describeService({ ...SERVING, pending: ['port'] }).detail).toBe(
      'Changed settings wait for a restart.',
    );
    expect(describeService(SERVING)).toMatchObject({ title: '', detail: '' });
  });

  it.each<[ServiceState, string, string]>([
    [away, '/registry is not readable now.', 'It was moved. The service keeps trying.'],
    [
      failed({ reason: 'port-taken', message: 'Port 8701 is taken by node.', nextFreePort: 8702 }),
      'The service could not start.',
      'Port 8701 is taken by node. Take the next free port, or end the program that uses this one and try again.',
    ],
    [
      failed({ reason: 'no-registry', message: 'It has no skills folder.' }),
      'The service could not start.',
      'It has no skills folder.',
    ],
  ])('says what happened, and what follows: %#', (state, title, text) => {
    expect(describeService(state)).toMatchObject({ title, text });
  });
});
