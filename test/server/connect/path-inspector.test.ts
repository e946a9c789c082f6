import { expect, it } from 'vitest';
import { createPathInspector, type PathKind, within } from '../../../src-server/connect/path-inspector.ts';

/** Looks at disks that never answer unless they are told to. */
function hungDisks() {
  const begun: string[] = [];
  const answers = new Map<string, (kind: PathKind) => void>();
  const look = createPathInspector({
    limitTime: within(1),
    look(path) {
      begun.push(path);
      return new Promise((resolve) => answers.set(path, resolve));
    },
  });
  return { begun, look, answer: (path: string, kind: PathKind) => answers.get(path)?.(kind) };
}

it('tells of a path whose disk doesn’t answer that nothing is known', async () => {
  const { look } = hungDisks();
  expect(await look('/hung/a')).toBeUndefined();
});

it('looks once at a path that doesn’t answer, however often it is asked about, and at two at once', async () => {
  const { begun, look, answer } = hungDisks();
  const asked = ['/hung/a', '/hung/a', '/hung/b', '/hung/c', '/hung/a'];
  await Promise.all(asked.map(look));
  expect(begun).toEqual(['/hung/a', '/hung/b']);
  const third = look('/hung/c');
  answer('/hung/a', 'folder');
  await third;
  expect(begun).toEqual(['/hung/a', '/hung/b', '/hung/c']);
});

it('says nothing of a path whose turn doesn’t come since others hang', async () => {
  const { look } = hungDisks();
  expect(await Promise.all(['/hung/a', '/hung/b', '/sound'].map(look))).toEqual([
    undefined,
    undefined,
    'not-inspected',
  ]);
});

it('tells at once of a path whose look hangs already that nothing is known', async () => {
  const { look } = hungDisks();
  await Promise.all(['/hung/a', '/hung/b'].map(look));
  expect(await Promise.all(['/hung/a', '/sound', '/hung/b'].map(look))).toEqual([
    undefined,
    'not-inspected',
    undefined,
  ]);
});

it('tells that a look is late, and then what it found, when the path can be looked at anew', async () => {
  const told: unknown[] = [];
  const begun: string[] = [];
  let answer: (kind: PathKind) => void = () => {};
  const look = createPathInspector({
    limitTime: within(1),
    look(path) {
      begun.push(path);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    onInspected(path, found) {
      told.push(found);
      if (found === 'folder') void look(path);
    },
  });
  await look('/late');
  expect(told).toEqual([undefined]);
  answer('folder');
  await expect.poll(() => begun).toEqual(['/late', '/late']);
  expect(told.slice(0, 2)).toEqual([undefined, 'folder']);
});

it('tells of a look that is late what it found last, even where that comes in the same moment', async () => {
  const told: unknown[] = [];
  let answer: (kind: PathKind) => void = () => {};
  const late: (() => void)[] = [];
  const look = createPathInspector({
    limitTime: <T>(work: Promise<T>) =>
      Promise.race([
        work,
        new Promise<undefined>((resolve) => {
          late.push(() => resolve(undefined));
        }),
      ]),
    look: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    onInspected: (_path, found) => told.push(found),
  });
  const looked = look('/late');
  await new Promise((resolve) => setImmediate(resolve));
  for (const isLate of late) isLate();
  answer('folder');
  await looked;
  await expect.poll(() => told.at(-1)).toBe('folder');
  expect(told).toEqual([undefined, 'folder']);
});

it('looks again at what has answered', async () => {
  const kinds: PathKind[] = ['folder', 'nothing'];
  const look = createPathInspector({ look: async () => kinds.shift() });
  expect([await look('/there'), await look('/there')]).toEqual(['folder', 'nothing']);
});
