import { describe, expect, it } from 'vitest';
import type { ServerFailure, ServiceState } from '../../../src-main/contract/service-state.ts';
import { isEmptyRegistry, sourceWords } from '../../../src-renderer/views/source/source-words.ts';
import type { Status } from '../../../src-server/contract/api/api.ts';
import { statusOf } from '../../support/status-of.ts';

const NOW = new Date(2026, 10, 28, 12, 0);
const SINCE = new Date(2026, 10, 28, 11, 28).getTime();
const KNOWN = {
  ...{ folder: '/home/someone/registry', port: 8701, address: 'http://127.0.0.1:8701' },
  ...{ status: undefined, since: SINCE },
};
const ANSWERING = { ...KNOWN, pending: [] };

const REGISTRY = { ...statusOf().registry, path: '/home/someone/registry' };
const AWAY = statusOf({ registry: REGISTRY });

const serving = (counts: Partial<Status['counts']>, more: Partial<Status> = {}): ServiceState => ({
  ...{ ...ANSWERING, phase: 'serving' },
  status: statusOf({ counts: { skills: 83, files: 600, ...counts }, registry: REGISTRY, ...more }),
});
const failed = (failure: ServerFailure): ServiceState => ({ ...KNOWN, phase: 'failed', failure });

describe('what agents get, in one sentence', () => {
  it.each<[string, ServiceState, string]>([
    ['a folder', serving({}), 'Agents get 83 skills from ~/registry.'],
    ['one skill', serving({ skills: 1 }), 'Agents get 1 skill from ~/registry.'],
    [
      'folders that are left out',
      serving({ leftOut: 2 }),
      'Agents get 83 skills from ~/registry. 2 are not served.',
    ],
    [
      'a draft beside them',
      serving({ leftOut: 1, drafts: 1 }),
      'Agents get 83 skills from ~/registry. 1 is not served, 1 is a draft.',
    ],
    [
      'nothing but broken folders',
      serving({ skills: 0, leftOut: 2 }),
      'Agents get nothing from ~/registry. 2 are not served.',
    ],
    [
      'added registries below it',
      serving({}, { registries: [layer('registry'), layer('team', 'https://git.example.com/team')] }),
      'Agents get 83 skills from ~/registry and 1 added registry.',
    ],
    [
      'the sample',
      serving({ skills: 10 }, { registry: { ...statusOf().registry, sample: true } }),
      'Agents get 10 skills from the sample.',
    ],
    [
      'a folder that is gone',
      { ...ANSWERING, phase: 'away', why: 'It was moved.', status: AWAY },
      '~/registry is not reachable. Agents get its 85 skills as they were at 11:28.',
    ],
    ['a stop', { ...KNOWN, phase: 'stopped', by: 'user' }, 'Stopped. Agents get nothing.'],
    ['a start', { ...KNOWN, phase: 'starting', attempt: 1 }, 'Starting. ~/registry is being read.'],
    [
      'another program on the port',
      failed({
        ...{ reason: 'port-taken', message: 'Port 8701 is taken by node, process 48213.' },
        nextFreePort: 8702,
      }),
      'Port 8701 is taken by node, process 48213. Agents get nothing.',
    ],
    [
      'another Skills Registry on the port',
      failed({
        ...{ reason: 'port-taken', message: '', nextFreePort: 8702 },
        ...{ servedAt: 'http://127.0.0.1:8701', servedFolder: '/home/someone/other' },
      }),
      'Agents get the skills of ~/other, from another Skills Registry.',
    ],
    [
      'a folder without skills',
      failed({ reason: 'no-registry', message: 'There is no skills folder in it.' }),
      'The folder is no registry. Agents get nothing.',
    ],
    ['a silent process', { ...KNOWN, phase: 'silent' }, 'Nothing answers at http://127.0.0.1:8701.'],
  ])('names %s', (_, state, sentence) => {
    expect(sourceWords(state, NOW).sentence).toBe(sentence);
  });
});

describe('the next step', () => {
  const taken = { reason: 'port-taken', message: 'Port 8701 is taken by node.' } as const;
  it.each<[string, ServiceState, string | undefined, readonly string[]]>([
    ['nothing while it serves', serving({}), undefined, ['change-folder', 'add-from-git', 'stop', 'restart']],
    ['a start when stopped', { ...KNOWN, phase: 'stopped', by: 'user' }, 'start', ['change-folder']],
    ['another port', failed({ ...taken, nextFreePort: 8702 }), 'other-port', ['try-again']],
    ['the settings without a free port', failed(taken), 'try-again', ['change-address']],
    [
      'the other service’s page',
      failed({ ...taken, nextFreePort: 8702, servedAt: 'http://127.0.0.1:8701' }),
      'open-its-page',
      ['other-port', 'try-again', 'change-folder'],
    ],
    ['another folder', failed({ reason: 'no-registry', message: '' }), 'change-folder', ['try-again']],
    ['the address', failed({ reason: 'address-unavailable', message: '' }), 'change-address', ['try-again']],
    [
      'another folder when it is gone',
      { ...ANSWERING, phase: 'away', why: '', status: statusOf() },
      'change-folder',
      ['restart'],
    ],
  ])('is %s', (_, state, next, actions) => {
    expect(sourceWords(state, NOW)).toMatchObject({ next, actions });
  });
});

it('calls a folder empty only without drafts and broken folders', () => {
  expect(isEmptyRegistry(serving({ skills: 0 }))).toBe(true);
  expect(isEmptyRegistry(serving({ skills: 0, drafts: 1 }))).toBe(false);
  expect(isEmptyRegistry(serving({ skills: 0, leftOut: 1 }))).toBe(false);
  expect(isEmptyRegistry({ ...KNOWN, phase: 'stopped', by: 'user' })).toBe(false);
});

function layer(name: string, address?: string) {
  return { name, skills: 1, shadowed: 0, state: 'ready', ...(address !== undefined && { address }) } as const;
}
