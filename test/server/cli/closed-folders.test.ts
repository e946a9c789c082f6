/** What commands say of folders that their user may not read or write, as another user than root, and of pipes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { skillFiles, temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { notAsRoot, onWindows, unless } from '../../support/unless.ts';

const CLI = fileURLToPath(new URL('../../../dist/server/skills-registry.cjs', import.meta.url));
const NOBODY = 65_534;
const KEY = 'go/acme/queue';

/** A registry that everybody may read and nobody else write, and folders that only root may enter. */
function folders() {
  const root = temporaryFolder();
  writeFiles(root, skillFiles(`open/skills/${KEY}`, KEY));
  writeFiles(root, skillFiles(`closed/skills/${KEY}`, KEY));
  mkdirSync(join(root, 'data/skills-registry/servers'), { recursive: true });
  chmodSync(root, 0o755);
  for (const name of ['closed', 'data/skills-registry/servers']) chmodSync(join(root, name), 0o700);
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      cwd: root,
      uid: NOBODY,
      gid: NOBODY,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: join(root, 'data'), XDG_DATA_HOME: join(root, 'data') },
    });
    return { status, out: stdout, err: stderr.trimEnd() };
  };
  return { root, run };
}

describe('a folder that its user may not enter', unless(onWindows, notAsRoot), () => {
  it.each([
    ['list', '-r', 'closed'],
    ['validate', 'closed'],
    ['index', 'closed'],
    ['find', 'a', '-r', 'closed'],
  ])('is named with the reason by %s', (...args) => {
    const { root, run } = folders();
    expect(run(...args)).toEqual({
      status: 4,
      out: '',
      err: `${join(root, 'closed')} may not be read: permission denied.`,
    });
  });

  it('is said by status, where it is that of the discovery files', () => {
    const { root, run } = folders();
    const servers = join(root, 'data/skills-registry/servers');
    expect(run('status').err).toBe(`Ignored ${servers}: it can't be read (EACCES).`);
  });

  it('keeps index and remove from no other registry, where it is that of added registries', () => {
    const { root, run } = folders();
    mkdirSync(join(root, 'data/skills-registry/registries'));
    chmodSync(join(root, 'data/skills-registry'), 0o700);
    expect(run('index', 'open').err).toMatch(
      /open\/skills\/\.submissions can't be written: you may not write there \(EACCES\)\.$/,
    );
    expect(run('remove', 'go/acme/absent', '-r', 'open', '--yes').err).toContain('go/acme/absent');
  });
});

describe('a pipe in place of a file, which nobody waits for', unless(onWindows), () => {
  it.each([
    [
      'registry list',
      ['registry', 'list'],
      'data/skills-registry/registries/registries.json',
      "can't be read",
    ],
    [
      'registry remove',
      ['registry', 'remove', 'a', '-y'],
      'data/skills-registry/registries/registries.json',
      "can't be read",
    ],
    [
      'registry update',
      ['registry', 'update'],
      'data/skills-registry/registries/registries.json',
      "can't be read",
    ],
    [
      'export-site',
      ['export-site', 'open', '--to', 'site'],
      'site/skills-registry-site.json',
      'is not empty',
    ],
  ])('ends %s with a sentence', (_command, args, path, why) => {
    const root = temporaryFolder(skillFiles(`open/skills/${KEY}`, KEY));
    mkdirSync(join(root, path, '..'), { recursive: true });
    execFileSync('mkfifo', [join(root, path)]);
    const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      cwd: root,
      encoding: 'utf8',
      timeout: 30_000,
      env: { PATH: process.env['PATH'], HOME: join(root, 'data'), XDG_DATA_HOME: join(root, 'data') },
    });
    expect(stderr).toContain(why);
    expect(status).toBe(1);
  });
});

describe('a folder that its user may not write', unless(onWindows, notAsRoot), () => {
  it.each([
    ['export', KEY, '--to', 'open/new', '-r', 'open'],
    ['export-site', 'open', '--to', 'new'],
    ['export-plugin', 'open/new/plugin'],
    ['index', 'open'],
  ])('is named with the reason by %s', (...args) => {
    const { run } = folders();
    const { status, err } = run(...args);
    expect(err.split('\n').at(-1)).toMatch(/^\/.* can't be written: you may not write there \(EACCES\)\.$/);
    expect(status).toBe(1);
  });
});
