import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDiskSlots } from '../../src-main/disk-slots.ts';
import { createFolderPresence } from '../../src-main/folder-presence.ts';
import { createPathInspection } from '../../src-main/window/revealable-path.ts';
import type { PathKind } from '../../src-server/connect/path-inspector.ts';
import { temporaryFolder } from '../support/temporary-registry.ts';
import { createFakeClock, settle } from './fake-clock.ts';

/** Looks that end when a test says so. */
function setUp() {
  const clock = createFakeClock();
  const begun: string[] = [];
  const answers = new Map<string, (kind: PathKind | undefined) => void>();
  const disks = createDiskSlots();
  let changes = 0;
  const folders = createFolderPresence({
    ...{ clock, disks },
    onChange: () => {
      changes += 1;
    },
    inspect: (path) => {
      begun.push(path);
      return new Promise((resolve) => answers.set(path, resolve));
    },
  });
  const answer = async (path: string, isThere?: boolean) => {
    answers.get(path)?.(isThere === undefined ? undefined : isThere ? 'folder' : 'nothing');
    await settle();
  };
  return { clock, disks, folders, begun, answer, changes: () => changes };
}

it('takes a folder for there until it is known', async () => {
  const { folders, answer, changes } = setUp();
  folders.refresh(['/gone']);
  expect(folders.isThere('/gone')).toBe(true);
  await answer('/gone', false);
  expect(folders.isThere('/gone')).toBe(false);
  expect(changes()).toBe(1);
});

it('tells nothing where nothing is new', async () => {
  const { folders, answer, changes } = setUp();
  folders.refresh(['/there']);
  await answer('/there', true);
  folders.refresh(['/there']);
  await answer('/there', true);
  expect(changes()).toBe(0);
});

it('says of a folder that doesn’t answer that it isn’t reachable, until it is', async () => {
  const { clock, folders, answer, changes } = setUp();
  folders.refresh(['/hung']);
  await clock.advance(1_000);
  expect(folders.isThere('/hung')).toBe(false);
  await answer('/hung', true);
  expect(folders.isThere('/hung')).toBe(true);
  expect(changes()).toBe(2);
});

it('never looks twice at a folder that has not answered', async () => {
  const { clock, folders, begun } = setUp();
  for (let turn = 0; turn < 5; turn += 1) {
    folders.refresh(['/hung']);
    await clock.advance(5_000);
  }
  expect(begun).toEqual(['/hung']);
});

it('loses at most two of the system’s threads, and goes on with the others when one comes back', async () => {
  const { clock, folders, begun, answer } = setUp();
  folders.refresh(['/a', '/b', '/c', '/d']);
  await clock.advance(10_000);
  expect(begun).toEqual(['/a', '/b']);
  await answer('/b', true);
  expect(begun).toEqual(['/a', '/b', '/c']);
  await answer('/c', false);
  expect(begun).toEqual(['/a', '/b', '/c', '/d']);
});

it('takes a folder that the system says nothing of for none that can be reached', async () => {
  const { folders, answer } = setUp();
  folders.refresh(['/forbidden']);
  await answer('/forbidden');
  expect(folders.isThere('/forbidden')).toBe(false);
});

describe('what is at a path', () => {
  const presence = () =>
    createFolderPresence({ clock: createFakeClock(), disks: createDiskSlots(), onChange: () => {} });

  it('is a folder, something else or nothing', async () => {
    const here = temporaryFolder();
    const file = join(here, 'file');
    writeFileSync(file, '');
    const paths = [here, file, join(here, 'gone'), join(file, 'below')];
    expect(await Promise.all(paths.map(presence().inspect))).toEqual([
      'folder',
      'other',
      'nothing',
      'nothing',
    ]);
  });

  it('is unknown where the system says nothing', async () => {
    const { folders, answer } = setUp();
    const forbidden = folders.inspect('/forbidden');
    await answer('/forbidden');
    expect(await forbidden).toBeUndefined();
  });

  it('is news to nobody who doesn’t follow it', async () => {
    const { folders, answer, changes } = setUp();
    const program = folders.inspect('/bin/program');
    await answer('/bin/program', false);
    await program;
    expect(changes()).toBe(0);
  });

  it('leaves no timer running once it was looked at', async () => {
    const { clock, folders, answer } = setUp();
    const there = folders.inspect('/there');
    await answer('/there', true);
    await there;
    expect(clock.waiting()).toBe(0);
  });

  it('is unknown on a disk that doesn’t answer in time, and not looked at where its turn doesn’t come', async () => {
    const { clock, folders, begun } = setUp();
    const all = Promise.all(['/a', '/b', '/c'].map(folders.inspect));
    await clock.advance(1_000);
    expect(await all).toEqual([undefined, undefined, 'not-inspected']);
    expect(begun).toEqual(['/a', '/b']);
    expect(['/a', '/b', '/c'].map(folders.isThere)).toEqual([false, false, true]);
  });
});

it('tells of a path whose turn comes late what is there', async () => {
  const { clock, folders, answer } = setUp();
  folders.refresh(['/a', '/b']);
  const sound = folders.inspect('/sound');
  await clock.advance(900);
  await answer('/a', true);
  await clock.advance(900);
  await answer('/sound', true);
  expect(await sound).toBe('folder');
});

it('loses two of the system’s threads at most, whoever looks: at recent folders, those of clients, or a file', async () => {
  const { clock, disks, folders, begun, answer } = setUp();
  const reveal = createPathInspection(clock, disks, async (path) => {
    begun.push(path);
    return path;
  });
  folders.refresh(['/recent']);
  const named = folders.inspect('/named');
  const again = folders.inspect('/recent');
  const refused = expect(reveal('/file', [])).rejects.toThrow('a disk doesn’t answer');
  await clock.advance(10_000);
  await refused;
  expect(await Promise.all([named, again])).toEqual([undefined, undefined]);
  expect(begun).toEqual(['/recent', '/named']);
  await answer('/named', true);
  expect(begun).toEqual(['/recent', '/named', '/file']);
  expect(await reveal('/file', [])).toBe('/file');
});
