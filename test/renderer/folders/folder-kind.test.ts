import { describe, expect, it } from 'vitest';
import { folderKind } from '../../../src-renderer/folders/folder-kind.ts';
import { droppedFolder, type Tree } from './folder-of.ts';

const SKILL: Tree = { 'skill.json': '{}' };

describe('a dropped folder is', () => {
  it.each<[string, string, Tree]>([
    ['a registry of one skill', 'registry', { ...SKILL, 'package.json': '{}' }],
    ['a project', 'project', { 'Cargo.toml': '' }],
    [
      'a project with a folder of skills for agents',
      'project',
      { 'package.json': '{}', skills: { 'a.md': '' } },
    ],
    ['a library with its own skills', 'project', { 'go.mod': '', '.skills': SKILL }],
    ['a registry', 'registry', { 'index.json': '{}', skills: {} }],
    [
      'a registry with a project’s tools',
      'registry',
      { 'index.json': '{}', skills: {}, 'package.json': '{}' },
    ],
    ['an empty registry', 'registry', { skills: {} }],
    ['a registry without skills/', 'registry', { rust: { 'tokio-rs': { tokio: SKILL } } }],
    ['a folder of projects', 'project', { shop: { api: { 'uv.lock': '' } } }],
    ['nothing', 'nothing', { 'a.txt': '', photos: { 'b.jpg': '' } }],
    ['nothing by what others wrote', 'nothing', { node_modules: { a: { 'package.json': '{}' } } }],
  ])('%s', async (_what, kind, tree) => {
    expect(await folderKind(droppedFolder('it', tree))).toBe(kind);
  });

  it('left to the project’s reader where it holds too many folders', async () => {
    const tree = Object.fromEntries(Array.from({ length: 400 }, (_, number) => [`f${number}`, { a: '' }]));
    expect(await folderKind(droppedFolder('home', tree, 50))).toBe('project');
  });

  it('not known where it can’t be read', async () => {
    const gone = {
      ...droppedFolder('gone', {}),
      createReader: () => ({
        readEntries: (_: unknown, fail: (error: Error) => void) => fail(new Error('gone')),
      }),
    } as unknown as FileSystemDirectoryEntry;
    await expect(folderKind(gone)).rejects.toThrow('gone');
  });
});
