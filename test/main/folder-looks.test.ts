import { expect, it } from 'vitest';
import { createFolderLooks } from '../../src-main/folder-looks.ts';
import { createFakeClock, settle } from './fake-clock.ts';

/** Looks that end when a test says so. */
function setUp() {
  const clock = createFakeClock();
  const begun: string[] = [];
  const answers = new Map<string, (isThere: boolean) => void>();
  let changes = 0;
  const looks = createFolderLooks({
    clock,
    onChange: () => {
      changes += 1;
    },
    look: (path) => {
      begun.push(path);
      return new Promise((resolve) => answers.set(path, resolve));
    },
  });
  const answer = async (path: string, isThere: boolean) => {
    answers.get(path)?.(isThere);
    await settle();
  };
  return { clock, looks, begun, answer, changes: () => changes };
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
