/** What the commands that write say of a disk that is full: a sentence with the reason, and nothing left behind. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCliAs } from '../../support/run-cli-here.ts';
import { skillFiles, temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { notAsRoot, notOnLinux, unless } from '../../support/unless.ts';

const TOKIO = 'rust/tokio-rs/tokio';

const mount = (folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]).status === 0;

/** Why no disk can be filled here. */
function unmountable(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const isMounted = mount(folder);
  if (isMounted) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return isMounted ? undefined : 'no disk may be mounted here';
}

/** A full disk of its own with a registry and a project. */
function fullDisk(): string {
  const disk = temporaryFolder();
  mount(disk);
  onTestFinished(() => void spawnSync('umount', [disk]));
  writeFiles(disk, {
    'project/Cargo.toml': '[package]\nname = "app"\n[dependencies]\ntokio = "=1.2.3"\n',
    ...skillFiles(`registry/skills/${TOKIO}`, TOKIO, { extensions: { crates_io: { name: 'tokio' } } }),
  });
  const { status } = spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filling')}`, 'bs=1k']);
  expect(status).not.toBe(0);
  return disk;
}

describe('a full disk', unless(notOnLinux, notAsRoot, unmountable()), () => {
  it.each<readonly [string, readonly string[], string, number]>([
    ['sync', ['sync', '--yes', '-r', '../registry'], 'project', 2],
    ['export', ['export', TOKIO, '--to', '.', '-r', '../registry'], 'project', 1],
    ['export to a new folder', ['export', TOKIO, '--to', 'new/skills', '-r', '../registry'], 'project', 1],
    ['export-plugin', ['export-plugin', 'new/plugin', '--url', 'http://127.0.0.1:8701'], 'project', 1],
    ['export-site in a new folder', ['export-site', '../registry', '--to', 'new/site'], 'project', 1],
    ['export-site', ['export-site', '../registry', '--to', 'site'], 'project', 1],
    ['index', ['index', '.'], 'registry', 1],
    ['init', ['init', 'rust/acme/other', '-r', '.'], 'registry', 1],
  ])('is named by %s as the reason, and nothing is left behind', async (_command, args, folder, code) => {
    const disk = fullDisk();
    const cwd = join(disk, folder);
    const before = readdirSync(cwd, { recursive: true });
    const ended = await runCliAs(args, { cwd, userFolder: temporaryFolder() });
    expect(ended.err.trimEnd().split('\n').at(-1)).toMatch(
      /^\/.* can't be written: the disk is full \(ENOSPC\)\.$/,
    );
    expect(ended.err).not.toContain('.tmp');
    expect(ended.code).toBe(code);
    expect(readdirSync(cwd, { recursive: true })).toEqual(before);
  });

  it('leaves the settings of a client as they are, and is named once', async () => {
    const disk = fullDisk();
    writeFileSync(join(disk, 'filling'), '');
    const settings = '{"mcpServers":{"other":{"command":"other"}}}';
    writeFiles(disk, { 'home/.cursor/mcp.json': settings });
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filling')}`, 'bs=1k']);
    const home = join(disk, 'home');
    const { code, out, err } = await runCliAs(['connect', 'cursor', '--write'], {
      cwd: disk,
      userFolder: home,
      env: { HOME: home },
    });
    expect(code).toBe(1);
    expect(`${out}${err}`).toMatch(
      /mcp\.json\S* can't be written: the disk is full \(ENOSPC\)\. Make the change by hand\./,
    );
    expect(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')).toBe(settings);
  });

  it('leaves a file whole that would have been replaced', async () => {
    const disk = fullDisk();
    const file = join(disk, 'project/AGENTS.md');
    writeFileSync(join(disk, 'filling'), '');
    writeFileSync(file, '# Mine\n');
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filling')}`, 'bs=1k']);
    const args = ['sync', '--yes', '--index-only', '-r', '../registry'];
    const { code } = await runCliAs(args, { cwd: join(disk, 'project'), userFolder: temporaryFolder() });
    expect(code).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('# Mine\n');
  });
});
