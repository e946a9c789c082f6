import { describe, expect, it } from 'vitest';
import {
  type FolderSource,
  folderEntryOf,
  folderOfEntry,
  folderOfInput,
} from '../../../src-renderer/folders/folder-source.ts';
import { chosenFiles, droppedFolder, type Tree } from './folder-of.ts';

const TREE: Tree = {
  examples: { 'basic.rs': 'fn main() {}', server: { 'main.rs': '//' }, '.DS_Store': 'x' },
  node_modules: { a: { 'b.js': '' } },
  'skill.json': '{}',
  'overview.md': '# One',
  'pitfalls.md': '# Two',
  LICENSE: 'MIT',
  '.gitignore': '*',
};

async function pathsOf(source: FolderSource | undefined) {
  const listing = await source?.list();
  return { files: listing?.files.map(({ path }) => path).sort(), leftOut: listing?.leftOut };
}

const ALL = {
  files: ['examples/basic.rs', 'examples/server/main.rs', 'overview.md', 'pitfalls.md', 'skill.json'],
  leftOut: ['LICENSE', 'node_modules/'],
};

describe('a dropped folder', () => {
  it.each([1, 2, 100])('is read to its end, in batches of %i', async (batch) => {
    expect(await pathsOf(folderOfEntry(droppedFolder('tokio', TREE, batch)))).toEqual(ALL);
  });

  it('never walks into what is no part of a skill', async () => {
    const trap = { name: 'target', isFile: false, isDirectory: true } as FileSystemDirectoryEntry;
    const folder = droppedFolder('tokio', { 'skill.json': '{}' });
    const { createReader } = folder;
    const withTrap = {
      ...folder,
      createReader() {
        const inner = createReader();
        let first = true;
        return {
          readEntries(done: (entries: FileSystemEntry[]) => void) {
            if (!first) return inner.readEntries(done);
            first = false;
            return done([trap]);
          },
        } as FileSystemDirectoryReader;
      },
    };
    expect(await pathsOf(folderOfEntry(withTrap))).toEqual({ files: ['skill.json'], leftOut: ['target/'] });
  });

  it('is met with its skill.json, however many examples lie before it', async () => {
    const examples = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`e${index}.rs`, '']));
    const { files } = await pathsOf(folderOfEntry(droppedFolder('big', { examples, 'skill.json': '{}' })));
    expect(files).toContain('skill.json');
    expect(files?.length).toBe(1000);
  });

  it('is read afresh each time', async () => {
    const tree: Record<string, string> = { 'skill.json': '{}' };
    const live = {
      ...droppedFolder('live', {}),
      createReader: () => droppedFolder('live', tree).createReader(),
    };
    const source = folderOfEntry(live);
    await source.list();
    tree['late.md'] = '';
    expect((await pathsOf(source)).files).toEqual(['late.md', 'skill.json']);
  });
});

describe('a drop', () => {
  const drop = (...entries: Array<unknown>) =>
    folderEntryOf({
      items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
    } as unknown as DataTransfer);

  it('of one folder is that folder', () => {
    expect(drop(droppedFolder('tokio', {}))?.name).toBe('tokio');
  });

  it.each([
    ['nothing', []],
    ['a file', [{ name: 'skill.json', isDirectory: false }]],
    ['two folders', [droppedFolder('a', {}), droppedFolder('b', {})]],
    ['something the browser has no entry for', [null]],
  ])('of %s is none', (_what, entries) => {
    expect(drop(...entries)).toBeUndefined();
  });
});

describe('a chosen folder', () => {
  it('holds the same as a dropped one', async () => {
    const source = folderOfInput(chosenFiles('tokio', TREE));
    expect(source?.name).toBe('tokio');
    expect(await pathsOf(source)).toEqual(ALL);
  });

  it('is none where nothing was chosen', () => {
    expect(folderOfInput([])).toBeUndefined();
  });
});
