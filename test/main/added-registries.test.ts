import { expect, it } from 'vitest';
import { createAddedRegistries } from '../../src-main/added-registries.ts';
import type { RegistriesState } from '../../src-main/contract/app-states.ts';
import { Refusal } from '../../src-main/contract/requests.ts';
import type { OnFetch } from '../../src-main/server/job-process.ts';
import type {
  RegistryPreview,
  RegistryWork,
  RegistryWorkResult,
} from '../../src-server/contract/added-registries.ts';
import { settle } from './fake-clock.ts';
import { COMMIT, NEWER, shownRegistry, updateOf } from './shown-registry.ts';

const PREVIEW: RegistryPreview = {
  name: 'team',
  address: 'https://git.example.com/team',
  folder: null,
  ref: null,
  commit: COMMIT,
  pinned: false,
  date: null,
  files: 2,
  bytes: 100,
  skipped: [],
  skills: [{ key: 'js/a/b', language: 'js', risk: null }],
};
const RECEIVED = { step: 'receiving', bytes: 1_000, part: 0.5 } as const;
const LIST: RegistryWorkResult = { done: 'list', registries: [shownRegistry('team')] };

/** Processes that are answered by the test, in the order in which they were started. */
function setUp() {
  const processes: {
    work: RegistryWork[];
    ended: string[];
    progress: OnFetch;
    answer: (result: RegistryWorkResult) => Promise<void>;
  }[] = [];
  const states: RegistriesState[] = [];
  const registries = createAddedRegistries({
    onState: (state) => void states.push(state),
    start(progress) {
      const waiting: ((result: RegistryWorkResult) => void)[] = [];
      const one = {
        work: [] as RegistryWork[],
        ended: [] as string[],
        progress,
        async answer(result: RegistryWorkResult) {
          waiting.shift()?.(result);
          await settle();
        },
      };
      processes.push(one);
      return {
        ask(work) {
          one.work.push(work);
          return new Promise((resolve) => waiting.push(resolve));
        },
        stop: () => void one.ended.push('stop'),
        forceKill: () => void one.ended.push('forceKill'),
      };
    },
  });
  const at = (index: number) => {
    const found = processes.at(index);
    if (found === undefined) throw new Error('No such process was started.');
    return found;
  };
  return { registries, at, states, processes };
}

it('shows progress, then what an address contains, and adds it by the same process', async () => {
  const { registries, at } = setUp();
  expect(registries.preview({ address: 'owner/team' }).addition).toEqual({ state: 'fetching' });
  at(0).progress(RECEIVED, 'team');
  expect(registries.state.addition).toEqual({ state: 'fetching', progress: RECEIVED });
  await at(0).answer({ done: 'preview', preview: PREVIEW });
  expect(registries.state.addition).toEqual({ state: 'shown', preview: PREVIEW, isAdding: false });
  const added = registries.add();
  expect(registries.state.addition).toMatchObject({ isAdding: true });
  expect(() => registries.preview({ address: 'owner/other' })).toThrow(Refusal);
  expect(registries.cancel().addition).toMatchObject({ isAdding: true });
  await at(0).answer(LIST);
  expect(await added).toMatchObject({ registries: [{ name: 'team' }], addition: { state: 'none' } });
  expect(at(0).work).toEqual([{ do: 'prepare', address: 'owner/team' }, { do: 'add' }]);
});

it('shows the address that was asked last, whichever answers last', async () => {
  const { registries, at, processes } = setUp();
  registries.preview({ address: 'owner/slow' });
  registries.preview({ address: 'owner/team' });
  const last = processes.length - 1;
  await at(last).answer({ done: 'preview', preview: PREVIEW });
  await at(0).answer({ done: 'refused', message: 'Too late.' });
  at(0).progress({ step: 'receiving', bytes: 5 }, 'team');
  expect(registries.state.addition).toMatchObject({ state: 'shown', preview: { name: 'team' } });
  expect(at(0).ended).toEqual(['forceKill']);
});

it('cancels: kills a process that fetches, and lets a preview delete its files', async () => {
  const { registries, at } = setUp();
  registries.preview({ address: 'owner/team' });
  expect(registries.cancel().addition).toEqual({ state: 'none' });
  expect(at(0).ended).toEqual(['forceKill']);
  await at(0).answer({ done: 'refused', message: 'The process ended.' });
  expect(registries.state.addition).toEqual({ state: 'none' });
  registries.preview({ address: 'owner/team' });
  await at(-1).answer({ done: 'preview', preview: PREVIEW });
  registries.cancel();
  expect(at(-1).ended).toEqual(['stop']);
  await expect(registries.add()).rejects.toThrow(Refusal);
});

