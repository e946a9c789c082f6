import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolderLook } from '../../../src-main/connect/folder-look.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const folder = { isDirectory: () => true };

it('tells a folder from a file and from nothing', async () => {
  const here = temporaryFolder();
  const file = join(here, 'file');
  writeFileSync(file, '');
  const look = createFolderLook();
  expect(await Promise.all([here, file, join(here, 'gone'), join(file, 'below')].map(look))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('says nothing against a folder that may not be looked at', async () => {
  const look = createFolderLook(() => Promise.reject(Object.assign(new Error(), { code: 'EACCES' })));
  expect(await look('/secret')).toBe(true);
});

it('asks no other disk while one hangs, and each again once it answers', async () => {
  const asked: string[] = [];
  let answer = (_found: typeof folder) => {};
  const look = createFolderLook((path) => {
    asked.push(path);
    return path === '/hanging'
      ? new Promise((resolve) => (answer = resolve))
      : Promise.reject({ code: 'ENOENT' });
  }, 10);
  expect(await Promise.all(['/hanging', '/other', '/hanging'].map(look))).toEqual([true, true, true]);
  expect(asked).toEqual(['/hanging']);
  answer(folder);
  await expect.poll(() => look('/other')).toBe(false);
});
