import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/temporary-registry.ts';
import { onWindows, unless } from '../support/unless.ts';
import { validSkillFiles } from '../support/valid-skill.ts';

const KEY = 'cpp/redis/hiredis';
const DOCUMENT = readFileSync('docs/format.md', 'utf8');

/** The first block of a language in the document, as its reader copies it. */
function block(language: string): string {
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(DOCUMENT)?.[1] ?? '';
}

/** A registry under git with the hook of the document, and its command on the PATH. */
function repository() {
  const folder = temporaryFolder(validSkillFiles(KEY));
  const bin = temporaryFolder({
    'skills-registry': `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/server/skills-registry.cjs')}" "$@"\n`,
  });
  chmodSync(join(bin, 'skills-registry'), 0o755);
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env['PATH']}`,
    GIT_CONFIG_GLOBAL: join(bin, 'no-config'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
  execFileSync('git', ['init', '--quiet'], { cwd: folder, env });
  writeFiles(folder, { '.git/hooks/pre-commit': block('sh') });
  chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755);
  const commit = () => {
    git('add', '-A');
    const { status, stdout, stderr } = git('commit', '--quiet', '-m', 'Change');
    return { status, text: `${stdout}${stderr}` };
  };
  return { folder, commit };
}

describe('the hook of docs/format.md', unless(onWindows), () => {
  it('lets a commit of good skills through, and one that touches none', () => {
    const { folder, commit } = repository();
    expect(commit()).toMatchObject({ status: 0 });
    writeFiles(folder, { 'notes.txt': 'x' });
    expect(commit()).toMatchObject({ status: 0 });
  });

  it('stops a commit that breaks a rule, and names the file', () => {
    const { folder, commit } = repository();
    commit();
    writeFiles(folder, { [`skills/${KEY}/overview.md`]: '# Overview\n' });
    const { status, text } = commit();
    expect(status).not.toBe(0);
    expect(text).toContain(`skills/${KEY}/overview.md`);
  });
});

describe('the hook for pre-commit', () => {
  const [, expression = ''] = /files: (.*)/.exec(block('yaml')) ?? [];

  it.each([
    [`skills/${KEY}/skill.json`, true],
    [`skills/${KEY}/overview.md`, true],
    [`skills/${KEY}/examples/basic.cpp`, true],
    ['README.md', false],
    ['index.json', false],
  ])('is given %s: %s', (path, isGiven) => {
    expect(new RegExp(expression).test(path)).toBe(isGiven);
  });
});

describe('the hook of a library’s own skill', () => {
  const page = readFileSync('docs/registries.md', 'utf8');
  const [, expression = ''] = /^ +files: (.*)/m.exec(page) ?? [];

  it.each([
    ['.skills/skill.json', true],
    ['.skills/overview.md', true],
    ['.skills/guides/retries.md', true],
    ['.skills/examples/basic.cpp', true],
    ['skills/overview.md', false],
    ['README.md', false],
  ])('is given %s: %s', (path, isGiven) => {
    expect(new RegExp(expression).test(path)).toBe(isGiven);
  });
});
