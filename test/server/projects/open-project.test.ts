import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { openProject, readProjectAt } from '../../../src-server/projects/open-project.ts';
import { readProject } from '../../../src-server/projects/read-project.ts';
import { type Files, temporaryFolder } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

const MODULE = 'module a.org/a\nrequire github.com/o/r v1.0.0\n';

describe('opening a project', () => {
  it('finds manifests in all folders but those of installed packages, builds and hidden ones', async () => {
    const folders = ['', 'apps/web/', 'node_modules/x/', 'target/', '.cache/', 'vendor/y/'];
    const files = Object.fromEntries(folders.map((folder) => [`${folder}go.mod`, MODULE]));
    const root = temporaryFolder({ ...files, 'README.md': '' });
    expect((await openProject(root)).paths).toEqual(['go.mod', 'apps/web/go.mod']);
  });

  it('follows no link, and says which', async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder({ 'go.mod': MODULE })];
    symlinkSync(join(outside, 'go.mod'), join(root, 'go.mod'));
    symlinkSync(outside, join(root, 'linked'));
    const found = await readProject(await openProject(root));
    expect(found.packages).toEqual([]);
    expect(found.unread).toEqual([{ file: 'go.mod', reason: 'is a link, which is not followed' }]);
  });

  it('waits for no pipe that took the place of a file', unless(onWindows), async () => {
    const root = temporaryFolder({ 'go.mod': MODULE });
    const project = await openProject(root);
    rmSync(join(root, 'go.mod'));
    execFileSync('mkfifo', [join(root, 'go.mod')]);
    const unread = [{ file: 'go.mod', reason: 'is not a regular file' }];
    expect((await readProject(project)).unread).toEqual(unread);
    expect((await readProjectAt(root)).unread).toEqual(unread);
  });

  it('reads only what it found, and no file of a folder that became a link afterwards', async () => {
    const root = temporaryFolder({ 'sub/go.mod': MODULE });
    const files = await openProject(root);
    for (const path of ['../go.mod', '/etc/passwd', 'README.md'])
      expect(await files.read(path)).toEqual({ ok: false, reason: 'is no file of the project' });
    rmSync(join(root, 'sub'), { recursive: true });
    symlinkSync(temporaryFolder({ 'go.mod': MODULE }), join(root, 'sub'));
    expect(await files.read('sub/go.mod')).toMatchObject({ ok: false });
  });

  it('names a lock file that is too large, and folders that lie too deep', async () => {
    const root = temporaryFolder({ [`${'d/'.repeat(14)}go.mod`]: MODULE });
    writeFileSync(join(root, 'package-lock.json'), Buffer.alloc(LIMITS.projectFileBytes + 1, ' '));
    expect(await readProject(await openProject(root))).toMatchObject({
      isProject: true,
      packages: [],
      unread: [
        { reason: expect.stringContaining('12 folders deep') },
        { file: 'package-lock.json', reason: 'is larger than 32 MiB' },
      ],
    });
  });

  it('refuses the home folder, a folder above it, and what is no folder', async () => {
    const root = temporaryFolder({ file: '' });
    for (const folder of [homedir(), dirname(homedir()), '/', join(root, 'file'), join(root, 'gone')])
      await expect(openProject(folder)).rejects.toThrow(/not a (?:folder|project)/);
  });
});

describe('the repository of an installed package', () => {
  const MANIFEST = '{"version":"1.0.0","repository":"o/r"}';

  /** Of the package `ws` 1.0.0 in a project with these files. */
  async function repositoryOf(files: Files, resolved?: string, root = temporaryFolder()) {
    const packages = {
      '': { dependencies: { ws: '*' } },
      'node_modules/ws': { version: '1.0.0', resolved },
    };
    for (const [path, text] of Object.entries({
      ...files,
      'package-lock.json': { lockfileVersion: 3, packages },
    })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), typeof text === 'string' ? text : JSON.stringify(text));
    }
    return (await readProjectAt(root)).packages[0]?.repository;
  }

  it.each([
    ['an object', '{"url":"git+https://github.com/O/r.git","directory":"packages/ws"}', 'github.com/o/r'],
    ['ssh', '"git+ssh://git@gitlab.com/o/r.git"', 'gitlab.com/o/r'],
    ['a short form', '"github:o/r"', 'github.com/o/r'],
    ['a bare name', '"o/r"', 'github.com/o/r'],
    ['nothing', '7', undefined],
  ])('is in its package.json: %s', async (_, repository, expected) => {
    const manifest = `{"version":"1.0.0","repository":${repository}}`;
    expect(await repositoryOf({ 'node_modules/ws/package.json': manifest })).toBe(expected);
  });

  it.each([
    ['another version', '{"version":"7.0.0","repository":"o/r"}'],
    ['broken', '{broken'],
    ['too large', `{"version":"1.0.0","x":"${' '.repeat(300_000)}","repository":"o/r"}`],
  ])('is not taken from a manifest that is %s', async (_, manifest) => {
    expect(await repositoryOf({ 'node_modules/ws/package.json': manifest })).toBeUndefined();
  });

  it('is found through a link within the project, and through no link out of it', async () => {
    const linked = (target: string) => {
      const root = temporaryFolder();
      mkdirSync(join(root, 'node_modules'));
      symlinkSync(target, join(root, 'node_modules/ws'));
      return root;
    };
    const store = { 'node_modules/.pnpm/ws@1.0.0/package.json': MANIFEST };
    expect(await repositoryOf(store, undefined, linked('.pnpm/ws@1.0.0'))).toBe('github.com/o/r');
    const outside = linked(temporaryFolder({ 'package.json': MANIFEST }));
    expect(await repositoryOf({}, undefined, outside)).toBeUndefined();
  });

  it('stays as the lock file says it, and is unknown where nothing is installed', async () => {
    const installed = { 'node_modules/ws/package.json': MANIFEST };
    const resolved = 'git+ssh://git@github.com/o/fork.git#a';
    expect(await repositoryOf(installed, resolved)).toBe('github.com/o/fork');
    expect(await repositoryOf({})).toBeUndefined();
  });
});
