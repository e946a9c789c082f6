import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { eventually } from '../../support/test-server.ts';
import { prose } from '../../support/valid-skill.ts';

/**
 * Somebody who knows nothing but the command, from an empty folder to a registry that is served, kept and tended. What
 * they read on the way is in the snapshot, all of it: read it as they do when it changes.
 */
it('leads an author from an empty folder to a registry that is served, added to, edited and tidied', async () => {
  const walk = startWalk({
    'tiny/package.json': {
      name: '@acme/tiny',
      version: '2.1.0',
      repository: 'acme/tiny',
    },
    'mux/go.mod': 'module github.com/gorilla/mux/v2\n',
  });
  const { run, at, folder } = walk;
  const skill = join(folder, 'my-skills/skills/js/acme/tiny');

  await run('validate');
  await run('init --registry my-skills');
  at('my-skills');
  await run('init');
  await run('init --library ../tiny');
  await run('validate');

  write(skill);
  // Too short for the specification, and a note in a private registry.
  writeFiles(skill, {
    'performance.md': '# tiny: performance\n\n## What costs\n\nEach call opens a connection.\n',
  });
  writeFiles(skill, { 'examples/basic.js': "import { get } from 'tiny';\n\nconsole.log(await get('/'));\n" });
  describe(skill, 'A tiny HTTP client.', '"http", "client"');
  change(join(skill, 'skill.json'), '"P2": [', '"P2": [\n      "faults.md",');
  change(join(skill, 'skill.json'), '"symptoms": []', '"symptoms": ["Error: timeout of 0 ms exceeded"]');
  await run('validate');
  await run('validate --fix');
  await run('index');

  at('.');
  const service = await walk.serve('serve --port 0 --allow-submit');
  at('mux');
  await run('init');
  await run('submit .skills');
  write(join(folder, 'mux/.skills'));
  change(join(folder, 'mux/.skills/skill.json'), /"\{\{write: version[^"]*"/, '"2.0.0"');
  describe(join(folder, 'mux/.skills'), 'Routes requests to handlers.', '"http"');
  writeFiles(join(folder, 'mux/.skills'), { 'examples/basic.go': 'package main\n\nfunc main() {}\n' });
  await run('submit .skills');
  await run('list');

  change(join(skill, 'overview.md'), '# tiny: overview', '# tiny, as it is today');
  await eventually(
    () => walk.read('show js/acme/tiny overview.md'),
    (text) => text.includes('as it is today'),
  );
  await run('find timeout of zero');
  at('my-skills');
  await run('remove go/gorilla/mux --yes');
  await run('index --check');
  await eventually(
    () => walk.read('list'),
    (text) => !text.includes('gorilla'),
  );
  await run('list');
  await run('stop');
  expect(await service.exited).toBe(0);
  expect(walk.files('my-skills')).toEqual(['README.md', 'index.json', 'rules.json', 'skills']);
  await expect(walk.transcript()).toMatchFileSnapshot('./__snapshots__/authors-walk.txt');
});

/** What the author types, one after the other, and what they read. */
function startWalk(files: Parameters<typeof writeFiles>[1]) {
  const userFolder = temporaryUserFolder();
  const folder = temporaryFolder(files);
  const bin = commandOnPath();
  const env = { PATH: `${bin}${delimiter}${process.env['PATH']}` };
  const lines: string[] = [];
  let cwd = folder;
  const surroundings = () => ({ userFolder, cwd, env });
  const note = (command: string, out: string, err: string, code: number | null) => {
    // What isn't the result itself, such as where it is from, is said first.
    const read = [err, out].map((text) => text.trimEnd()).filter((text) => text !== '');
    lines.push(`$ skills-registry ${command}`, ...read, ...(code === 0 ? [] : [`(ends with ${code})`]), '');
  };
  const read = async (command: string) => runCliProcess(command.split(' '), surroundings());
  return {
    folder,
    at(place: string) {
      cwd = join(folder, place);
      lines.push(`$ cd ${join(folder, place)}`, '');
    },
    async run(command: string) {
      const { out, err, code } = await read(command);
      note(command, out, err, code);
    },
    /** The same, of which nothing is noted. */
    read: async (command: string) => (await read(command)).out,
    async serve(command: string) {
      const cli = startCli(command.split(' '), surroundings());
      const out = await eventually(cli.out, (text) => text.includes('Stop with'));
      note(command, out, '', 0);
      return cli;
    },
    files: (place: string) => readdirSync(join(folder, place)).sort(),
    transcript: () => settled(lines.join('\n').replaceAll(userFolder, '~'), folder),
  };
}

/** A folder in which terminals find the command, so that it is named as somebody does who installed it. */
function commandOnPath(): string {
  const bin = temporaryFolder();
  mkdirSync(bin, { recursive: true });
  for (const name of ['skills-registry', 'skills-registry.cmd']) {
    writeFileSync(join(bin, name), '');
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

/** Without what is another one on each machine and in each run. */
function settled(text: string, folder: string): string {
  return (
    text
      .replaceAll(folder, '/home/author')
      .replaceAll('\\', '/')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8701')
      // Only where the page is built.
      .replace(/^ {2}Open .*\n/m, '')
      // How far the check has come when it greets.
      .replace(/^( {2}Problems {2}).*$/m, '$1<so far>')
      .replace(/pid \d+/g, 'pid 4711')
      .replace(/\d{4}-\d\d-\d\dT[\d:.-]+Z?/g, '<time>')
  );
}

function change(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(file, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
}

function describe(skill: string, summary: string, tags: string): void {
  change(join(skill, 'skill.json'), /"\{\{write: one line[^"]*"/, `"${summary}"`);
  change(join(skill, 'skill.json'), /"\{\{write: search terms[^"]*"/, tags);
}

/** Writes every text that is to be written, as long as the rules ask. */
function write(skill: string): void {
  for (const name of readdirSync(skill).filter((file) => file.endsWith('.md'))) {
    const template = readFileSync(join(skill, name), 'utf8');
    const text = template.replace(/^## \{\{write:[^}]*\}\}$/gm, '## A mistake');
    const marks = text.match(/\{\{write:[^}]*\}\}/g) ?? [];
    const length = Math.ceil(3_600 / marks.length);
    writeFileSync(
      join(skill, name),
      marks.reduce((written, mark) => written.replace(mark, prose().slice(0, length)), text),
    );
  }
}
