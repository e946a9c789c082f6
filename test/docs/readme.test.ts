/** Every command of the README, typed from its top to its end by somebody who has only this project and Node. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_COUNT } from '../support/sample-skills.ts';
import { eventually } from '../support/test-server.ts';
import { onWindows, unless } from '../support/unless.ts';
import { prose } from '../support/valid-skill.ts';
import { type ConsoleStep, consoleSteps, outputPattern } from './console-steps.ts';
import { readPage } from './markdown-page.ts';

const README = readPage('README.md');
/** The port that the README speaks of. */
const USUAL_PORT = '8701';
const root = realpathSync(mkdtempSync(join(tmpdir(), 'skills-registry-readme-')));
const home = join(root, 'home');
const project = join(root, 'project');
let place = join(root, 'empty');
let port: string;
let started: ChildProcess | undefined;

describe('who types what the README says', unless(onWindows), () => {
  beforeAll(async () => {
    for (const folder of [home, place]) mkdirSync(folder);
    port = await freePort();
    copyProject();
    installCommand();
    await startApp();
  });

  afterAll(async () => {
    await endApp();
    rmSync(root, { recursive: true, force: true });
  });

  it.each(consoleSteps(README.blocks).map((step) => [step.command, step] as const))(
    'reads what it says: %s',
    (_command, step) => {
      beforeStep(step);
      const { code, output } = type(step.command);
      expect(output).toMatch(outputPattern(step.output));
      expect(code).toBe(0);
    },
  );

  it('has stopped the service by then, without a process left', async () => {
    const app = started;
    await expect.poll(() => app?.exitCode ?? app?.signalCode).not.toBeNull();
  });
});

/** A clone in which the build has just ended: only what `npm start` needs. */
function copyProject(): void {
  mkdirSync(project);
  for (const name of ['package.json', 'scripts', 'dist/server', 'assets/sample-registry'])
    cpSync(name, join(project, name), { recursive: true });
  const built = ['dist/server/skills-registry.cjs', 'dist/main/main.js', 'dist/renderer/files.json'];
  for (const file of built.map((name) => join(project, name))) {
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, '');
    utimesSync(file, new Date(), new Date());
  }
}

/** The command on the `PATH`, as installing puts it there. */
function installCommand(): void {
  const command = join(root, 'bin/skills-registry');
  mkdirSync(dirname(command));
  writeFileSync(
    command,
    `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/server/skills-registry.cjs')}" "$@"\n`,
  );
  chmodSync(command, 0o755);
}

function environment(): NodeJS.ProcessEnv {
  const path = [join(root, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  return { PATH: path, HOME: home, npm_config_update_notifier: 'false' };
}

/** What the first block starts, without a display. */
async function startApp(): Promise<void> {
  let said = '';
  const app = spawn('npm', ['start', '--', '--port', port], {
    cwd: project,
    env: environment(),
    detached: true,
  });
  started = app;
  for (const stream of [app.stdout, app.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  await eventually(
    () => said,
    (text) => text.includes('Stop with Ctrl+C.'),
  );
  expect(said).toContain('The desktop app does not run here: ');
  expect(said).toContain(`Skills Registry is serving ${SAMPLE_COUNT} at http://127.0.0.1:${port}`);
}

async function endApp(): Promise<void> {
  const app = started;
  if (app?.pid === undefined || app.exitCode !== null || app.signalCode !== null) return;
  const ended = new Promise((done) => app.once('close', done));
  process.kill(-app.pid, 'SIGKILL');
  await ended;
}

/** Types a command where the one before it ended; its port is the README's. */
function type(command: string) {
  const typed = `cd "$PLACE"\n{ ${command.replaceAll(USUAL_PORT, port)}\n} 2>&1\ncode=$?\npwd > "$WHERE"\nexit $code\n`;
  const where = join(root, 'where');
  const { status, stdout } = spawnSync('sh', ['-c', typed], {
    encoding: 'utf8',
    env: { ...environment(), PLACE: place, WHERE: where },
  });
  place = readFileSync(where, 'utf8').trimEnd();
  return { code: status, output: `${stdout.replaceAll(port, USUAL_PORT).trimEnd()}\n` };
}

/** What the README's reader does between two commands. */
function beforeStep({ command }: ConsoleStep): void {
  if (command !== 'skills-registry validate') return;
  const [, said = ''] = /`list` says\s`(Agents get [^`]*)`/.exec(README.prose) ?? [];
  expect(type('skills-registry list -r .').output).toBe(`${said}\n`);
  writeMarks(join(place, 'skills/js/acme/tiny'));
}

/** Writes each `{{write: …}}` of the three files and of skill.json. */
function writeMarks(skill: string): void {
  for (const name of ['overview.md', 'pitfalls.md', 'safety.md', 'skill.json']) {
    const file = join(skill, name);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('{{write:');
    const headed = text.replace(/^## \{\{write:[^}]*\}\}$/gm, '## A mistake');
    const written = name === 'skill.json' ? '1.0.0' : prose().slice(0, 1_300);
    writeFileSync(file, headed.replace(/\{\{write:[^}]*\}\}/g, written));
  }
}

function freePort(): Promise<string> {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(String(typeof address === 'object' ? address?.port : '')));
    });
  });
}
