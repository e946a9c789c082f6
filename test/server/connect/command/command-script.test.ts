import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandScript, readCommandScript } from '../../../../src-server/connect/command/command-script.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';
import { onWindows, unless } from '../../../support/unless.ts';

const LOCAL = 'C:\\Users\\Jürgen\\AppData\\Local';
const WINDOWS = {
  node: `${LOCAL}\\Programs\\skills-registry\\resources\\cli\\node.exe`,
  script: `${LOCAL}\\Programs\\skills-registry\\resources\\cli\\dist\\server\\skills-registry.cjs`,
};

describe('the script for sh', unless(onWindows), () => {
  function installed(folder: string, exitCode = 0) {
    const script = join(folder, 'dist', 'skills.mjs');
    mkdirSync(dirname(script), { recursive: true });
    writeFileSync(script, `console.log(JSON.stringify(process.argv.slice(2))); process.exit(${exitCode});`);
    const node = join(folder, 'node');
    symlinkSync(process.execPath, node);
    const file = join(temporaryFolder(), 'skills-registry');
    writeFileSync(file, commandScript({ node, script }, 'linux', undefined) ?? '', { mode: 0o755 });
    return { file, node, script };
  }

  it('starts the app’s Node with its script, and hands on every argument and the exit code', () => {
    const { file } = installed(join(temporaryFolder(), `Skills 'Registry' $HOME \`x\` "ä"`), 3);
    const words = ['find', 'a b', '$HOME', "it's", '*', ''];
    const { stdout, status } = spawnSync(file, words, { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual(words);
    expect(status).toBe(3);
  });

  it('says what to do once the app is gone, and ends as an unknown command does', () => {
    const file = join(temporaryFolder(), 'skills-registry');
    const files = { node: '/gone/cli/node', script: '/gone/cli/skills-registry.cjs' };
    writeFileSync(file, commandScript(files, 'darwin', undefined) ?? '', { mode: 0o755 });
    const { stderr, status } = spawnSync(file, { encoding: 'utf8' });
    expect(status).toBe(127);
    expect(stderr).toBe(
      `skills-registry: the app that this command belongs to is not there any more. Install the command again in the settings of Skills Registry, or remove ${file}.\n`,
    );
  });

  it('parses in sh, and names what it starts, whatever the path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const files = { node: `/opt/${name}/node`, script: `/opt/${name}/skills-registry.cjs` };
        const text = commandScript(files, 'linux', undefined);
        if (text === undefined) return expect(name).toMatch(/\p{Cc}/u);
        expect(readCommandScript(text)).toEqual(files);
        execFileSync('sh', ['-n'], { input: text });
      }),
      { numRuns: 50 },
    );
  });
});

describe('the script for cmd', () => {
  it('is ASCII in a user’s own folder, whatever the user’s name, with line ends of Windows', () => {
    const text = commandScript(WINDOWS, 'win32', LOCAL) ?? '';
    expect(text).toMatch(/^[\x20-\x7e\r\n]+$/);
    expect(text.split('\r\n').filter((line) => line.includes('\n'))).toEqual([]);
    expect(text).toContain(
      '@"%LOCALAPPDATA%\\Programs\\skills-registry\\resources\\cli\\node.exe" "%LOCALAPPDATA%\\Programs\\skills-registry\\resources\\cli\\dist\\server\\skills-registry.cjs" %*\r\n',
    );
    expect(readCommandScript(text)).toEqual(WINDOWS);
  });

  it('keeps a path elsewhere, and doubles its percent signs', () => {
    const files = { node: 'D:\\100% (x86)\\node.exe', script: 'D:\\100% (x86)\\skills-registry.cjs' };
    const text = commandScript(files, 'win32', LOCAL) ?? '';
    expect(text).toContain('@"D:\\100%% (x86)\\node.exe" "D:\\100%% (x86)\\skills-registry.cjs" %*');
    expect(text.split('\r\n')[0]).not.toContain('%');
    expect(readCommandScript(text)).toEqual(files);
  });

  it('is none where a path has what such a script can’t hold', () => {
    const files = { node: 'D:\\Böse\\node.exe', script: 'D:\\Böse\\skills-registry.cjs' };
    expect(commandScript(files, 'win32', LOCAL)).toBeUndefined();
  });
});

describe('a script that the app didn’t make', () => {
  it.each([
    '',
    '#!/bin/sh\nexec other-skills "$@"\n',
    '# Made by Skills Registry; its settings take it back: {"node":1}\n',
    '# Made by Skills Registry; its settings take it back: {"node":\n',
    'echo Made by Skills Registry; its settings take it back: {"node":"/a","script":"/b"}\n',
    '#!/bin/sh\n\n# Made by Skills Registry; its settings take it back: {"node":"/a","script":"/b"}\n',
  ])('is not taken for one of its own: %j', (text) => {
    expect(readCommandScript(text)).toBeUndefined();
  });
});
