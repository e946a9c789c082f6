import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDiskLooks } from '../../src-main/disk-looks.ts';
import { createFolderLooks } from '../../src-main/folder-looks.ts';
import { createPathLook } from '../../src-main/window/revealable-path.ts';
import type { PathKind } from '../../src-server/connect/path-inspector.ts';
import { temporaryFolder } from '../support/temporary-registry.ts';
import { createFakeClock, settle } from './fake-clock.ts';

/** Looks that end when a test says so. */
function setUp() {
  const clock = createFakeClock();
  const begun: string[] = [];
  const answers = new Map<string, (kind: PathKind | undefined) => void>();
  const disks = createDiskLooks();
  let changes = 0;
  const looks = createFolderLooks({
    ...{ clock, disks },
    onChange: () => {
      changes += 1;
    },
    look: (path) => {
      begun.push(path);
      return new Promise((resolve) => answers.set(path, resolve));
    },
  });
  const answer = async (path: string, isThere?: boolean) => {
    answers.get(path)?.(isThere === undefined ? undefined : isThere ? 'folder' : 'nothing');
    await settle();
  };
  return { clock, disks, looks, begun, answer, changes: () => changes };
}

it('takes a folder for there until it is known', async () => {
  const { looks, answer, changes } = setUp();
  looks.refresh(['/gone']);
  expect(looks.isThere('/gone')).toBe(true);
  await answer('/gone', false);
  expect(looks.isThere('/gone')).toBe(false);
  expect(changes()).toBe(1);
});

it('tells nothing where nothing is new', async () => {
  const { looks, answer, changes } = setUp();
  looks.refresh(['/there']);
  await answer('/there', true);
  looks.refresh(['/there']);
  await answer('/there', true);
  expect(changes()).toBe(0);
});

it('says of a folder that doesn’t answer that it isn’t reachable, until it is', async () => {
  const { clock, looks, answer, changes } = setUp();
  looks.refresh(['/hung']);
  await clock.advance(1_000);
  expect(looks.isThere('/hung')).toBe(false);
  await answer('/hung', true);
  expect(looks.isThere('/hung')).toBe(true);
  expect(changes()).toBe(2);
});

it('never looks twice at a folder that has not answered', async () => {
  const { clock, looks, begun } = setUp();
  for (let turn = 0; turn < 5; turn += 1) {
    looks.refresh(['/hung']);
    await clock.advance(5_000);
  }
  expect(begun).toEqual(['/hung']);
});

it('loses at most two of the system’s threads, and goes on with the others when one comes back', async () => {
  const { clock, looks, begun, answer } = setUp();
  looks.refresh(['/a', '/b', '/c', '/d']);
  await clock.advance(10_000);
  expect(begun).toEqual(['/a', '/b']);
  await answer('/b', true);
  expect(begun).toEqual(['/a', '/b', '/c']);
  await answer('/c', false);
  expect(begun).toEqual(['/a', '/b', '/c', '/d']);
});

it('takes a folder that the system says nothing of for none that can be reached', async () => {
  const { looks, answer } = setUp();
  looks.refresh(['/forbidden']);
  await answer('/forbidden');
  expect(looks.isThere('/forbidden')).toBe(false);
});

describe('what is at a path', () => {
  const looks = () =>
    createFolderLooks({ clock: createFakeClock(), disks: createDiskLooks(), onChange: () => {} });

  it('is a folder, something else or nothing', async () => {
    const here = temporaryFolder();
    const file = join(here, 'file');
    writeFileSync(file, '');
    const paths = [here, file, join(here, 'gone'), join(file, 'below')];
    expect(await Promise.all(paths.map(looks().look))).toEqual(['folder', 'other', 'nothing', 'nothing']);
  });

  it('is unknown where the system says nothing', async () => {
    const { looks, answer } = setUp();
    const forbidden = looks.look('/forbidden');
    await answer('/forbidden');
    expect(await forbidden).toBeUndefined();
  });

  it('is news to nobody who doesn’t follow it', async () => {
    const { looks, answer, changes } = setUp();
    const program = looks.look('/bin/program');
    await answer('/bin/program', false);
    await program;
    expect(changes()).toBe(0);
  });

  it('leaves no timer running once it was looked at', async () => {
    const { clock, looks, answer } = setUp();
    const there = looks.look('/there');
    await answer('/there', true);
    await there;
    expect(clock.waiting()).toBe(0);
  });

  it('is unknown on a disk that doesn’t answer in time, and not looked at where its turn doesn’t come', async () => {
    const { clock, looks, begun } = setUp();
    const all = Promise.all(['/a', '/b', '/c'].map(looks.look));
    await clock.advance(1_000);
    expect(await all).toEqual([undefined, undefined, 'not-inspected']);
    expect(begun).toEqual(['/a', '/b']);
    expect(['/a', '/b', '/c'].map(looks.isThere)).toEqual([false, false, true]);
  });
});

it('tells of a path whose turn comes late what is there', async () => {
  const { clock, looks, answer } = setUp();
  looks.refresh(['/a', '/b']);
  const sound = looks.look('/sound');
  await clock.advance(900);
  await answer('/a', true);
  await clock.advance(900);
  await answer('/sound', true);
  expect(await sound).toBe('folder');
});

it('loses two of the system’s threads at most, whoever looks: at recent folders, those of clients, or a file', async () => {
  const { clock, disks, looks, begun, answer } = setUp();
  const reveal = createPathLook(clock, disks, async (path) => {
    begun.push(path);
    return path;
  });
  looks.refresh(['/recent']);
  const named = looks.look('/named');
  const again = looks.look('/recent');
  const refused = expect(reveal('/file', [])).rejects.toThrow('a disk doesn’t answer');
  await clock.advance(10_000);
  await refused;
  expect(await Promise.all([named, again])).toEqual([undefined, undefined]);
  expect(begun).toEqual(['/recent', '/named']);
  await answer('/named', true);
  expect(begun).toEqual(['/recent', '/named', '/file']);
  expect(await reveal('/file', [])).toBe('/file');
});
