/** `npm start`, in a project of its own: its scripts, an Electron that does as it is told, and a command line that says so. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-registry.ts';
import { notOnLinux, unless } from '../support/unless.ts';

const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** @param app what the app does, as a shell script; it has its arguments in `$@` */
function startedProject(app: string) {
  const root = temporaryFolder({
    'electron/electron': `#!/bin/sh\n${app}\n`,
    'package.json': '{"type": "module"}',
    'dist/main/main.js': '',
    'dist/renderer/files.json': '',
    'dist/server/skills-registry.cjs':
      'console.log("command line:", ...process.argv.slice(2)); process.exit(3);',
  });
  chmodSync(join(root, 'electron/electron'), 0o755);
  cpSync('scripts', join(root, 'scripts'), { recursive: true });
  // What is built is newer than its sources.
  const later = new Date(Date.now() + 60_000);
  for (const file of ['main/main.js', 'renderer/files.json', 'server/skills-registry.cjs'])
    utimesSync(join(root, 'dist', file), later, later);
  return root;
}

function start(app: string, args: readonly string[] = []) {
  const root = startedProject(app);
  // Electron doesn't run as root, and `npm start` knows.
  const asAnyone = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  chmodSync(root, 0o755);
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      DISPLAY: ':0',
      ELECTRON_OVERRIDE_DIST_PATH: join(root, 'electron'),
      INIT_CWD: root,
    },
    ...asAnyone,
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
  const said = (word: string) => expect.poll(() => output).toContain(word);
  return { child, ended, said };
}

/** Says that it runs, and that it was told to end; ends half a second later, as a shutdown does. */
const UNTIL_TOLD = `trap 'echo told; sleep 0.5; echo ended; exit 0' TERM INT
echo "app: $*"
while :; do sleep 0.1; done`;

describe('npm start', unless(notOnLinux), () => {
  it('runs the app with its options, and ends as it ends', async () => {
    const { code, output } = await start('echo "app: $2 $3"; exit 0', ['--port', '8710']).ended;
    expect({ code, output }).toEqual({ code: 0, output: 'app: --port 8710\n' });
  });

  it('starts nothing without `--`, and says how options and commands are written', async () => {
    const { code, output } = await start('echo app', ['status', '--json']).ended;
    expect(code).toBe(2);
    expect(output).toMatch(/^npm start takes options behind --/);
  });

  it('takes the folder of `npm start -- -r …` in the app, seen from where it was typed', async () => {
    const { output } = await start('echo "app: $2 $3"; exit 0', ['-r', 'my skills']).ended;
    expect(output).toMatch(/^app: -r \/.*\/my skills\n$/);
  });

  it.each(['--help', '-h'])('lists the options for %s, and starts nothing', async (option) => {
    const { output } = await start('echo "app"; exit 0', [option]).ended;
    expect(output).toBe('command line: serve --help\n');
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('hands %s on once, and waits for the app', async (signal) => {
    const app = start(UNTIL_TOLD.replace('TERM INT', 'TERM HUP'));
    await app.said('app:');
    app.child.kill(signal);
    const { code, output } = await app.ended;
    expect(code).toBe(0);
    expect(output.match(/told/g)).toHaveLength(1);
    expect(output).toContain('ended');
    expect(output).not.toContain('command line:');
  });

  it('doesn’t hand Ctrl+C on, which the terminal tells the app by itself', async () => {
    const app = start(UNTIL_TOLD);
    await app.said('app:');
    app.child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(app.child.exitCode).toBeNull();
    app.child.kill('SIGTERM');
    const { output } = await app.ended;
    expect(output.match(/told/g)).toHaveLength(1);
  });

  it('serves for the browser where the app ends at once, and says why', async () => {
    const { code, output } = await start('exit 7', ['--port', '8710']).ended;
    expect(output).toContain('The desktop app does not run here: it ended with code 7.');
    expect(output).toContain('command line: serve --port 8710 --open\n');
    expect(code).toBe(3);
  });

  it('opens no browser with --no-open, and asks the app for its window all the same', async () => {
    const { output } = await start('echo "app: $*"; exit 7', ['--no-open', '--port', '8710']).ended;
    expect(output).toMatch(/^app: \S+ --port 8710$/m);
    expect(output).toContain('command line: serve --port 8710 --no-open\n');
  });

  it('ends with the app’s code where it fails later, and serves nothing in its place', async () => {
    const { code, output } = await start('sleep 5.5; exit 4').ended;
    expect(code).toBe(4);
    expect(output).not.toContain('command line:');
  });
});
