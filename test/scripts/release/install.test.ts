/**
 * What `npm i -g <package>` leaves: installed for real, into a folder of its own, without a registry to ask.
 *
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmPack } from '../../../scripts/release/npm-package.mjs';

const isWindows = process.platform === 'win32';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'skills-registry-install-')));
const prefix = join(folder, 'prefix');
const bin = isWindows ? prefix : join(prefix, 'bin');

function npm(...args: string[]): string {
  return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', shell: isWindows });
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    shell: isWindows,
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${bin}${isWindows ? ';' : ':'}${process.env['PATH']}`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      LOCALAPPDATA: folder,
    },
  });
}

describe('npm i -g of the package', () => {
  beforeAll(() => {
    const project = join(folder, 'project');
    mkdirSync(project);
    // As a clone in which the build has just ended: the package must not need what else lies there.
    for (const name of ['package.json', 'README.md', 'LICENSE', 'dist', 'assets/sample-registry'])
      cpSync(name, join(project, name), { recursive: true });
    const { name } = npmPack(project, ['--ignore-scripts', '--pack-destination', folder]);
    mkdirSync(prefix);
    npm(
      'install',
      '--global',
      '--prefix',
      prefix,
      '--offline',
      '--no-audit',
      '--no-fund',
      join(folder, name),
    );
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('puts the command on the path, which knows its version and finds its sample', () => {
    expect(run('skills-registry', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run('skills-registry', 'show', 'cpp/gabime/spdlog', 'safety')).toContain('# spdlog: safety');
  });

  it('names itself in its hints as it is to be typed', () => {
    expect(run('skills-registry', 'status')).toBe(
      'Nothing runs. Start it with: skills-registry serve -r <folder>\n',
    );
  });

  it('leaves nothing behind when it is uninstalled', () => {
    npm('uninstall', '--global', '--prefix', prefix, 'skills-registry');
    expect(() => run('skills-registry', '--version')).toThrow();
  });
});
