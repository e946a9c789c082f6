import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCliHere, type Surroundings } from '../../support/run-cli-here.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';
import { isolateUserFolders } from '../../support/test-server.ts';

beforeEach(() => isolateUserFolders());

const TOKIO = 'rust/tokio-rs/tokio';
const PROJECT = {
  'Cargo.toml': '[package]\nname = "app"\n[dependencies]\ntokio = "=1.2.3"\nserde = "=1.0.0"\n',
};

const registry = () =>
  temporaryFolder({
    ...skillFiles(`skills/${TOKIO}`, TOKIO, { extensions: { crates_io: { name: 'tokio' } } }),
    ...skillFiles('skills/rust/a/serde', 'rust/a/serde'),
  });

const run = (args: readonly string[], cwd: string, surroundings: Surroundings = {}) =>
  runCliHere(args, cwd, { env: process.env, ...surroundings });

describe('skills-registry sync', () => {
  it('shows the change, writes nothing without a terminal or --yes, and ends with 2', async () => {
    const project = temporaryFolder(PROJECT);
    const { out, err, code } = await run(['sync', '-r', registry()], project);
    expect(code).toBe(2);
    expect(out).toContain('+ AGENTS.md');
    expect(out).toContain(
      '- tokio 1.2.3 (low risk): [rust/tokio-rs/tokio](.agents/skills/rust-tokio-rs-tokio/SKILL.md)',
    );
    expect(err).toContain('Nothing was written');
    expect(readdirSync(project)).toEqual(['Cargo.toml']);
  });

  it('writes with --yes, is level then, and writes no guess', async () => {
    const [project, served] = [temporaryFolder(PROJECT), registry()];
    expect((await run(['sync', '--check', '-r', served], project)).code).toBe(1);
    expect(readdirSync(project)).toEqual(['Cargo.toml']);
    expect((await run(['sync', '--yes', '-r', served], project)).code).toBe(0);
    expect(readdirSync(join(project, '.agents/skills'))).toEqual(['rust-tokio-rs-tokio']);
    expect(readFileSync(join(project, 'AGENTS.md'), 'utf8')).not.toContain('serde');
    expect((await run(['sync', '--check', '-r', served], project)).code).toBe(0);
    const again = await run(['sync', '-r', served], project);
    expect(again).toMatchObject({ code: 0, out: 'All is as it should be.' });
  });

  it('says of a project for which nothing is written how many packages have a skill, in the words of match', async () => {
    const [project, served] = [
      temporaryFolder(PROJECT),
      temporaryFolder(skillFiles('skills/rust/a/b', 'rust/a/b')),
    ];
    const said = '0 of 2 packages have a skill.';
    for (const args of [[], ['--check'], ['--yes'], ['--index-only']])
      expect(await run(['sync', ...args, '-r', served], project)).toMatchObject({
        code: 0,
        out: `${said} Nothing is to be written.`,
      });
    expect((await run(['match', '-r', served], project)).out).toContain(said);
  });

  it.each([
    ['y', 0],
    ['n', 2],
  ])('asks at a terminal, and takes %j', async (answer, code) => {
    const project = temporaryFolder(PROJECT);
    const asked = await run(['sync', '-r', registry()], project, { isTyped: true, ask: async () => answer });
    expect(asked.code).toBe(code);
    expect(existsSync(join(project, 'AGENTS.md'))).toBe(code === 0);
  });

  it('writes the list alone with --index-only, and leaves installed skills as they are', async () => {
    const [project, served] = [temporaryFolder(PROJECT), registry()];
    await run(['sync', '--yes', '--index-only', '-r', served], project);
    expect(readFileSync(join(project, 'AGENTS.md'), 'utf8')).toContain('`rust/tokio-rs/tokio`');
    expect(existsSync(join(project, '.agents/skills'))).toBe(false);
    await run(['sync', '--yes', '-r', served], project);
    expect((await run(['sync', '--check', '--index-only', '-r', served], project)).code).toBe(0);
    expect(existsSync(join(project, '.agents/skills/rust-tokio-rs-tokio/SKILL.md'))).toBe(true);
  });

  it('has a sha256 of every installed file in the lock', async () => {
    const project = temporaryFolder(PROJECT);
    await run(['sync', '--yes', '-r', registry()], project);
    const lock = JSON.parse(readFileSync(join(project, '.agents/skills-registry.lock.json'), 'utf8')) as {
      files: Record<string, string>;
    };
    const { createHash } = await import('node:crypto');
    expect(Object.keys(lock.files)).toContain('.agents/skills/rust-tokio-rs-tokio/safety.md');
    for (const [path, hash] of Object.entries(lock.files))
      expect(hash).toBe(
        createHash('sha256')
          .update(readFileSync(join(project, path)))
          .digest('hex'),
      );
  });

  it('says in JSON what it changed and what it kept', async () => {
    const [project, served] = [temporaryFolder(PROJECT), registry()];
    const first = await run(['sync', '--yes', '--json', '-r', served], project);
    expect(JSON.parse(first.out)).toMatchObject({
      project,
      upToDate: false,
      written: true,
      counts: { packages: 2, exact: 1, guess: 1 },
    });
    writeFileSync(join(project, '.agents/skills/rust-tokio-rs-tokio/safety.md'), 'mine');
    const { out, code } = await run(['sync', '--json', '-r', served], project);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      upToDate: true,
      written: false,
      changes: [{ action: 'keep', path: '.agents/skills/rust-tokio-rs-tokio/safety.md' }],
    });
  });

  it.each([
    ['a file that somebody edited', 'safety.md', 'mine'],
    ['another file that somebody edited', 'SKILL.md', 'mine'],
    ['a file that somebody emptied', 'overview.md', ''],
  ])('calls not all as it should be where it keeps %s', async (_what, name, text) => {
    const [project, served] = [temporaryFolder(PROJECT), registry()];
    await run(['sync', '--yes', '-r', served], project);
    const file = `.agents/skills/rust-tokio-rs-tokio/${name}`;
    writeFileSync(join(project, file), text);
    const { out, code } = await run(['sync', '-r', served], project);
    const kept = `= ${file} is kept: it was changed by somebody since it was written.`;
    expect({ out, code }).toEqual({ out: `${kept}\nAll else is as it should be.`, code: 0 });
  });

  it('ends with 4 where nothing is a project, and with 2 where the lock can’t be read', async () => {
    expect((await run(['sync', '-r', registry()], temporaryFolder())).code).toBe(4);
    const project = temporaryFolder({ ...PROJECT, '.agents/skills-registry.lock.json': '{' });
    expect((await run(['sync', '--yes', '-r', registry()], project)).code).toBe(2);
  });
});

