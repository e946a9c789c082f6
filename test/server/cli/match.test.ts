import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MatchReport } from '../../../src-server/cli/commands/project.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';
import { isolateUserFolders, startTestServer } from '../../support/test-server.ts';

beforeEach(() => isolateUserFolders());

const TOKIO = 'rust/tokio-rs/tokio';
const SERDE = 'rust/serde-rs/serde';

const lock = (...packages: readonly string[]) =>
  `version = 4\n${packages
    .map((each) => {
      const [name, version] = each.split('@');
      return `\n[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n`;
    })
    .join('')}\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = [${packages
    .filter((each) => !each.startsWith('left'))
    .map((each) => `"${each.replace('@', ' ')}"`)
    .join(', ')}]\n`;

const MANIFEST =
  '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\ntokio = "1"\nserde = "1"\nbytes = "1"\n';
const PROJECT = {
  'Cargo.toml': MANIFEST,
  'Cargo.lock': lock('tokio@0.3.0', 'serde@1.0.5', 'bytes@1.1.0', 'left@1.0.0'),
};

const registry = () =>
  temporaryFolder({
    ...skillFiles(`skills/${TOKIO}`, TOKIO, {
      version: '1.40.0',
      risk_level: 'high',
      extensions: { crates_io: { name: 'tokio' } },
    }),
    ...skillFiles(`skills/${SERDE}`, SERDE, { version: '1.0.0' }),
  });

const run = (args: readonly string[], cwd: string, columns?: number) =>
  runCliHere(args, cwd, { env: process.env, ...(columns !== undefined && { columns }) });

describe('skills-registry match', () => {
  it('shows what has a skill, what may have one, and what has none', async () => {
    const { out, code } = await run(['match', '-r', registry()], temporaryFolder(PROJECT));
    expect(code).toBe(0);
    expect(out).toMatch(/^tokio +0\.3\.0 +rust\/tokio-rs\/tokio +1\.40\.0 +high +major +exact$/m);
    expect(out).toContain('Guesses, by the name alone; not counted: serde: maybe rust/serde-rs/serde');
    expect(out).toContain('Without a skill, the most used first: bytes, left');
    expect(out).toContain(
      '1 of 4 packages has a skill: 1 exact, 0 by their repository. 1 more is a guess, and not counted.',
    );
  });

  it('names every registry that is named, for people and for programs', async () => {
    const [project, upper, lower] = [temporaryFolder(PROJECT), registry(), registry()];
    const named = ['match', project, '-r', upper, '-r', lower];
    expect((await run(named, '/')).err).toBe(`${upper}, ${lower}:`);
    expect(JSON.parse((await run([...named, '--json'], '/')).out)).toMatchObject({
      registries: [upper, lower],
    });
    const missing = await run(['show', 'nobody-knows-this', '-r', upper, '-r', lower], '/');
    expect(missing.err).toContain(`${upper}, ${lower}: Skill 'nobody-knows-this' not found.`);
  });

  it('prints the document that programs rely on', async () => {
    const [project, served] = [temporaryFolder(PROJECT), registry()];
    const { out, err } = await run(['match', project, '--json', '-r', served], '/');
    const report = JSON.parse(out) as MatchReport;
    expect(err).toBe('');
    expect(Object.keys(report)).toEqual(['project', 'registries', 'packages', 'unread', 'counts']);
    expect(report).toMatchObject({ project, registries: [served], unread: [] });
    expect(report.counts).toEqual({ packages: 4, direct: 3, exact: 1, repository: 0, guess: 1, none: 2 });
    const tokio = report.packages.find(({ name }) => name === 'tokio');
    expect(tokio).toEqual({
      purl: 'pkg:cargo/tokio@0.3.0',
      name: 'tokio',
      version: '0.3.0',
      ecosystem: 'cargo',
      direct: true,
      dev: false,
      from: ['Cargo.lock', 'Cargo.toml'],
      skill: { key: TOKIO, level: 'exact', version: '1.40.0', risk: 'high', drift: 'major' },
    });
    expect(report.packages.at(-1)).toMatchObject({ name: 'left', direct: false, skill: null });
  });

  it('answers the same with a service and without', async () => {
    const [project, served] = [temporaryFolder(PROJECT), registry()];
    const alone = await run(['match', project, '-r', served], '/');
    await startTestServer(served);
    expect(await run(['match', project, '-r', served], '/')).toEqual(alone);
  });

  it('leaves out with --direct what other packages brought in', async () => {
    const { out } = await run(['match', '--direct', '--json', '-r', registry()], temporaryFolder(PROJECT));
    expect((JSON.parse(out) as MatchReport).counts).toMatchObject({ packages: 3, direct: 3 });
  });

  it.each([
    ['risk', 1, /tokio 0\.3\.0 is of high risk/],
    ['drift', 1, /the skill rust\/tokio-rs\/tokio is about 1\.40\.0/],
    ['missing', 1, /bytes 1\.1\.0 has no skill/],
    ['risk,missing', 1, /bytes 1\.1\.0 has no skill/],
  ])('ends with --fail-on %s with %i, and says why', async (kinds, code, why) => {
    const answer = await run(['match', '--fail-on', kinds, '-r', registry()], temporaryFolder(PROJECT));
    expect(answer.code).toBe(code);
    expect(answer.err).toMatch(why);
    expect(answer.err).not.toContain('serde');
  });

  it('never fails for a guess', async () => {
    const project = temporaryFolder({
      'Cargo.toml': '[package]\nname = "app"\n[dependencies]\nserde = "=0.1.0"\n',
    });
    const { code } = await run(['match', '--fail-on', 'risk,drift,missing', '-r', registry()], project);
    expect(code).toBe(0);
  });

  it('ends with 4 where nothing is a project', async () => {
    const { code, err } = await run(['match', '-r', registry()], temporaryFolder({ 'notes.txt': '' }));
    expect(code).toBe(4);
    expect(err).toContain('holds no project');
  });

  it.each([
    [['--fail-on', 'panic']],
    [['--format', 'markdown']],
    [['no-such-folder']],
    [['-r', 'no-such-folder']],
  ])('ends with 2 for %j', async (args) => {
    expect((await run(['match', ...args], temporaryFolder(PROJECT))).code).toBe(2);
  });

  it('shows nothing that a terminal would act on', async () => {
    const evil = 'evil\u001b[31m';
    const project = temporaryFolder({
      ...PROJECT,
      'Cargo.lock': `${PROJECT['Cargo.lock']}\n[[package]]\nname = "${JSON.stringify(evil).slice(1, -1)}"\nversion = "1.0.0"\n`,
    });
    for (const format of [[], ['--json']]) {
      const { out, err } = await run(['match', ...format, '-r', registry()], project);
      expect(out + err).not.toContain('\u001b');
    }
  });

  it('changes nothing in the project', async () => {
    const project = temporaryFolder(PROJECT);
    await run(['match', '-r', registry()], project);
    expect(readFileSync(join(project, 'Cargo.toml'), 'utf8')).toBe(MANIFEST);
    writeFileSync(join(project, 'Cargo.toml'), '<<<<<<< HEAD\n');
    const { code, out } = await run(['match', '-r', registry()], project);
    expect(code).toBe(0);
    expect(out).toContain('Not read:');
  });
});
