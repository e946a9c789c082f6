import { describe, expect, it } from 'vitest';
import { describeService, type Help } from '../../src-main/contract/describe-service.ts';
import type { ServerFailure, ServiceState } from '../../src-main/contract/service-state.ts';
import {
  askingInBrowser,
  awayInBrowser,
  exportedSite,
  KNOWN,
  SERVING,
  servingInBrowser,
  silentInBrowser,
} from '../renderer/stores/known-service.ts';

const APP = { isApp: true };
const inApp = (state: ServiceState) => describeService(state, APP);
const failed = (failure: ServerFailure): ServiceState => ({ ...KNOWN, phase: 'failed', steps: [], failure });
const restarting: ServiceState = {
  ...{ ...KNOWN, phase: 'restarting', attempt: 2, why: 'It ended.', nextRetryAt: 1 },
};

describe('the state in words', () => {
  it.each<[string, ServiceState]>([
    ['Asking', askingInBrowser],
    ['Serving', servingInBrowser],
    ['Serving', SERVING],
    ['Registry away', awayInBrowser],
    ['Not answering', silentInBrowser],
    ['Read-only', exportedSite],
    ['Stopped', { ...KNOWN, phase: 'stopped', by: 'setting' }],
    ['Stopping', { ...KNOWN, phase: 'stopping' }],
    ['Starting', { ...KNOWN, phase: 'starting', attempt: 1, steps: [] }],
    ['Restarting', restarting],
    ['Not serving', failed({ reason: 'unexpected', message: '' })],
  ])('is %s', (word, state) => {
    expect(inApp(state).word).toBe(word);
    expect(inApp(state).tone === 'good').toBe(word === 'Serving');
  });

  it('says of settings that wait for a restart, and nothing else while it serves', () => {
    expect(inApp({ ...SERVING, pending: ['port'] })).toMatchObject({
      title: 'Changed settings wait for a restart.',
      help: ['Restart'],
    });
    expect(inApp(SERVING)).toMatchObject({ title: '', help: [] });
  });
});

describe('what helps', () => {
  it.each<[string, ServiceState, Help]>([
    ['The service is stopped.', { ...KNOWN, phase: 'stopped', by: 'user' }, 'Start'],
    ['It ended.', restarting, 'Try again'],
    [
      'Port 8701 is taken by node.',
      failed({ reason: 'port-taken', message: 'Port 8701 is taken by node.', nextFreePort: 8702 }),
      'See Home',
    ],
    [
      'There is no registry in the folder.',
      failed({ reason: 'no-registry', message: '' }),
      'Choose another folder',
    ],
    [
      'This computer doesn’t have that address.',
      failed({ reason: 'address-unavailable', message: '' }),
      'Change the address',
    ],
    ['The service kept stopping.', failed({ reason: 'gave-up', message: '' }), 'Try again'],
    ['Nothing answers at 127.0.0.1:8701.', silentInBrowser, 'Restart'],
  ])('with “%s”', (title, state, help) => {
    expect(inApp(state)).toMatchObject({ title, isNormalWait: false });
    expect(inApp(state).help[0]).toBe(help);
  });

  it('while it starts is to wait', () => {
    expect(inApp({ ...KNOWN, phase: 'starting', attempt: 1, steps: [] })).toMatchObject({
      ...{ title: 'The service is starting.', isNormalWait: true, help: [] },
    });
  });

  it('in a browser is the command that serves the folder at this port again', () => {
    const host = { isApp: false, serveLine: 'skills-registry serve' };
    expect(describeService(silentInBrowser, host)).toMatchObject({
      ...{
        title: 'Nothing answers at 127.0.0.1:8701.',
        command: 'skills-registry serve',
        help: ['Ask again'],
      },
    });
  });

  it('names the folder that can’t be read', () => {
    expect(describeService(awayInBrowser, { isApp: false })).toMatchObject({
      ...{ title: '/registry is not readable now.', help: ['Ask again'] },
      text: 'It was moved. The service keeps trying.',
    });
  });
});
