import { describe, expect, it } from 'vitest';
import {
  chosenFolder,
  chosenManifests,
  droppedProject,
  type FolderFiles,
  type ProjectFolder,
  readFiles,
} from '../../../src-renderer/views/project/project-files.ts';
import { chosenFiles, droppedItems, entryOf, type Tree } from './folder-of.ts';

const TREE: Tree = {
  'package.json': '{"dependencies":{"ws":"8.0.0"}}',
  'notes.md': '',
  api: { 'Cargo.toml': '', src: { 'main.rs': '' } },
  node_modules: { ws: { 'package.json': '{"version":"8.0.0"}' } },
  '.git': { 'package.json': '{}' },
};

const dropped = (tree: Tree, batch = 2) => droppedProject(droppedItems(entryOf('shop', tree, batch)));
const chosen = (tree: Tree) => chosenFolder(chosenFiles('shop', tree));
const find = async (folder: ProjectFolder | undefined) =>
  (await folder?.find()) ?? { files: [], leftOut: [] };
const pathsOf = ({ files }: FolderFiles) => files.map(([path]) => path);

describe.each([
  ['dropped', dropped],
  ['chosen', chosen],
])('a folder that was %s', (_how, folderOf) => {
  it('gives its manifests, and none of other people’s code', async () => {
    const found = await find(folderOf(TREE));
    expect(pathsOf(found)).toEqual(['package.json', 'api/Cargo.toml']);
    expect(found.leftOut).toEqual([]);
  });

  it('gives an installed package that is asked for by its name', async () => {
    const folder = folderOf(TREE);
    expect(await (await folder?.installed('node_modules/ws/package.json'))?.text()).toBe(
      '{"version":"8.0.0"}',
    );
    expect(await folder?.installed('node_modules/pg/package.json')).toBeUndefined();
  });

  it('stops at 5,000 files, and says so', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_100 }, (_, number) => [`r${number}.txt`, '']));
    const found = await find(folderOf({ many }));
    expect(found.files).toHaveLength(5_000);
    expect(found.leftOut.at(-1)?.reason).toMatch(/too many files/);
  });

  it('is not read below twelve folders, and says so', async () => {
    let deep: Tree = { 'go.mod': '' };
    for (let depth = 0; depth < 20; depth += 1) deep = { d: deep };
    expect((await find(folderOf(deep))).leftOut[0]?.reason).toMatch(/12 folders deep/);
  });
});

describe('what was dropped', () => {
  it('may be a manifest without its folder, and its lock file', async () => {
    const { 'package.json': manifest, 'yarn.lock': lock } = filesIn({
      'package.json': '{"dependencies":{"ws":"8.0.0"}}',
      'yarn.lock': '',
    });
    const one = droppedProject(droppedItems(manifest));
    expect([one?.name, pathsOf(await find(one))]).toEqual(['package.json', ['package.json']]);
    const two = droppedProject(droppedItems(manifest, lock));
    expect([two?.name, pathsOf(await find(two))]).toEqual([
      'package.json and 1 file more',
      ['package.json', 'yarn.lock'],
    ]);
    expect((await readFiles(await find(one))).packages).toMatchObject([{ name: 'ws' }]);
  });

  it('names the second of two files with one name, and reads the first', async () => {
    const first = filesIn({ 'go.mod': 'module a\n' })['go.mod'];
    const found = await find(droppedProject(droppedItems(first, filesIn({ 'go.mod': '' })['go.mod'])));
    expect(found.files.map(([, file]) => file.size)).toEqual([9]);
    expect(found.leftOut).toEqual([
      { file: 'go.mod', reason: 'has the name of another file: drop their folder instead' },
    ]);
  });

  it('is no project where no file of it is a manifest', async () => {
    const notes = filesIn({ 'notes.md': '' })['notes.md'];
    expect((await readFiles(await find(droppedProject(droppedItems(notes))))).isProject).toBe(false);
  });

  it('is refused where it is several folders, or a folder and a file', () => {
    const folder = entryOf('shop', TREE);
    const file = filesIn({ 'package.json': '' })['package.json'];
    expect(droppedProject(droppedItems(folder, folder))).toBeUndefined();
    expect(droppedProject(droppedItems(folder, file))).toBeUndefined();
    expect(droppedProject(droppedItems())).toBeUndefined();
  });

  it('may be chosen as files, too', async () => {
    const found = await find(chosenManifests([new File(['{}'], 'package.json'), new File([''], 'a.txt')]));
    expect(pathsOf(found)).toContain('package.json');
    expect(chosenManifests([])).toBeUndefined();
  });

  it('rejects where the folder is gone, and goes on without a folder below', async () => {
    await expect(droppedProject(droppedItems(unreadable('gone')))?.find()).rejects.toThrow('gone');
    const withOne = entryOf('shop', { 'go.mod': '' }, 2, [unreadable('secret')]);
    const found = await find(droppedProject(droppedItems(withOne)));
    expect(pathsOf(found)).toEqual(['go.mod']);
    expect(found.leftOut).toEqual([{ file: 'secret', reason: 'can’t be read' }]);
  });

  it('is nothing where nothing was chosen', () => {
    expect(chosenFolder([])).toBeUndefined();
  });
});

describe('the files of a project', () => {
  it('are read as the command line reads them', async () => {
    const { packages, isProject } = await readFiles(await find(dropped(TREE)));
    expect(isProject).toBe(true);
    expect(packages).toMatchObject([{ name: 'ws', version: '8.0.0', from: ['package.json'] }]);
  });

  it('are named where they are too large or no text, and the rest is read', async () => {
    const found = await find(dropped({ ...TREE, 'Cargo.lock': '' }));
    const large = Object.defineProperty(new File([''], 'Cargo.lock'), 'size', { value: 50 * 2 ** 20 });
    const files = found.files.map(([path, file]) => [path, path === 'Cargo.lock' ? large : file] as const);
    const { packages, unread } = await readFiles({ ...found, files });
    expect(packages).toHaveLength(1);
    expect(unread).toContainEqual({ file: 'Cargo.lock', reason: 'is larger than 32 MiB' });
  });
});

/** Returns files as they are dropped without their folder. */
function filesIn<Names extends string>(
  tree: Readonly<Record<Names, string>>,
): Record<Names, FileSystemEntry> {
  const entries = Object.entries<string>(tree).map(([name, content]) => {
    const file = (done: (file: File) => void) => done(new File([content], name));
    return [name, { name, isDirectory: false, file }] as const;
  });
  return Object.fromEntries(entries) as unknown as Record<Names, FileSystemEntry>;
}

function unreadable(name: string): FileSystemDirectoryEntry {
  const readEntries = (_: unknown, fail: (error: Error) => void) => fail(new Error('gone'));
  return {
    ...entryOf(name, {}),
    createReader: () => ({ readEntries }),
  } as unknown as FileSystemDirectoryEntry;
}
