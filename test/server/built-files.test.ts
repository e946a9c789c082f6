import { expect, it } from 'vitest';
import { outsideOfArchive } from '../../src-server/built-files.ts';

const INSIDE = '/opt/Skills Registry/resources/app.asar/dist/server/disk-worker.cjs';
const OUTSIDE = '/opt/Skills Registry/resources/app.asar.unpacked/dist/server/disk-worker.cjs';

it('takes a thread’s code from beside the app’s archive where it lies there', () => {
  expect(outsideOfArchive(INSIDE, (path) => path === OUTSIDE)).toBe(OUTSIDE);
  expect(outsideOfArchive('C:\\app\\resources\\app.asar\\dist\\a.js', () => true)).toBe(
    'C:\\app\\resources\\app.asar.unpacked\\dist\\a.js',
  );
});

it('takes it from inside where it doesn’t', () => {
  expect(outsideOfArchive(INSIDE, () => false)).toBe(INSIDE);
});

it('leaves a file alone that is in no archive', () => {
  expect(outsideOfArchive('/usr/lib/skills/dist/server/disk-worker.cjs', () => true)).toBe(
    '/usr/lib/skills/dist/server/disk-worker.cjs',
  );
});
