import { describe, expect, it } from 'vitest';
import type { ServerStatus } from '../../../src-main/contract/desktop-bridge.ts';
import { viewReason } from '../../../src-renderer/frame/view-reason.ts';
import type { Resource } from '../../../src-renderer/world/resource.ts';
import { joinService, nextPolled } from '../../../src-renderer/world/service.ts';
import { refused, SILENCE } from '../world/asked-api.ts';
import {
  ASKING,
  AWAY,
  answered,
  SERVING,
  servingInBrowser,
  silentInBrowser,
  WANTED,
} from '../world/known-service.ts';

const retry = () => {};
const nothing = { value: undefined, of: undefined, from: 'service', retry } as const;
const LOADING: Resource<string> = { ...nothing, state: 'loading', failure: undefined };
const failedWith = (failure: typeof SILENCE): Resource<string> => ({ ...nothing, state: 'failed', failure });
const inApp = (status: ServerStatus) => viewReason(joinService(SERVING, status, undefined), [LOADING], true);

describe('a view that has nothing to show', () => {
  it('has no reason to give while it loads from a service that serves', () => {
    expect(viewReason(servingInBrowser, [LOADING], false)).toBeUndefined();
    expect(viewReason(joinService(ASKING, undefined, undefined), [LOADING], false)).toBeUndefined();
  });

  it.each<[string, ServerStatus, string]>([
    ['The service is stopped.', { ...WANTED, state: 'stopped', by: 'user' }, 'Start'],
    [
      'It ended.',
      { ...WANTED, state: 'backing-off', attempt: 2, reason: 'It ended.', nextRetryAt: WANTED.since },
      'Try again',
    ],
    [
      'Port 8701 is taken by node.',
      {
        ...WANTED,
        state: 'failed',
        steps: [],
        failure: { reason: 'port-taken', message: 'Port 8701 is taken by node.', nextFreePort: 8702 },
      },
      'See Home',
    ],
    [
      'There is no registry in the folder.',
      { ...WANTED, state: 'failed', steps: [], failure: { reason: 'no-registry', message: '' } },
      'Choose another folder',
    ],
    [
      'This computer doesn’t have that address.',
      { ...WANTED, state: 'failed', steps: [], failure: { reason: 'address-unavailable', message: '' } },
      'Change the address',
    ],
    [
      'The service kept stopping.',
      { ...WANTED, state: 'failed', steps: [], failure: { reason: 'gave-up', message: '' } },
      'Try again',
    ],
  ])('says “%s”, with the button that helps', (title, status, help) => {
    expect(inApp(status)).toMatchObject({ title });
    expect(inApp(status)?.help[0]).toBe(help);
  });

  it('says that the service is on its way, and needs no button for it', () => {
    expect(inApp({ ...WANTED, state: 'starting', attempt: 1, steps: [] })).toMatchObject({
      title: 'The service is starting.',
      isPassing: true,
      help: [],
    });
  });

  it('says in a browser where nothing answers, and how this folder is served at this port again', () => {
    expect(viewReason(silentInBrowser, [LOADING], false)).toMatchObject({
      title: 'Nothing answers at 127.0.0.1:8701.',
      command: 'skills-registry serve --registry /registry --port 8701',
      help: ['Ask again'],
    });
  });

  it('names the folder that can’t be read', () => {
    const away = joinService(nextPolled(ASKING, answered(AWAY), 1), undefined, undefined);
    expect(viewReason(away, [LOADING], false)).toMatchObject({
      title: '/registry is not readable now.',
      text: 'It was moved. The service keeps trying.',
    });
  });

  it('says what the service said, where it serves and refused', () => {
    const reason = (status: number) => viewReason(servingInBrowser, [failedWith(refused(status))], false);
    expect(reason(500)?.title).toBe('The service could not answer.');
    expect(reason(400)?.title).toBe('The service refused this.');
    expect(viewReason(servingInBrowser, [LOADING, failedWith(SILENCE)], false)).toMatchObject({
      title: 'The service has not answered this yet.',
      help: ['Ask again'],
    });
  });

  it('does not blame the service for what the app didn’t tell', () => {
    const settings = { ...failedWith(SILENCE), from: 'app' } as const;
    expect(viewReason(silentInBrowser, [settings], true)?.title).toBe('The app did not answer this window.');
    expect(viewReason(silentInBrowser, [{ ...LOADING, from: 'app' }], true)).toBeUndefined();
  });
});
