import { expect, it } from 'vitest';
import { createPathLooks, type PathKind, within } from '../../../src-server/connect/path-looks.ts';

/** Looks at disks that never answer unless they are told to. */
function hungDisks() {
  const begun: string[] = [];
  const answers = new Map<string, (kind: PathKind) => void>();
  const look = createPathLooks({
    inTime: within(1),
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
    'not-looked-at',
  ]);
});

it('tells at once of a path whose look hangs already that nothing is known', async () => {
  const { look } = hungDisks();
  await Promise.all(['/hung/a', '/hung/b'].map(look));
  expect(await Promise.all(['/hung/a', '/sound', '/hung/b'].map(look))).toEqual([
    undefined,
    'not-looked-at',
    undefined,
  ]);
});

it('looks again at what has answered', async () => {
  const kinds: PathKind[] = ['folder', 'nothing'];
  const look = createPathLooks({ look: async () => kinds.shift() });
  expect([await look('/there'), await look('/there')]).toEqual(['folder', 'nothing']);
});
