import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src-server/contract/api.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import {
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';

describe('skills-registry index', () => {
  it('writes index.json and then has nothing to do', async () => {
    const registry = temporaryRegistry([KEY]);
    const first = await runCliHere(['index', registry]);
    expect(first).toMatchObject({
      code: 0,
      out: expect.stringContaining('version 1, 1 skill. Added cpp/gabime/spdlog.'),
    });
    const text = readFileSync(join(registry, 'index.json'), 'utf8');
    rmSync(join(registry, 'skills', '.submissions'), { recursive: true, force: true });
    const written = statSync(join(registry, 'skills')).mtimeMs;
    expect(await runCliHere(['index', registry])).toMatchObject({
      code: 0,
      out: expect.stringContaining('up to date: version 1'),
    });
    expect(readFileSync(join(registry, 'index.json'), 'utf8')).toBe(text);
    expect(statSync(join(registry, 'skills')).mtimeMs, 'nothing is made for a lock').toBe(written);
  });

  it.each([
    ['no skill', [], '0 skills.'],
    ['drafts alone', ['a', 'b'], '0 skills. Left out until the last {{write: …}} is gone: 2 drafts.'],
    [
      'a draft beside a skill',
      [KEY, 'a'],
      '1 skill. Added cpp/gabime/spdlog. Left out until the last {{write: …}} is gone: 1 draft.',
    ],
  ])(
    'says of a first index.json over %s what it lists and what it leaves out',
    async (_what, names, said) => {
      const skills = names.map((name) =>
        name === KEY
          ? skillFiles(`skills/${KEY}`, KEY)
          : skillFiles(`skills/js/acme/${name}`, `js/acme/${name}`, { version: '{{write: its version}}' }),
      );
      const registry = temporaryFolder(Object.assign({ 'rules.json': {}, 'skills/.gitkeep': '' }, ...skills));
      const { out } = await runCliHere(['index', registry]);
      expect(out.trimEnd()).toBe(`Wrote ${join(registry, 'index.json')}: version 1, ${said}`);
    },
  );

  it('with --check changes nothing and ends with 1 where it would', async () => {
    const registry = temporaryRegistry([KEY]);
    expect(await runCliHere(['index', registry, '--check'])).toMatchObject({ code: 1 });
    expect(existsSync(join(registry, 'index.json'))).toBe(false);
    await runCliHere(['index', registry]);
    expect(await runCliHere(['index', registry, '--check'])).toMatchObject({ code: 0 });
  });

  it.each([
    ['broken', '{ broken'],
    ['no object', '[1, 2]'],
    ['empty', ''],
    ['of another form', '{"schema": "skills/v1", "skills": {"cpp": []}, "team": "us"}'],
    ['of another major version', '{"schema": "skills/v2", "skills": []}'],
  ])('leaves an index alone that is %s, rather than lose what it says', async (_what, text) => {
    const registry = temporaryRegistry([KEY], { 'index.json': text });
    expect(await runCliHere(['index', registry])).toMatchObject({
      code: 1,
      err: expect.stringContaining('left as it is'),
    });
    expect(readFileSync(join(registry, 'index.json'), 'utf8')).toBe(text);
    expect(readdirSync(registry).sort()).toEqual(['index.json', 'skills']);
  });

  it.each([
    ['is broken', 'skill.json', '{', 'skill.json could not be read: '],
    ['is of another major version', 'skill.json', '{"schema": "skills/v2"}', 'only skills/v1 is served'],
    ['is called skills.json', 'skills.json', '{}', 'There is no skill.json beside '],
    ['is called Skill.json', 'Skill.json', '{}', 'There is no skill.json beside '],
  ])(
    'leaves out a skill with a skill.json that %s, and names the skill',
    async (_what, name, text, fault) => {
      const registry = temporaryRegistry([KEY, 'go/jackc/pgx']);
      await runCliHere(['index', registry]);
      rmSync(join(registry, 'skills/go/jackc/pgx/skill.json'));
      writeFiles(registry, { [`skills/go/jackc/pgx/${name}`]: text });
      const { code, out, err } = await runCliHere(['index', registry]);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Removed go/jackc/pgx.') });
      expect(err).toMatch(/^Left out: skills\/go\/jackc\/pgx: /);
      expect(err).toContain(fault);
      expect(err).toMatch(new RegExp(`^What to mend: .+ validate ${registry}$`, 'm'));
    },
  );

  it('keeps every field that it does not know, in entries and beside them', async () => {
    const index =
      '{"schema":"skills/v1","version":4,"updated_at":"2026-01-01T00:00:00Z","team":"us","__proto__":{"a":1},' +
      `"skills":[{"key":"${KEY}","name":"spdlog","language":"cpp","homepage":"h","__proto__":{"b":2}}]}`;
    const registry = temporaryRegistry([KEY], { 'index.json': index });
    expect(await runCliHere(['index', registry])).toMatchObject({ code: 0 });
    const text = readFileSync(join(registry, 'index.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ version: 5, team: 'us', skills: [{ homepage: 'h' }] });
    expect(text.match(/"__proto__"/g)).toHaveLength(2);
  });

  it('writes into the registry around, from wherever one stands in it', async () => {
    const registry = temporaryRegistry([KEY]);
    expect(await runCliHere(['index'], join(registry, 'skills', KEY))).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Wrote ${join(registry, 'index.json')}`),
    });
  });

  it.each([
    ['stands above', (parent: string) => [['index'], parent] as const],
    ['names the folder above', (parent: string) => [['index', parent], '/'] as const],
  ])('names a registry, and writes nothing into it, where one only %s', async (_who, run) => {
    const parent = temporaryFolder(skillFiles(`mine/skills/${KEY}`, KEY));
    const [args, cwd] = run(parent);
    expect(await runCliHere(args, cwd)).toMatchObject({
      code: 4,
      err: expect.stringMatching(
        new RegExp(`^${parent} is no registry, but holds one. Name it: .* index ${join(parent, 'mine')}$`),
      ),
    });
    expect(readdirSync(join(parent, 'mine'))).toEqual(['skills']);
    expect(readdirSync(parent)).toEqual(['mine']);
  });

  it('makes no registry of a folder that has a skill somewhere below, unless it is named', async () => {
    const folder = temporaryFolder(skillFiles('work/tools/tiny', KEY));
    expect(await runCliHere(['index'], folder)).toMatchObject({
      code: 4,
      err: expect.stringMatching(
        new RegExp(`^There is no registry in ${folder} or above it. Name one with -r.$`),
      ),
    });
    expect(readdirSync(folder)).toEqual(['work']);
  });

  it('has nothing to do for a single skill', async () => {
    const folder = temporaryFolder(skillFiles('one', KEY));
    expect(await runCliHere(['index', join(folder, 'one')])).toMatchObject({ code: 4 });
  });
});

describe('skills-registry init', () => {
  const PACKAGE = { name: '@acme/tiny', version: '2.1.0', repository: 'acme/tiny' };

  async function codesOf(folder: string): Promise<string[]> {
    const { out } = await runCliHere(['validate', folder, '--json']);
    const { diagnostics } = JSON.parse(out) as { diagnostics: readonly Diagnostic[] };
    return [...new Set(diagnostics.map(({ code }) => code))].sort();
  }

  it('starts a skill in a library’s own repository that lacks nothing but its texts', async () => {
    const folder = temporaryFolder({ 'package.json': PACKAGE });
    expect(await runCliHere(['init'], folder)).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(join(folder, '.skills/skill.json'), 'utf8'))).toMatchObject({
      name: 'tiny',
      repo: 'acme/tiny',
      language: 'js',
      version: '2.1.0',
      repo_skill: true,
    });
    expect(await codesOf(join(folder, '.skills'))).toEqual(['placeholder-left', 'skill-draft']);
  });

  it.each(LANGUAGES)('puts a %s skill into a registry under its key', async (language) => {
    const registry = temporaryRegistry([KEY]);
    await runCliHere(
      ['init', '-r', registry, '--language', language, '--repo', 'acme/tiny'],
      temporaryFolder(),
    );
    const folder = join(registry, 'skills', language, 'acme/tiny');
    expect(JSON.parse(readFileSync(join(folder, 'skill.json'), 'utf8'))).toMatchObject({ repo_skill: false });
    expect(await codesOf(folder)).toEqual(['placeholder-left', 'skill-draft']);
  });

  it('takes options over what the package file says', async () => {
    const folder = temporaryFolder({ 'package.json': PACKAGE });
    await runCliHere(['init', '--repo', 'acme/huge'], folder);
    const manifest = JSON.parse(readFileSync(join(folder, '.skills/skill.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'tiny', repo: 'acme/huge' });
  });

  it('names what it must be told', async () => {
    const answer = await runCliHere(['init'], temporaryFolder());
    expect(answer).toMatchObject({ code: 2, err: expect.stringContaining('--repo author/name') });
  });

  it('refuses a repo that is no author/name', async () => {
    const folder = temporaryFolder();
    const answer = await runCliHere(['init', '--language', 'go', '--repo', '../../etc'], folder);
    expect([answer.code, readdirSync(folder)]).toEqual([2, []]);
  });

  it('takes no key that another skill has in other letters', async () => {
    const registry = temporaryRegistry(['js/Acme/Tiny']);
    const answer = await runCliHere(
      ['init', '-r', registry, '--language', 'js', '--repo', 'acme/tiny'],
      temporaryFolder(),
    );
    expect(answer).toMatchObject({ code: 1, err: "Skill 'js/acme/tiny' exists already." });
    expect(readdirSync(join(registry, 'skills/js'))).toEqual(['Acme']);
  });

  it('writes nothing where one of its files exists', async () => {
    const folder = temporaryFolder({ 'package.json': PACKAGE });
    writeFiles(folder, { '.skills/safety.md': 'mine' });
    expect(await runCliHere(['init'], folder)).toMatchObject({ code: 1 });
    expect(readdirSync(join(folder, '.skills'))).toEqual(['safety.md']);
  });
});
