import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProjectAt } from '../../../../src-server/projects/open-project.ts';
import { onWindows, unless } from '../../../support/unless.ts';

let root: string;
let outside: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'project-')));
  outside = await realpath(await mkdtemp(join(tmpdir(), 'outside-')));
});

afterEach(async () => {
  await rm(root, { recursive: true });
  await rm(outside, { recursive: true });
});

async function write(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** Of a package that the project's lock file names. */
async function repositoryOf(name: string, version: string, resolved?: string): Promise<string | undefined> {
  const packages = {
    '': { dependencies: { [name]: '*' } },
    [`node_modules/${name}`]: { version, resolved },
  };
  await write(root, 'package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }));
  return (await readProjectAt(root)).packages[0]?.repository;
}

describe('the repository of an installed package', () => {
  it('is unknown where its manifest is a pipe', unless(onWindows), async () => {
    await mkdir(join(root, 'node_modules/ws'), { recursive: true });
    execFileSync('mkfifo', [join(root, 'node_modules/ws/package.json')]);
    expect(await repositoryOf('ws', '8.0.0')).toBeUndefined();
  });

  it.each([
    ['{"url":"git+https://github.com/WebSockets/ws.git"}'],
    ['"github:websockets/ws"'],
    ['"websockets/ws"'],
  ])('is in its package.json: %s', async (repository) => {
    await write(root, 'node_modules/ws/package.json', `{"version":"8.18.0","repository":${repository}}`);
    expect(await repositoryOf('ws', '8.18.0')).toBe('github.com/websockets/ws');
  });

  it('is not taken from another version', async () => {
    await write(root, 'node_modules/ws/package.json', '{"version":"7.0.0","repository":"websockets/ws"}');
    expect(await repositoryOf('ws', '8.18.0')).toBeUndefined();
  });

  it('is found through a link within the project, and through no link out of it', async () => {
    const manifest = '{"version":"1.0.0","repository":"o/r"}';
    await write(root, 'node_modules/.pnpm/in@1.0.0/node_modules/in/package.json', manifest);
    await symlink(join(root, 'node_modules/.pnpm/in@1.0.0/node_modules/in'), join(root, 'node_modules/in'));
    await write(outside, 'out/package.json', manifest);
    await symlink(join(outside, 'out'), join(root, 'node_modules/out'));
    expect(await repositoryOf('in', '1.0.0')).toBe('github.com/o/r');
    expect(await repositoryOf('out', '1.0.0')).toBeUndefined();
  });

  it('stays as the lock file says it, and is unknown where nothing is installed', async () => {
    await write(root, 'node_modules/ws/package.json', '{"version":"8.18.0","repository":"websockets/ws"}');
    expect(await repositoryOf('ws', '8.18.0', 'git+ssh://git@github.com/o/fork.git#a')).toBe(
      'github.com/o/fork',
    );
    expect(await repositoryOf('gone', '1.0.0')).toBeUndefined();
  });

  it('is not read from what is no manifest', async () => {
    await write(root, 'node_modules/a/package.json', '{broken');
    await write(
      root,
      'node_modules/b/package.json',
      `{"version":"1.0.0","x":"${' '.repeat(300_000)}","repository":"o/r"}`,
    );
    for (const name of ['a', 'b']) expect(await repositoryOf(name, '1.0.0')).toBeUndefined();
  });
});
