import { describe, expect, it } from 'vitest';
import {
  type ServerFailure,
  type ServiceState,
  type ServiceWords,
  serviceWords,
} from '../../../src-main/contract/service-state.ts';
import type { Status } from '../../../src-server/contract/api.ts';
import { statusOf } from '../../support/status-of.ts';

const NOW = new Date(2026, 10, 28, 12, 0);
const SINCE = new Date(2026, 10, 28, 11, 28).getTime();
const REGISTRY = { ...statusOf().registry, path: '/home/someone/registry' };
const SAMPLE = { ...statusOf().registry, path: '/opt/app/sample-registry', sample: true } as const;
const STATUS = statusOf({ registry: REGISTRY, counts: { skills: 83, files: 600 } });
const KNOWN = {
  folder: '/home/someone/registry',
  port: 8701,
  address: 'http://127.0.0.1:8701',
  status: STATUS,
  since: SINCE,
};
const layer = (name: string, address?: string) =>
  ({ name, skills: 1, shadowed: 0, state: 'ready', ...(address !== undefined && { address }) }) as const;

function serving(counts: Partial<Status['counts']> = {}, more: Partial<Status> = {}): ServiceState {
  const status = statusOf({ registry: REGISTRY, counts: { skills: 83, files: 600, ...counts }, ...more });
  return { ...KNOWN, phase: 'serving', pending: [], status };
}
function away(skills: number, since = SINCE): ServiceState {
  const status = statusOf({ registry: REGISTRY, counts: { skills, files: 600 } });
  return { ...KNOWN, phase: 'away', pending: [], status, since, why: 'It was moved.' };
}
const failed = (failure: ServerFailure): ServiceState => ({ ...KNOWN, phase: 'failed', failure });
const TAKEN = { reason: 'port-taken', message: 'Port 8701 is taken by node, process 48213.' } as const;
const NEVER_SERVED = { ...KNOWN, status: undefined };

