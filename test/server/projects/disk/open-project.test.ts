import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProject } from '../../../../src-server/projects/open-project.ts';
import { MAX_FILE_BYTES } from '../../../../src-server/projects/read/project-files.ts';
import { readProject } from '../../../../src-server/projects/read/read-project.ts';
import { onWindows, unless } from '../../../support/unless.ts';

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'project-')));
});

afterEach(() => rm(root, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

const MODULE = 'module a.org/a\nrequire github.com/o/r v1.0.0\n';

describe('opening a project', () => {
  it('finds manifests in all folders but those of installed packages, builds and hidden ones', async () => {
    for (const folder of ['', 'apps/web', 'node_modules/x', 'target', '.cache', 'vendor/y'])
      await write(join(folder, 'go.mod'), MODULE);
    await write('README.md', '');
    expect((await openProject(root)).paths).toEqual(['go.mod', 'apps/web/go.mod']);
  });

  it('follows no link, and says which', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    try {
      await writeFile(join(outside, 'go.mod'), MODULE);
      await symlink(join(outside, 'go.mod'), join(root, 'go.mod'));
      await symlink(outside, join(root, 'linked'));
      const found = await readProject(await openProject(root));
      expect(found.packages).toEqual([]);
      expect(found.unread).toEqual([{ file: 'go.mod', reason: 'is a link, which is not followed' }]);
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  it('names a pipe that is called like a manifest', unless(onWindows), async () => {
    execFileSync('mkfifo', [join(root, 'package.json')]);
    const found = await readProject(await openProject(root));
    expect(found.unread).toContainEqual({ file: 'package.json', reason: 'is not a regular file' });
  });

  it('waits for no pipe that took the place of a file', unless(onWindows), async () => {
    await write('go.mod', MODULE);
    const project = await openProject(root);
    await rm(join(root, 'go.mod'));
    execFileSync('mkfifo', [join(root, 'go.mod')]);
    expect((await readProject(project)).unread).toEqual([
      { file: 'go.mod', reason: 'is not a regular file' },
    ]);
  });

  it('reads no file of a folder that became a link afterwards', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    try {
      await writeFile(join(outside, 'go.mod'), MODULE);
      await write('sub/go.mod', MODULE);
      const files = await openProject(root);
      await rm(join(root, 'sub'), { recursive: true });
      await symlink(outside, join(root, 'sub'));
      expect(await files.read('sub/go.mod')).toMatchObject({ ok: false });
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  it('reads only what it found', async () => {
    await write('go.mod', MODULE);
    const files = await openProject(root);
    for (const path of ['../go.mod', '/etc/passwd', 'README.md'])
      expect(await files.read(path)).toEqual({ ok: false, reason: 'is no file of the project' });
  });

  it('names a lock file that is too large', async () => {
    await write('package-lock.json', '');
    await writeFile(join(root, 'package-lock.json'), Buffer.alloc(MAX_FILE_BYTES + 1, ' '));
    const found = await readProject(await openProject(root));
    expect(found).toMatchObject({
      isProject: true,
      packages: [],
      unread: [{ file: 'package-lock.json', reason: 'is larger than 32 MiB' }],
    });
  });

  it('names folders that lie too deep', async () => {
    await write(`${'d/'.repeat(14)}go.mod`, MODULE);
    const { paths, leftOut } = await openProject(root);
    expect(paths).toEqual([]);
    expect(leftOut).toMatchObject([{ reason: expect.stringContaining('12 folders deep') }]);
  });

  it('refuses the home folder, a folder above it, and what is no folder', async () => {
    await write('file', '');
    for (const folder of [homedir(), dirname(homedir()), '/', join(root, 'file'), join(root, 'gone')])
      await expect(openProject(folder)).rejects.toThrow(/not a (?:folder|project)/);
  });
});