describe('skills-registry export', () => {
  it('writes a folder for each key, and overwrites none', async () => {
    const [folder, served] = [temporaryFolder(), registry()];
    const args = ['export', TOKIO, 'rust/a/serde', '--to', 'out', '-r', served];
    expect((await run(args, folder)).code).toBe(0);
    expect(readdirSync(join(folder, 'out'))).toEqual(['rust-a-serde', 'rust-tokio-rs-tokio']);
    expect(readFileSync(join(folder, 'out/rust-a-serde/SKILL.md'), 'utf8')).toContain('key: "rust/a/serde"');
    expect(readFileSync(join(folder, 'out/rust-a-serde/safety.md'), 'utf8')).toContain('Never.');
    const again = await run(args, folder);
    expect(again.code).toBe(1);
    expect(again.err).toContain('exists already');
  });

  it.each(['../status', '../../v1/status', `${TOKIO}/safety`])('refuses %s, which is no key', async (key) => {
    const folder = temporaryFolder();
    const { code, err } = await run(['export', key, '--to', 'out', '-r', registry()], folder);
    expect(code).toBe(2);
    expect(err).toContain(`${key} is not a key: a key has three parts, language/author/name`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends with 1 for a key that nobody serves, and writes nothing', async () => {
    const folder = temporaryFolder();
    const { code, err } = await run(['export', 'rust/no/such', '--to', 'out', '-r', registry()], folder);
    expect(code).toBe(1);
    expect(err).toContain('not found');
    expect(readdirSync(folder)).toEqual([]);
  });
});