/** Every state, with all that is said of it. */
const TABLE: ReadonlyArray<readonly [name: string, state: ServiceState, words: Partial<ServiceWords>]> = [
  [
    'a folder',
    serving(),
    {
      tone: 'good',
      line: '83 skills from ~/registry',
      sentence: 'Agents get 83 skills from ~/registry.',
      detail: '',
      next: undefined,
      actions: ['change-folder', 'add-from-git', 'stop', 'restart'],
    },
  ],
  [
    'one skill',
    serving({ skills: 1 }),
    { line: '1 skill from ~/registry', sentence: 'Agents get 1 skill from ~/registry.' },
  ],
  [
    'skills that are withheld or not served',
    serving({ skills: 83, served: 66, withheld: 17, notServed: 2, folders: 85 }),
    {
      tone: 'part',
      line: '66 of 85 skills from ~/registry',
      sentence: 'Agents get 66 of 85 skills from ~/registry. 17 are withheld, 2 are not served.',
    },
  ],
  [
    'a draft beside a folder that is not served',
    serving({ skills: 83, served: 83, notServed: 1, drafts: 1, folders: 85 }),
    {
      tone: 'part',
      sentence: 'Agents get 83 of 85 skills from ~/registry. 1 is not served, 1 is a draft.',
    },
  ],
  [
    'a draft alone',
    serving({ skills: 83, served: 83, drafts: 1, folders: 84 }),
    { tone: 'good', sentence: 'Agents get 83 of 84 skills from ~/registry. 1 is a draft.' },
  ],
  [
    'nothing but broken folders',
    serving({ skills: 0, served: 0, notServed: 2, folders: 2 }),
    {
      tone: 'part',
      line: '0 of 2 skills from ~/registry',
      sentence: 'Agents get none of 2 skills from ~/registry. 2 are not served.',
    },
  ],
  [
    'nothing but withheld skills',
    serving({ skills: 3, served: 0, withheld: 3, folders: 3 }),
    { sentence: 'Agents get none of 3 skills from ~/registry. 3 are withheld.' },
  ],
  [
    'an empty folder',
    serving({ skills: 0, served: 0, folders: 0 }),
    {
      tone: 'still',
      line: 'No skills yet',
      sentence: 'Agents get no skills from ~/registry: there are none.',
    },
  ],
  [
    'an older service',
    serving({ skills: 0 }),
    { tone: 'still', sentence: 'Agents get no skills from ~/registry: there are none.' },
  ],
  [
    'added registries below it',
    serving({}, { registries: [layer('registry'), layer('team', 'https://git.example.com/team')] }),
    { sentence: 'Agents get 83 skills from ~/registry and 1 added registry.' },
  ],
  [
    'the sample',
    serving({ skills: 10 }, { registry: SAMPLE }),
    { line: '10 sample skills', sentence: 'Agents get 10 skills from the sample.' },
  ],
  [
    'settings that wait',
    { ...KNOWN, phase: 'serving', pending: ['port'] },
    { tone: 'good', detail: 'Changed settings wait for a restart.' },
  ],
  [
    'a folder that is away',
    away(83),
    {
      tone: 'wait',
      line: '83 skills, folder not readable',
      sentence: '~/registry is not readable. Agents get its 83 skills as they were at 11:28.',
      detail: 'It was moved. It is tried again every few seconds; changes show as soon as it can be read.',
      next: 'change-folder',
      actions: ['restart'],
    },
  ],
  [
    'a folder that is away since yesterday',
    away(1, new Date(2026, 10, 27, 23, 59).getTime()),
    { sentence: '~/registry is not readable. Agents get its 1 skill as they were at 27 Nov 23:59.' },
  ],
  [
    'a folder that is away, with withheld skills',
    {
      ...KNOWN,
      phase: 'away',
      pending: [],
      why: 'It was moved.',
      status: statusOf({
        registry: REGISTRY,
        counts: { skills: 83, files: 600, served: 66, withheld: 17, folders: 83 },
      }),
    },
    {
      line: '66 skills, folder not readable',
      sentence: '~/registry is not readable. Agents get its 66 skills as they were at 11:28.',
    },
  ],
  [
    'a folder that could never be read',
    away(0),
    { tone: 'bad', line: 'Folder not readable', sentence: '~/registry is not readable. Agents get nothing.' },
  ],
  [
    'a stop by the user',
    { ...KNOWN, phase: 'stopped', by: 'user' },
    {
      tone: 'still',
      line: 'Stopped',
      sentence: 'Stopped. Agents get nothing.',
      detail: 'You stopped it at 11:28. Starting it serves ~/registry.',
      next: 'start',
      actions: ['change-folder'],
    },
  ],
  [
    'a service that does not start with the app',
    { ...NEVER_SERVED, phase: 'stopped', by: 'setting' },
    { detail: 'It does not start with the app. Starting it serves ~/registry.' },
  ],
  [
    'a stopped sample',
    {
      ...KNOWN,
      folder: SAMPLE.path,
      status: statusOf({ registry: SAMPLE }),
      phase: 'stopped',
      by: 'setting',
    },
    { detail: 'It does not start with the app. Starting it serves the sample.' },
  ],
  [
    'a folder chosen after the sample',
    { ...KNOWN, status: statusOf({ registry: SAMPLE }), phase: 'starting', attempt: 1 },
    { sentence: 'Starting. ~/registry is being read.' },
  ],
  [
    'a start',
    { ...NEVER_SERVED, phase: 'starting', attempt: 1 },
    {
      tone: 'wait',
      line: 'Starting',
      sentence: 'Starting. ~/registry is being read.',
      detail: '',
      actions: ['stop'],
    },
  ],
  [
    'a start that has read a part',
    { ...NEVER_SERVED, phase: 'starting', attempt: 1, read: 2_400 },
    {
      line: 'Starting: 2,400 skills read so far',
      sentence: 'Starting. 2,400 skills read so far from ~/registry.',
    },
  ],
  [
    'a change that is being read',
    { ...KNOWN, phase: 'serving', since: SINCE, pending: [], status: statusOf({ reading: { done: 50 } }) },
    {
      tone: 'wait',
      line: '50 skills read so far',
      detail: 'The folder has changed: 50 skills read so far.',
    },
  ],
  [
    'a second start',
    { ...NEVER_SERVED, phase: 'starting', attempt: 2 },
    { detail: 'Attempt 2: the service ended before.' },
  ],
  [
    'a restart after a crash',
    { ...KNOWN, phase: 'restarting', attempt: 2, why: 'It crashed (SIGSEGV).', nextRetryAt: SINCE },
    {
      tone: 'bad',
      line: 'Restarting',
      sentence: 'The service ended, and starts again by itself. Agents get nothing.',
      detail: 'It crashed (SIGSEGV). Attempt 2 follows in a few seconds.',
      next: 'start',
      actions: ['stop', 'show-log'],
    },
  ],
  [
    'a stop under way',
    { ...KNOWN, phase: 'stopping' },
    { tone: 'still', line: 'Stopping', sentence: 'Stopping.', detail: '', next: undefined, actions: [] },
  ],
  [
    'another program on the port',
    failed({ ...TAKEN, nextFreePort: 8702 }),
    {
      tone: 'bad',
      line: 'Not serving: the port is taken',
      sentence: 'Port 8701 is taken by node, process 48213. Agents get nothing.',
      detail:
        'Port 8702 is free. With it the connected agents need the new address; Agents then shows each change.',
      next: 'other-port',
      actions: ['try-again'],
    },
  ],
  [
    'no free port nearby',
    failed(TAKEN),
    {
      detail: 'Take another port in the settings, or end the program that uses this one.',
      next: 'try-again',
      actions: ['change-address'],
    },
  ],
  [
    'a port that the system keeps',
    failed({ reason: 'port-denied', message: 'Windows reserves port 8701.' }),
    {
      line: 'Not serving: the system refuses the port',
      sentence: 'Windows reserves port 8701. Agents get nothing.',
      detail: 'Take another port in the settings.',
    },
  ],
  [
    'another Skills Registry on the port',
    failed({ ...TAKEN, nextFreePort: 8702, servedAt: 'http://127.0.0.1:8701', servedFolder: '/root/other' }),
    {
      sentence: 'Agents get the skills of ~/other, from another Skills Registry.',
      detail:
        'It answers on port 8701, where ~/registry was to be served. Open its page, or serve on another port.',
      next: 'open-its-page',
      actions: ['other-port', 'try-again', 'change-folder'],
    },
  ],
  [
    'a folder without skills',
    failed({ reason: 'no-registry', message: 'There is no skills folder in it.' }),
    {
      line: 'Not serving: the folder is no registry',
      sentence: 'The folder is no registry. Agents get nothing.',
      detail: 'There is no skills folder in it.',
      next: 'change-folder',
      actions: ['try-again'],
    },
  ],
  [
    'an address of another machine',
    failed({ reason: 'address-unavailable', message: '10.0.0.1 is not an address of this computer.' }),
    {
      line: 'Not serving: this computer doesn’t have the address',
      sentence: 'This computer doesn’t have the address. Agents get nothing.',
      next: 'change-address',
      actions: ['try-again'],
    },
  ],
  [
    'five crashes',
    failed({ reason: 'gave-up', message: 'The service ended 5 times in a row. It crashed (SIGSEGV).' }),
    {
      line: 'Not serving: the service kept ending',
      sentence: 'The service kept ending. Agents get nothing.',
      detail: 'The service ended 5 times in a row. It crashed (SIGSEGV).',
      next: 'try-again',
      actions: ['change-folder', 'show-log'],
    },
  ],
  [
    'a stranger that answers in its place',
    failed({ reason: 'probe-failed', message: 'http://127.0.0.1:8701 is open.' }),
    { sentence: 'The service started, and did not answer. Agents get nothing.' },
  ],
  [
    'any other failure',
    failed({ reason: 'unexpected', message: 'EMFILE' }),
    { sentence: 'The service could not start. Agents get nothing.', detail: 'EMFILE' },
  ],
  [
    'a page whose service is gone',
    { ...KNOWN, phase: 'silent' },
    {
      tone: 'bad',
      line: 'Not answering',
      sentence: 'Nothing answers at http://127.0.0.1:8701.',
      detail: 'The service has ended, or hangs. This page goes on by itself as soon as it answers again.',
    },
  ],
  [
    'a page before its first answer',
    { ...NEVER_SERVED, folder: undefined, phase: 'asking' },
    { tone: 'wait', line: 'Asking the service', sentence: 'Asking the service.' },
  ],
  [
    'exported files',
    { ...NEVER_SERVED, folder: undefined, phase: 'exported', readings: 1 },
    { tone: 'still', line: 'A copy to read', sentence: 'These are the files of an exported registry.' },
  ],
];

