import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SAMPLE_COUNT } from '../support/sample-skills.ts';
import { temporaryFolder, writeFiles } from '../support/temporary-registry.ts';
import { eventually } from '../support/test-server.ts';
import { onWindows, unless } from '../support/unless.ts';
import { readPage } from './markdown-page.ts';

const blocks = readPage('docs/keep-running.md').blocks.filter(({ language }) => language === 'sh');
const UNIT = '.config/systemd/user/skills-registry.service';
const AGENT = 'Library/LaunchAgents/org.skills-registry.serve.plist';

/** A home with a registry, the command, and system commands that only write down what they are told. */
function newHome() {
  // A user's name may hold a space.
  const home = join(temporaryFolder(), 'a home');
  cpSync('assets/sample-registry', join(home, 'my-registry'), { recursive: true });
  const note = '#!/bin/sh\necho "$(basename "$0") $*" >> "$HOME/told"\n';
  writeFiles(home, {
    'bin/skills-registry': `#!/bin/sh\nexec node "${resolve('dist/server/skills-registry.cjs')}" "$@"\n`,
    'bin/systemctl': note,
    'bin/launchctl': note,
  });
  mkdirSync(join(home, '.local'));
  for (const name of ['skills-registry', 'systemctl', 'launchctl']) chmodSync(join(home, 'bin', name), 0o755);
  const path = [join(home, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { HOME: home, PATH: path };
  /** Pastes the block that writes this file, and gives the file. */
  const paste = (file: string): string => {
    const block = blocks.find(({ lines }) => lines.some((line) => line.includes(file)));
    const { status, stderr } = spawnSync('sh', ['-ec', block?.lines.join('\n') ?? 'exit 9'], {
      env,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return readFileSync(join(home, file), 'utf8');
  };
  return { home, paste, told: () => readFileSync(join(home, 'told'), 'utf8') };
}

const withoutSystemd =
  spawnSync('systemd-analyze', ['--version']).status === 0 ? undefined : 'systemd-analyze isn’t here';

describe('the unit for systemd', unless(onWindows), () => {
  it('is written, taken up and started by what the page says', () => {
    const { paste, told } = newHome();
    paste(UNIT);
    expect(told()).toBe('systemctl --user daemon-reload\nsystemctl --user enable --now skills-registry\n');
  });

  it('has nothing in it that systemd complains of', unless(withoutSystemd), () => {
    const { home, paste } = newHome();
    paste(UNIT);
    const { status, stderr } = spawnSync('systemd-analyze', ['--user', 'verify', join(home, UNIT)], {
      encoding: 'utf8',
      env: { ...process.env, XDG_RUNTIME_DIR: home },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('starts a service of the folder by nothing but its own lines, which ends well when it is told', async () => {
    const { home, paste } = newHome();
    const unit = paste(UNIT);
    const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
    const [, path = ''] = /^Environment="PATH=(.+)"$/m.exec(unit) ?? [];
    // The usual port may be in use where this runs.
    const service = spawn('/bin/sh', ['-c', `exec ${command} --port 0`], { env: { HOME: home, PATH: path } });
    onTestFinished(() => void service.kill('SIGKILL'));
    const ended = new Promise((done) => service.once('close', done));
    let said = '';
    service.stdout.on('data', (chunk) => {
      said += String(chunk);
    });
    await eventually(
      () => said,
      (text) => text.includes('Stop with'),
    );
    expect(said).toContain(`serving ${SAMPLE_COUNT}`);
    expect(said).toContain(join(home, 'my-registry'));
    service.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

describe('the agent for launchd', unless(onWindows), () => {
  it('is a property list that starts the command with the folder', () => {
    const { home, paste, told } = newHome();
    const [list = ''] = /<array>.*?<\/array>/s.exec(paste(AGENT)) ?? [];
    const words = [...list.matchAll(/<string>(.*?)<\/string>/g)].map(([, word]) => word);
    expect(words).toEqual([join(home, 'bin/skills-registry'), 'serve', '-r', join(home, 'my-registry')]);
    expect(told()).toMatch(/^launchctl bootstrap gui\/\d+ .*org\.skills-registry\.serve\.plist\n$/);
  });
});
