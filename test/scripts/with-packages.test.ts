import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-registry.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** `npm run <name>` in a copy of this project that has its scripts and no packages. */
function runWithout(name: string) {
  const folder = temporaryFolder({ 'package.json': readFileSync('package.json', 'utf8') });
  cpSync('scripts', join(folder, 'scripts'), { recursive: true });
  const [, ...args] = (scripts[name] ?? '').split(' ');
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

const MISSING = 'The packages that this needs are not installed. Run npm ci first.\n';

it.each(['build', 'prepack', 'test', 'check', 'package'])(
  'npm run %s says in one line what comes first where the packages are missing',
  (name) => {
    const { status, stdout, stderr } = runWithout(name);
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: MISSING });
  },
);

it.each(['start', 'serve'])('npm run %s, which needs packages to build alone, says so then', (name) => {
  const { status, stdout, stderr } = runWithout(name);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr.replace(/^Building, .*\n/, '')).toBe(MISSING);
});

/** Runs a script of two lines where esbuild is all that is installed, with this package.json. */
function runBeside(manifest: string) {
  const folder = temporaryFolder({
    'scripts/said.mjs': "console.log(process.argv.slice(1).join(' '));\nprocess.exitCode = 3;\n",
    'node_modules/esbuild/package.json': manifest,
    'node_modules/esbuild/index.js': '',
  });
  const runner = join(folder, 'scripts', 'with-packages.mjs');
  cpSync('scripts/with-packages.mjs', runner);
  const args = [runner, 'said.mjs', '-p', '1'];
  return { folder, ...spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }) };
}

it('runs a script as if it had been started by itself', () => {
  const { folder, status, stdout } = runBeside('{ "name": "esbuild", "exports": "./index.js" }');
  expect(stdout).toBe(`${join(folder, 'scripts', 'said.mjs')} -p 1\n`);
  expect(status).toBe(3);
});

it('says what is wrong with a package that is there, not that it is missing', () => {
  const { status, stdout, stderr } = runBeside('{ half');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('Invalid package config');
  expect(stderr).not.toContain(MISSING);
});
