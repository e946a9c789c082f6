import { expect, it, vi } from 'vitest';
import type { ProjectState } from '../../../src-main/contract/desktop-bridge.ts';
import { createOpenProject } from '../../../src-main/projects/open-project.ts';
import { Refusal } from '../../../src-main/refusal.ts';
import type { ProjectPackage } from '../../../src-server/contract/api/project.ts';
import type { ProjectWork, ProjectWorkResult } from '../../../src-server/contract/service/project-work.ts';
import { settle } from '../fake-clock.ts';

const PLAN = { isUpToDate: false, indexOnly: true, changes: [], writtenAt: null, token: 'a' };
const WS: ProjectPackage = {
  ...{ purl: 'pkg:npm/ws@8.0.0', name: 'ws', version: '8.0.0', ecosystem: 'npm' },
  ...{ direct: true, dev: false, from: ['package-lock.json'] },
};

function readAs(packages: readonly ProjectPackage[] = [WS]): ProjectWorkResult {
  const unread = [{ file: 'sub/uv.lock', reason: 'has merge conflict markers' }];
  return { done: 'read', project: { packages, unread, isProject: true } };
}

function setUp(serviceUrl: string | undefined = 'http://127.0.0.1:8701') {
  const works: ProjectWork[] = [];
  const answers = new Map<string, ProjectWorkResult>([
    ['plan', { done: 'plan', plan: PLAN }],
    ['write', { done: 'written', message: 'Written.' }],
  ]);
  let read: () => Promise<ProjectWorkResult> = async () => readAs();
  const states: ProjectState[] = [];
  const watched: { folder: string; files: readonly string[]; change: () => void; isOver: boolean }[] = [];
  const onOpened = vi.fn();
  const project = createOpenProject({
    work: (work) => {
      works.push(work);
      return work.do === 'read' ? read() : Promise.resolve(answers.get(work.do) ?? readAs());
    },
    watch: ({ folder, files, onChange }) => {
      const one = { folder, files, change: onChange, isOver: false };
      watched.push(one);
      return () => {
        one.isOver = true;
      };
    },
    clock: { now: () => 1_000 },
    serviceUrl: () => serviceUrl || undefined,
    onState: (state) => void states.push(state),
    onOpened,
  });
  const reads = (next: () => Promise<ProjectWorkResult>) => {
    read = next;
  };
  return { project, works, states, watched, onOpened, reads, answers };
}

it('says that a project is read, then what was read, and remembers it', async () => {
  const { project, states, onOpened } = setUp();
  expect(project.open('/shop')).toEqual({ state: 'reading', folder: '/shop' });
  await settle();
  expect(states.map(({ state }) => state)).toEqual(['reading', 'read']);
  expect(project.state).toMatchObject({ folder: '/shop', turn: 1, readAt: 1_000 });
  expect(onOpened).toHaveBeenCalledExactlyOnceWith('/shop');
});

it('remembers nothing that is no project', async () => {
  const { project, onOpened, reads } = setUp();
  reads(async () => ({ done: 'refused', message: '/home holds the home folder.' }));
  project.open('/home');
  await settle();
  expect(project.state).toEqual({
    state: 'failed',
    folder: '/home',
    message: '/home holds the home folder.',
  });
  expect(onOpened).not.toHaveBeenCalled();
});

it('watches the files that were read or could not be read, and reads again when they change', async () => {
  const { project, watched, states } = setUp();
  project.open('/shop');
  await settle();
  expect(watched).toMatchObject([{ folder: '/shop', files: ['package-lock.json', 'sub/uv.lock'] }]);
  watched[0]?.change();
  await settle();
  expect(states.at(-1)).toMatchObject({ state: 'read', turn: 2 });
  expect(watched.map(({ isOver }) => isOver)).toEqual([true, false]);
  project.close();
  expect(watched.every(({ isOver }) => isOver)).toBe(true);
});

it('keeps what was read while the folder is away, and says why it is old', async () => {
  const { project, reads } = setUp();
  project.open('/shop');
  await settle();
  reads(async () => ({ done: 'refused', message: '/shop is not a folder that can be read.' }));
  project.readAgain();
  await settle();
  expect(project.state).toMatchObject({
    ...{ state: 'read', turn: 1, trouble: '/shop is not a folder that can be read.' },
  });
  reads(async () => readAs([]));
  project.readAgain();
  await settle();
  expect(project.state).not.toHaveProperty('trouble');
});

it('shows the project that was opened last, however long the one before takes', async () => {
  const { project, reads, states } = setUp();
  let finish = (_: ProjectWorkResult) => {};
  reads(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  project.open('/slow');
  reads(async () => readAs());
  project.open('/shop');
  await settle();
  finish(readAs([]));
  await settle();
  expect(states.at(-1)).toMatchObject({ state: 'read', folder: '/shop' });
});

it('plans and writes for the open project alone, with the service that runs', async () => {
  const { project, works } = setUp();
  await expect(project.preview(null)).rejects.toThrow(Refusal);
  project.open('/shop');
  await settle();
  expect(await project.preview(null)).toBe(PLAN);
  expect(await project.write(true, 'a')).toEqual({ ok: true, message: 'Written.' });
  const service = 'http://127.0.0.1:8701';
  expect(works.slice(1)).toEqual([
    { do: 'plan', folder: '/shop', service, indexOnly: null },
    { do: 'write', folder: '/shop', service, indexOnly: true, token: 'a' },
  ]);
});

it('says why nothing can be planned or was written', async () => {
  const { project, answers } = setUp();
  project.open('/shop');
  await settle();
  const message = 'The project changed since this was shown. Nothing was written.';
  answers.set('write', { done: 'refused', message });
  answers.set('plan', { done: 'refused', message: 'The lock can’t be read.' });
  expect(await project.write(false, 'b')).toEqual({ ok: false, message });
  await expect(project.preview(false)).rejects.toThrow('The lock can’t be read.');
  const without = setUp('');
  without.project.open('/shop');
  await settle();
  await expect(without.project.preview(null)).rejects.toThrow('The service does not answer');
});