it('says why an address can’t be added', async () => {
  const { registries, at } = setUp();
  registries.preview({ address: 'https://git.example.com/team' });
  await at(0).answer({ done: 'refused', message: 'It is private.' });
  expect(registries.state.addition).toEqual({ state: 'failed', message: 'It is private.' });
});

it('reads a skill of what is previewed, and of nothing else', async () => {
  const { registries, at } = setUp();
  await expect(registries.readPreviewed('js/a/b')).rejects.toThrow(Refusal);
  registries.preview({ address: 'owner/team' });
  await at(0).answer({ done: 'preview', preview: PREVIEW });
  const skill = { key: 'js/a/b', change: 'added', risk: [null, null], files: [] } as const;
  const read = registries.readPreviewed('js/a/b');
  await at(0).answer({ done: 'skill', skill });
  expect(await read).toEqual(skill);
  expect(at(0).work.at(-1)).toEqual({ do: 'read', key: 'js/a/b' });
});

it('asks each address once at a time, and none of a pinned registry', async () => {
  const { registries, at, processes } = setUp();
  const list = registries.refresh();
  const pinned = shownRegistry('pinned', null, { pinned: true });
  await at(0).answer({ done: 'list', registries: [shownRegistry('team'), pinned] });
  await list;
  const first = registries.check(null);
  expect(registries.state.checking).toEqual(['team']);
  await registries.check(['team', 'pinned', 'nobody']);
  expect(processes).toHaveLength(2);
  expect(at(1).work).toEqual([{ do: 'check', names: ['team'] }]);
  at(1).progress(RECEIVED, 'team');
  expect(registries.state.fetching).toEqual({ name: 'team', progress: RECEIVED });
  await at(1).answer({ done: 'list', registries: [shownRegistry('team', updateOf())] });
  expect(registries.state.fetching).toBeUndefined();
  expect(await first).toMatchObject({ checking: [], registries: [{ update: { commit: NEWER } }] });
});

it('keeps the list that is known while a change fails, and says why', async () => {
  const { registries, at } = setUp();
  const list = registries.refresh();
  await at(0).answer(LIST);
  await list;
  const taken = registries.change({ do: 'take', name: 'team', commit: NEWER });
  await at(1).answer({ done: 'refused', message: 'team changed meanwhile.' });
  await expect(taken).rejects.toThrow('team changed meanwhile.');
  expect(registries.state.registries).toHaveLength(1);
  const again = registries.refresh();
  await at(2).answer({ done: 'refused', message: 'registries.json is damaged.' });
  expect(await again).toMatchObject({ trouble: 'registries.json is damaged.', registries: [{}] });
});

it('leaves no process behind', async () => {
  const { registries, at } = setUp();
  registries.preview({ address: 'owner/team' });
  void registries.refresh();
  registries.close();
  expect(at(0).ended).toEqual(['forceKill']);
  expect(at(1).ended).toEqual(['forceKill']);
});

it('rereads the list once where the service serves other registries', async () => {
  const { registries, at, processes } = setUp();
  const layer = { name: 'team', address: 'https://git.example.com/team', commit: COMMIT };
  const served = [
    { name: 'mine', path: '/mine', skills: 1, shadowed: 0, state: 'ready' as const },
    { ...layer, skills: 1, shadowed: 0, state: 'ready' as const },
  ];
  registries.served(served.slice(0, 1));
  expect(processes).toHaveLength(0);
  for (let time = 0; time < 3; time += 1) registries.served(served);
  await at(0).answer(LIST);
  registries.served(served);
  expect(processes.map(({ work }) => work)).toEqual([[{ do: 'list' }]]);
  expect(registries.state.registries).toMatchObject([{ name: 'team' }]);
});

it('does not reread a list that equals what is served, nor during work of its own', async () => {
  const { registries, at, processes } = setUp();
  void registries.refresh();
  await at(0).answer(LIST);
  const { name, address, commit, checked_at } = shownRegistry('team');
  const layer = { name, address, commit, ...(checked_at !== null && { checked_at }) };
  const counts = { skills: 1, shadowed: 0, state: 'ready' } as const;
  registries.served([{ ...layer, ...counts }]);
  void registries.change({ do: 'take', name, commit: NEWER });
  registries.served([{ ...layer, ...counts, commit: NEWER }]);
  expect(processes).toHaveLength(2);
});
