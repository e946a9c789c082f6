import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProjectPackage } from '../../../../src-server/contract/api/project.ts';
import { addRepositories } from '../../../../src-server/projects/disk/package-repositories.ts';
import { onWindows, unless } from '../../../support/unless.ts';

let root: string;
let caches: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'project-')));
  caches = await realpath(await mkdtemp(join(tmpdir(), 'caches-')));
  vi.stubEnv('CARGO_HOME', join(caches, 'cargo'));
  vi.stubEnv('GOMODCACHE', join(caches, 'go'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true });
  await rm(caches, { recursive: true });
});

async function write(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

function packageOf(ecosystem: string, name: string, version: string | null): ProjectPackage {
  const purl = `pkg:${ecosystem}/${name}`;
  return { purl, name, version, ecosystem, direct: true, dev: false, from: ['package.json'] };
}

async function repositoryOf(found: ProjectPackage): Promise<string | undefined> {
  const [completed] = await addRepositories(root, [found]);
  return completed?.repository;
}

describe('the repository of an installed package', () => {
  it('is unknown where its manifest is a pipe', unless(onWindows), async () => {
    await mkdir(join(root, 'node_modules/ws'), { recursive: true });
    execFileSync('mkfifo', [join(root, 'node_modules/ws/package.json')]);
    expect(await repositoryOf(packageOf('npm', 'ws', '8.0.0'))).toBeUndefined();
  });

  it.each([
    ['{"url":"git+https://github.com/WebSockets/ws.git"}'],
    ['"github:websockets/ws"'],
    ['"websockets/ws"'],
  ])('is in its package.json: %s', async (repository) => {
    await write(root, 'node_modules/ws/package.json', `{"version":"8.18.0","repository":${repository}}`);
    expect(await repositoryOf(packageOf('npm', 'ws', '8.18.0'))).toBe('github.com/websockets/ws');
  });

  it('is not taken from another version', async () => {
    await write(root, 'node_modules/ws/package.json', '{"version":"7.0.0","repository":"websockets/ws"}');
    expect(await repositoryOf(packageOf('npm', 'ws', '8.18.0'))).toBeUndefined();
  });

  it('is found through a link within the project, and through no link out of it', async () => {
    const manifest = '{"version":"1.0.0","repository":"o/r"}';
    await write(root, 'node_modules/.pnpm/in@1.0.0/node_modules/in/package.json', manifest);
    await symlink(join(root, 'node_modules/.pnpm/in@1.0.0/node_modules/in'), join(root, 'node_modules/in'));
    await write(caches, 'out/package.json', manifest);
    await symlink(join(caches, 'out'), join(root, 'node_modules/out'));
    expect(await repositoryOf(packageOf('npm', 'in', '1.0.0'))).toBe('github.com/o/r');
    expect(await repositoryOf(packageOf('npm', 'out', '1.0.0'))).toBeUndefined();
  });

  it('is in the METADATA of a virtual environment, its source before its home page', async () => {
    await write(
      root,
      '.venv/lib/python3.12/site-packages/My_Lib-1.0.dist-info/METADATA',
      'Metadata-Version: 2.1\nName: My.Lib\nVersion: 1.0\nHome-page: https://github.com/o/home\nProject-URL: Source, https://github.com/o/source\n\nProject-URL: Source, https://github.com/o/body\n',
    );
    expect(await repositoryOf(packageOf('pypi', 'my-lib', '1.0'))).toBe('github.com/o/source');
    expect(await repositoryOf(packageOf('pypi', 'my-lib', '2.0'))).toBeUndefined();
  });

  it("is in Cargo's and Go's caches", async () => {
    await write(
      caches,
      'cargo/registry/src/index-1/tokio-1.40.0/Cargo.toml',
      '[package]\nrepository = "https://github.com/tokio-rs/tokio"\n',
    );
    await write(
      caches,
      'go/cache/download/example.org/!zap/@v/v1.0.0.info',
      '{"Version":"v1.0.0","Origin":{"VCS":"git","URL":"https://github.com/o/zap"}}',
    );
    expect(await repositoryOf(packageOf('cargo', 'tokio', '1.40.0'))).toBe('github.com/tokio-rs/tokio');
    expect(await repositoryOf(packageOf('golang', 'example.org/Zap', 'v1.0.0'))).toBe('github.com/o/zap');
  });

  it('stays as the lock file says it, and is unknown where nothing is installed', async () => {
    const known = { ...packageOf('npm', 'ws', '8.18.0'), repository: 'github.com/o/fork' };
    await write(root, 'node_modules/ws/package.json', '{"version":"8.18.0","repository":"websockets/ws"}');
    expect(await repositoryOf(known)).toBe('github.com/o/fork');
    for (const ecosystem of ['npm', 'pypi', 'cargo', 'golang', 'vcpkg'])
      expect(await repositoryOf(packageOf(ecosystem, 'gone', '1.0.0'))).toBeUndefined();
  });

  it('is not read from what is no manifest', async () => {
    await write(root, 'node_modules/a/package.json', '{broken');
    await write(
      root,
      'node_modules/b/package.json',
      `{"version":"1.0.0","x":"${' '.repeat(300_000)}","repository":"o/r"}`,
    );
    for (const name of ['a', 'b'])
      expect(await repositoryOf(packageOf('npm', name, '1.0.0'))).toBeUndefined();
  });
});