describe('the words of the service', () => {
  it.each(TABLE)('of %s', (_, state, expected) => {
    expect(serviceWords(state, NOW)).toMatchObject(expected);
  });

  it('cover every state and every reason of a failure', () => {
    const phases = new Set(TABLE.map(([, { phase }]) => phase));
    expect([...phases].sort()).toEqual([
      'asking',
      'away',
      'exported',
      'failed',
      'restarting',
      'serving',
      'silent',
      'starting',
      'stopped',
      'stopping',
    ]);
    const reasons = new Set(
      TABLE.flatMap(([, state]) => (state.phase === 'failed' ? [state.failure.reason] : [])),
    );
    expect([...reasons].sort()).toEqual([
      'address-unavailable',
      'gave-up',
      'no-registry',
      'port-denied',
      'port-taken',
      'probe-failed',
      'unexpected',
    ]);
  });

  it('say a next step whenever agents get nothing by a fault', () => {
    for (const [name, state] of TABLE) {
      const { tone, next, actions } = serviceWords(state, NOW);
      // In a browser nothing can be started: the page shows the command that does.
      if (tone === 'bad' && state.phase !== 'silent')
        expect([name, next ?? actions[0]]).not.toContain(undefined);
    }
  });

  it('end each sentence with a full stop, and no line', () => {
    for (const [, state] of TABLE) {
      const { line, sentence, detail } = serviceWords(state, NOW);
      expect(line).not.toMatch(/\.$/);
      expect(sentence).toMatch(/\.$/);
      expect(detail).toMatch(/^$|\.$|EMFILE$/);
    }
  });
});
