import { expect, it } from 'vitest';
import { filesOfEntry, filesOfInput } from '../../../src-renderer/folders/project-files.ts';
import { readFiles } from '../../../src-renderer/folders/read-files.ts';
import { chosenFiles, droppedFolder, type Tree } from './folder-of.ts';

const TREE: Tree = {
  'package.json': '{"dependencies":{"ws":"8.0.0"}}',
  'notes.md': '',
  api: { 'Cargo.toml': '', src: { 'main.rs': '' } },
  node_modules: { ws: { 'package.json': '{}' } },
  '.git': { 'package.json': '{}' },
};

const pathsOf = ({ files }: { readonly files: readonly (readonly [string, File])[] }) =>
  files.map(([path]) => path);

it('finds manifests, in no folder of other people’s code', async () => {
  const looked: number[] = [];
  const found = await filesOfEntry(droppedFolder('shop', TREE), (count) => looked.push(count));
  expect(pathsOf(found)).toEqual(['package.json', 'api/Cargo.toml']);
  expect(found.leftOut).toEqual([]);
  expect(looked).toEqual([5, 7, 8]);
});

it('finds the same in a folder that was picked', () => {
  const found = filesOfInput(chosenFiles('shop', TREE));
  expect(found?.name).toBe('shop');
  expect(found && pathsOf(found)).toEqual(['package.json', 'api/Cargo.toml']);
  expect(filesOfInput([])).toBeUndefined();
});

it('stops at its bounds, and says so', async () => {
  const many = Object.fromEntries(Array.from({ length: 5_100 }, (_, number) => [`r${number}.txt`, '']));
  const dropped = await filesOfEntry(droppedFolder('home', { many, later: { 'go.mod': '' } }, 500), () => {});
  expect(dropped.leftOut.at(-1)?.reason).toMatch(/too many files/);
  const picked = filesOfInput(chosenFiles('home', { many }));
  expect(picked?.files.length).toBe(5_000);
  expect(picked?.leftOut).toHaveLength(1);
  let deep: Tree = { 'go.mod': '' };
  for (let depth = 0; depth < 20; depth += 1) deep = { d: deep };
  expect((await filesOfEntry(droppedFolder('deep', deep), () => {})).leftOut[0]?.reason).toMatch(
    /12 folders deep/,
  );
});

it('rejects where the folder is gone, and goes on without a folder below', async () => {
  const unreadable = (name: string) =>
    ({
      ...droppedFolder(name, {}),
      createReader: () => ({
        readEntries: (_: unknown, fail: (error: Error) => void) => fail(new Error('gone')),
      }),
    }) as unknown as FileSystemDirectoryEntry;
  await expect(filesOfEntry(unreadable('gone'), () => {})).rejects.toThrow('gone');
  const inner = droppedFolder('shop', { 'go.mod': '' });
  const { createReader } = inner;
  const withOne = {
    ...inner,
    createReader() {
      const reader = createReader.call(inner);
      let isFirst = true;
      return {
        readEntries(done: (entries: FileSystemEntry[]) => void, fail: (error: DOMException) => void) {
          if (isFirst) done([unreadable('secret')]);
          else reader.readEntries(done, fail);
          isFirst = false;
        },
      };
    },
  } as unknown as FileSystemDirectoryEntry;
  const found = await filesOfEntry(withOne, () => {});
  expect(pathsOf(found)).toEqual(['go.mod']);
  expect(found.leftOut).toEqual([{ file: 'secret', reason: 'can’t be read' }]);
});

it('reads packages as the command line does', async () => {
  const { packages, isProject } = await readFiles(await filesOfEntry(droppedFolder('shop', TREE), () => {}));
  expect(isProject).toBe(true);
  expect(packages).toMatchObject([{ name: 'ws', version: '8.0.0', from: ['package.json'] }]);
});

it('names a file that is too large or no text, and reads the rest', async () => {
  const found = await filesOfEntry(droppedFolder('shop', { ...TREE, 'Cargo.lock': '' }), () => {});
  const large = Object.defineProperty(new File([''], 'Cargo.lock'), 'size', { value: 50 * 2 ** 20 });
  const files = found.files.map(([path, file]) => [path, path === 'Cargo.lock' ? large : file] as const);
  const { packages, unread } = await readFiles({ ...found, files });
  expect(packages).toHaveLength(1);
  expect(unread).toContainEqual({ file: 'Cargo.lock', reason: 'is larger than 32 MiB' });
});
