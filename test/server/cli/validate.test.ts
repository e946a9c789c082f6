import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fixRegistry, validateRegistry } from '../../../src-server/cli/commands/validate.ts';
import { DIAGNOSTICS, type DiagnosticCode } from '../../../src-server/contract/codes.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import { locateRegistry } from '../../../src-server/registry/locate.ts';
import { consequencesIn, isWorse } from '../../support/consequences.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import { SAMPLE_COUNT } from '../../support/sample-skills.ts';
import { skillFiles, temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { onWindows, unless, without } from '../../support/unless.ts';
import { type SampleSkill, validSkill, validSkillFiles } from '../../support/valid-skill.ts';

const KEY = 'cpp/redis/hiredis';
const SAMPLE = 'assets/sample-registry';
const REAL = '../shared/real-registry';
/** Freshness and the age of index.json go by the day. */
const REAL_NOW = new Date('2026-11-22T12:00:00Z');

afterEach(() => {
  vi.useRealTimers();
});

const set = (field: string, value: unknown) => (skill: SampleSkill) => {
  skill.manifest[field] = value;
};

/** A library with a skill of its own, and a `skills/` folder of agent skills. */
function libraryWithAgentSkills(): string {
  const { manifest, files } = validSkill(KEY);
  const own = Object.entries({ ...files, 'skill.json': manifest });
  return temporaryFolder({
    ...Object.fromEntries(own.map(([path, text]) => [`.skills/${path}`, text])),
    'skills/review/SKILL.md': '---\nname: review\n---\n',
  });
}

const dataIn = (folder: string) => ({ HOME: folder, XDG_DATA_HOME: folder, LOCALAPPDATA: folder });

const registryWith = (change?: (skill: SampleSkill) => void) => temporaryFolder(validSkillFiles(KEY, change));

describe('skills-registry validate', () => {
  it('has nothing to say about the sample registry', async () => {
    expect(await runCliHere(['validate', SAMPLE])).toEqual({
      out: `Checked ${SAMPLE_COUNT}: no problems.`,
      err: '',
      code: 0,
    });
  });

  it('checks the .skills folder that is named, in a library that has a skills folder, too', async () => {
    const folder = libraryWithAgentSkills();
    const run = (...args: string[]) => runCliHere(args, folder);
    expect((await run('validate', '.skills')).out).toMatch(/^Checked 1 skill/);
    writeFileSync(join(folder, '.skills', 'skill.json'), '{');
    expect(await run('validate', '.skills')).toMatchObject({
      code: 1,
      out: expect.stringContaining('skill.json'),
    });
  });

  it('fails where no skill is in what was named', async () => {
    const empty = temporaryFolder({ 'skills/.keep': '' });
    expect(await runCliHere(['validate', empty])).toMatchObject({
      code: 1,
      err: `There is no skill in ${empty}.`,
    });
    expect(await runCliHere(['validate', '-r', empty])).toMatchObject({ code: 1 });
  });

  it('shows what is wrong, where, and what the code means', async () => {
    const folder = registryWith(set('tier', 'core'));
    const { out, code } = await runCliHere(['validate', '.'], folder);
    expect(code).toBe(1);
    expect(out).toMatchSnapshot();
  });

  it.each([
    ['the registry', ''],
    ['its skills folder', 'skills'],
    ['a skill', `skills/${KEY}`],
    ['a skill.json', `skills/${KEY}/skill.json`],
  ])('takes %s', async (_what, path) => {
    const { out } = await runCliHere(['validate', path === '' ? '.' : path], registryWith());
    expect(out).toBe('Checked 1 skill: no problems.');
  });

  it.each(['.', '.skills', '.skills/skill.json'])('takes a library’s %s', async (path) => {
    const own = Object.entries(validSkillFiles(KEY, set('repo_skill', true)));
    const folder = temporaryFolder(
      Object.fromEntries(own.map(([name, text]) => [name.replace(`skills/${KEY}`, '.skills'), text])),
    );
    expect((await runCliHere(['validate', path], folder)).out).toBe('Checked 1 skill: no problems.');
  });

  it('ends with 4 where there is nothing to check', async () => {
    expect((await runCliHere(['validate', '.'], temporaryFolder())).code).toBe(4);
  });

  it('ends with 2 for a wrong option', async () => {
    expect((await runCliHere(['validate', '--format', 'xml'], registryWith())).code).toBe(2);
  });

  it('passes with warnings', async () => {
    const folder = registryWith(set('trust_score_sources', { stars: 20 }));
    expect((await runCliHere(['validate', '.'], folder)).code).toBe(0);
  });

  it('with --quiet says errors only, and that there is more', async () => {
    const folder = registryWith(set('trust_score_sources', { stars: 20 }));
    expect((await runCliHere(['validate', '.', '--quiet'], folder)).out).toBe(
      'Checked 1 skill: no errors; 1 of less weight not shown.',
    );
  });

  it('reports as JSON', async () => {
    const { out } = await runCliHere(['validate', '.', '--json'], registryWith(set('tier', 'core')));
    expect(JSON.parse(out)).toMatchObject({
      skills: [
        {
          key: KEY,
          completeness: { declared: 100, computed: 100 },
          trust_score: { declared: 72, computed: 72 },
        },
      ],
      counts: { error: 1, warning: 0, info: 0 },
      diagnostics: [
        { code: 'enum-invalid', skillKey: KEY, file: `skills/${KEY}/skill.json`, pointer: '/tier', line: 5 },
      ],
    });
  });

  it('reports as SARIF, with places relative to the current folder', async () => {
    const { out } = await runCliHere(
      ['validate', '.', '--format', 'sarif'],
      registryWith(set('tier', 'core')),
    );
    expect(JSON.parse(out)).toMatchSnapshot({
      runs: [{ tool: { driver: { version: expect.any(String) } } }],
    });
  });

  it('never lets a text drive the terminal', async () => {
    const folder = registryWith((skill) => {
      skill.files['overview.md'] += '\n[a](gone\u001b[2J\u202e.md)\n';
    });
    const { out } = await runCliHere(['validate', '.'], folder);
    expect(out).toContain('The link to gone\\u{1b}[2J\\u{202e}.md leads');
    expect(out).not.toMatch(/[\u001b\u202e]/u);
  });

  it('never lets the name of a file begin a line that a CI takes for a command', async () => {
    const folder = registryWith((skill) => {
      skill.files['examples/a\n::error::pwned.cpp'] = 'int main() {}';
      skill.files['examples/##[error]b.cpp'] = 'int main() {}';
    });
    const { out } = await runCliHere(['validate', '.'], folder);
    expect(out).toContain('pwned');
    expect(out).not.toMatch(/^\s*::|##\[/m);
    const { err } = await runCliHere(['validate', 'x\n::error::pwned'], folder);
    expect(err).toContain(`There is no folder ${join(folder, 'x')}\\u{a}::error::pwned.`);
  });

  it('gives the loader’s problems a line too', async () => {
    const folder = registryWith((skill) => {
      delete skill.files['performance.md'];
      delete skill.manifest['completeness'];
    });
    const { out } = await runCliHere(['validate', '.', '--json'], folder);
    expect(JSON.parse(out).diagnostics).toMatchObject([{ code: 'file-missing', line: 48 }]);
  });

  it('begins with what there is most of, and what mends it, what is not served first', async () => {
    const folder = temporaryFolder({
      ...validSkillFiles(KEY, set('group', 'web')),
      ...validSkillFiles('cpp/fmtlib/fmt', set('schema', 'libskills/v1')),
      ...Object.fromEntries(
        Object.entries(validSkillFiles(KEY)).map(([path, text]) => [path.replace(KEY, 'copy'), text]),
      ),
    });
    const { out } = await runCliHere(['validate', '.'], folder);
    expect(out.slice(0, out.indexOf('\n\ncpp/'))).toMatchSnapshot();
  });

  it('begins for a real registry with what its maintainer would act on', unless(without(REAL)), async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: REAL_NOW });
    const { out } = await runCliHere(['validate', REAL]);
    expect(out.slice(0, out.indexOf('\n\n', out.indexOf('validate --fix mends')))).toMatchSnapshot();
  });

  it('gives a stable list for a real registry', unless(without(REAL)), async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: REAL_NOW });
    const { out } = await runCliHere(['validate', REAL, '--json']);
    const { diagnostics } = JSON.parse(out) as { diagnostics: readonly Diagnostic[] };
    const counts: Partial<Record<DiagnosticCode, number>> = {};
    for (const { code } of diagnostics) counts[code] = (counts[code] ?? 0) + 1;
    expect(counts).toMatchSnapshot();
    expect((await runCliHere(['validate', REAL, '--json'])).out).toBe(out);
    expect(consequencesIn(diagnostics).length).toBeGreaterThan(0);
    expect(consequencesIn(diagnostics).filter(isWorse)).toEqual([]);
  });

  it('takes what to check with -r, too, and names it once', async () => {
    const folder = temporaryFolder(validSkillFiles(KEY));
    const { out } = await runCliHere(['validate', '-r', folder]);
    expect(out).toMatch(/^Checked 1 skill:/);
    expect(await runCliHere(['validate', folder, '-r', folder])).toMatchObject({ code: 2 });
  });

  it('lists what of a draft is left to write, and counts it as a draft', async () => {
    const folder = temporaryFolder({
      ...validSkillFiles(KEY, (skill) => {
        skill.files['safety.md'] = '# Safety\n\n{{write: one}}\n\n{{write: two}}\n';
      }),
    });
    const { out, code } = await runCliHere(['validate', '.'], folder);
    expect(code).toBe(1);
    expect(out).toMatch(/^Checked 1 draft: 1 error, 0 warnings, 2 notes\./);
    expect(out).toContain(
      `  note placeholder-left  skills/${KEY}/safety.md:3:1\n    Still to write: one.\n\n  note placeholder-left  skills/${KEY}/safety.md:5:1\n    Still to write: two.\n`,
    );
    expect(out).not.toContain('{{write: one');
    writeFiles(folder, validSkillFiles('cpp/fmtlib/fmt'));
    expect((await runCliHere(['validate', '.'], folder)).out).toMatch(/^Checked 1 skill and 1 draft:/);
  });

  it('counts a skill that can’t be served beside the others', async () => {
    const folder = temporaryFolder({
      ...validSkillFiles(KEY, (skill) => {
        skill.files['safety.md'] = '# Safety\n\n{{write: one}}\n';
      }),
      'skills/go/jackc/pgx/skill.json': '{',
    });
    const { out } = await runCliHere(['validate', '.'], folder);
    expect(out).toMatch(/^Checked 1 draft and 1 skill that can't be served: 2 errors,/);
    writeFiles(folder, validSkillFiles('cpp/fmtlib/fmt'));
    expect((await runCliHere(['validate', '.'], folder)).out).toMatch(
      /^Checked 1 skill, 1 draft and 1 skill that can't be served:/,
    );
  });
});

describe('what skills-registry validate checks', () => {
  const two = () =>
    temporaryFolder({
      ...validSkillFiles(KEY, set('tier', 'core')),
      ...validSkillFiles('cpp/fmtlib/fmt', (skill) => {
        skill.files['overview.md'] = '# Overview\n';
        skill.files['safety.md'] += '\n[gone](gone.md)\n';
      }),
    });
  const foundIn = async (args: readonly string[], cwd: string) => {
    const { out } = await runCliHere(['validate', ...args, '--json'], cwd);
    const { diagnostics } = JSON.parse(out) as { diagnostics: readonly Diagnostic[] };
    return diagnostics.map(({ code, file }) => `${code} ${file}`);
  };
  const FMT = 'skills/cpp/fmtlib/fmt';

  it('is the skill of a file', async () => {
    const found = ['tokens-too-few overview.md', 'link-dead safety.md'];
    expect(await foundIn([`${FMT}/performance.md`], two())).toEqual(found);
  });

  it('is nothing where a file belongs to no skill', async () => {
    const folder = temporaryFolder({ 'README.md': '# Read me\n' });
    expect(await runCliHere(['validate', 'README.md'], folder)).toMatchObject({
      code: 4,
      err: 'README.md belongs to no skill: there is no skill.json beside it or above.',
    });
  });

  it('is, without a path, what SKILLS_REGISTRY names, and says so', async () => {
    const folder = two();
    const { err, out } = await runCliHere(['validate'], temporaryFolder(), {
      env: { SKILLS_REGISTRY: folder },
    });
    expect(err).toBe(`Checking ${folder}, named by SKILLS_REGISTRY.`);
    expect(out).toContain('Checked 2 skills: 2 errors, 1 warning, 0 notes.');
  });

  it('is, without a path, the registry above, as it is for serve', async () => {
    const folder = two();
    const { err, out } = await runCliHere(['validate'], join(folder, FMT));
    expect(err).toBe(`Checking ${folder}, the nearest registry above the current folder.`);
    expect(out).toContain('Checked 2 skills');
  });

  it('is never the sample', async () => {
    expect((await runCliHere(['validate'], temporaryFolder())).code).toBe(4);
  });
});

describe('a registry’s own rules', () => {
  const short = (skill: SampleSkill) => {
    skill.files['overview.md'] = '# Overview\n';
    skill.files['safety.md'] += '\n[gone](gone.md)\n';
  };
  const withRules = (rules: unknown) =>
    temporaryFolder({ ...validSkillFiles(KEY, short), 'rules.json': rules as object });
  const RULES = { profile: 'private', off: { 'link-dead': 'Our wiki is internal.' } };

  it('relax what they name, and every report says how much', async () => {
    const folder = withRules(RULES);
    const { out, code } = await runCliHere(['validate', '.'], folder);
    expect(code).toBe(0);
    expect(out).toContain('Checked 1 skill: 0 errors, 0 warnings, 1 note.');
    expect(out).toContain(
      'Relaxed by rules.json (--strict ignores it):\n  link-dead 1 not reported: Our wiki is internal.\n  tokens-too-few 1 as notes: The registry is private.\n',
    );
    const json = JSON.parse((await runCliHere(['validate', '.', '--json'], folder)).out);
    const relaxed = [
      { code: 'link-dead', count: 1, how: 'off', reason: 'Our wiki is internal.' },
      { code: 'tokens-too-few', count: 1, how: 'note', reason: 'The registry is private.' },
    ];
    expect(json.relaxed).toEqual(relaxed);
    const sarif = JSON.parse((await runCliHere(['validate', '.', '--format', 'sarif'], folder)).out);
    expect(sarif.runs[0].properties).toEqual({ relaxed });
  });

  it('count for nothing with --strict', async () => {
    const { out, code } = await runCliHere(['validate', '.', '--strict'], withRules(RULES));
    expect([code, out]).toEqual([1, expect.stringContaining('1 error, 1 warning, 0 notes.')]);
    expect(out).not.toContain('Relaxed');
  });

  it('hold for a skill of the registry that is checked alone', async () => {
    const { code } = await runCliHere(['validate', `skills/${KEY}/overview.md`], withRules(RULES));
    expect(code).toBe(0);
  });

  it.each([
    ['is no JSON', '{'],
    ['is over 64 KiB', `{"off": {}, "profile": "private"${' '.repeat(64 * 1024)}}`],
    ['switches off what protects readers', { off: { 'hidden-character': 'noisy' } }],
  ])('relax nothing where rules.json %s, and are named', async (_what, rules) => {
    const folder = withRules(rules);
    const { out, code } = await runCliHere(['validate', '.', '--json'], folder);
    const codes = (JSON.parse(out).diagnostics as Diagnostic[]).map(({ code: one }) => one);
    expect([code, codes]).toEqual([1, ['rules-json-invalid', 'tokens-too-few', 'link-dead']]);
  });

  it('are not read from behind a link', unless(onWindows), async () => {
    const folder = temporaryFolder(validSkillFiles(KEY, short));
    const elsewhere = temporaryFolder({ 'rules.json': RULES });
    symlinkSync(join(elsewhere, 'rules.json'), join(folder, 'rules.json'));
    const { out } = await runCliHere(['validate', '.'], folder);
    expect(out).toContain('rules.json could not be read');
    expect(out).not.toContain('Our wiki');
  });
});

describe('SARIF', () => {
  it('gives each result a file that exists, and a region in it', async () => {
    const folder = temporaryFolder({
      ...validSkillFiles(KEY, (skill) => {
        delete skill.files['safety.md'];
        delete skill.files['examples/basic.cpp'];
        Object.assign(skill.manifest['files'] as object, { P0: ['overview.md', 'pitfalls.md'], P3: [] });
      }),
      ...Object.fromEntries(
        Object.entries(validSkillFiles(KEY)).map(([path, text]) => [
          path.replace(`skills/${KEY}`, 'skills/copy'),
          text,
        ]),
      ),
    });
    const { out } = await runCliHere(['validate', '.', '--format', 'sarif'], folder);
    const results = JSON.parse(out).runs[0].results as ReadonlyArray<{
      ruleId: string;
      locations: ReadonlyArray<{
        physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } };
      }>;
    }>;
    expect(results.map(({ ruleId }) => ruleId)).toEqual(
      expect.arrayContaining(['key-duplicate', 'p0-file-missing', 'example-missing']),
    );
    for (const { ruleId, locations } of results) {
      const { artifactLocation, region } = locations[0]?.physicalLocation ?? {};
      const file = join(folder, decodeURIComponent(artifactLocation?.uri ?? '?'));
      expect([ruleId, existsSync(file) && statSync(file).isFile()]).toEqual([ruleId, true]);
      expect(region?.startLine).toBeGreaterThan(0);
    }
  });
});

describe('skills-registry validate --fix', () => {
  const broken = (skill: SampleSkill) => {
    delete skill.manifest['schema'];
    skill.manifest['completeness'] = 12;
    skill.files['examples/pool.cpp'] = 'int main() {}\n';
  };

  /** Copies go beside the registry. */
  const fix = (folder: string, ...more: readonly string[]) =>
    runCliHere(['validate', '.', '--fix', ...more], folder, { env: dataIn(join(folder, '../data')) });
  const brokenRegistry = () => {
    const home = temporaryFolder();
    writeFiles(join(home, 'registry'), validSkillFiles(KEY, broken));
    return join(home, 'registry');
  };

  it('shows a diff, repairs, and keeps the old file outside of the skills, where it says', async () => {
    const folder = brokenRegistry();
    const before = readFileSync(join(folder, 'skills', KEY, 'skill.json'), 'utf8');
    const { out, code } = await fix(folder);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^Repairing .*skill\.json\n[\s\S]*\n {4}\+ .*\n[\s\S]*Copies of the replaced files: /,
    );
    expect(out).toContain('Checked 1 skill: no problems.');
    expect(readdirSync(join(folder, 'skills', KEY)).filter((name) => name.includes('bak'))).toEqual([]);
    const [, kept = ''] = /Copies of the replaced files: (.*)/.exec(out) ?? [];
    expect(
      readdirSync(kept, { recursive: true }).filter((name) => String(name).endsWith('.json')),
    ).toHaveLength(1);
    expect(readFileSync(join(kept, 'skills', KEY, 'skill.json'), 'utf8')).toBe(before);
  });

  it('with --no-backup keeps no copy', async () => {
    const folder = brokenRegistry();
    const { out } = await fix(folder, '--no-backup');
    expect(out).not.toContain('Copies of the replaced files');
    expect(out).toContain('Checked 1 skill: no problems.');
  });

  it('with --dry-run changes nothing', async () => {
    const folder = registryWith(broken);
    const file = join(folder, 'skills', KEY, 'skill.json');
    const before = readFileSync(file, 'utf8');
    const { out } = await runCliHere(['validate', '.', '--fix', '--dry-run'], folder);
    expect(out).toContain('Would repair');
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readdirSync(join(folder, 'skills', KEY))).not.toContain('skill.json.bak');
  });

  it('keeps JSON on stdout clean', async () => {
    const { out } = await runCliHere(
      ['validate', '.', '--fix', '--no-backup', '--json'],
      registryWith(broken),
    );
    expect(JSON.parse(out).diagnostics).toEqual([]);
  });

  it('rebuilds index.json where there is one', async () => {
    const index = {
      schema: 'skills/v1',
      version: 1,
      updated_at: '2026-01-01T00:00:00Z',
      skills: [{ key: 'go/x/y' }],
    };
    const folder = temporaryFolder({ ...validSkillFiles(KEY), 'index.json': index });
    const { out } = await runCliHere(['validate', '.', '--fix', '--no-backup'], folder);
    expect(out).toContain('Added cpp/redis/hiredis; removed go/x/y.');
    expect(out).toContain('no problems.');
  });

  it('doesn’t rebuild index.json where a skill could not be read', async () => {
    const index = { schema: 'skills/v1', version: 1, skills: [{ key: 'go/jackc/pgx' }] };
    const folder = temporaryFolder({
      ...validSkillFiles(KEY),
      'skills/go/jackc/pgx/skill.json': '{',
      'index.json': index,
    });
    const before = readFileSync(join(folder, 'index.json'), 'utf8');
    const { out } = await runCliHere(['validate', '.', '--fix', '--no-backup'], folder);
    expect(out).toMatch(
      /^skills\/go\/jackc\/pgx: skill\.json could not be read.+ index\.json is left as it is\.$/m,
    );
    expect(readFileSync(join(folder, 'index.json'), 'utf8')).toBe(before);
  });

  it('says of an index.json that can’t be used that it is left as it is', async () => {
    const folder = temporaryFolder({ ...validSkillFiles(KEY), 'index.json': '{' });
    const { out } = await runCliHere(['validate', '.', '--fix', '--no-backup'], folder);
    expect(out).toMatch(/^index\.json could not be read: .+ index\.json is left as it is\.$/m);
    expect(readFileSync(join(folder, 'index.json'), 'utf8')).toBe('{');
  });

  it.each([
    ['is stood above', (parent: string) => [['validate', '--fix'], parent] as const],
    ['is below what was named', (parent: string) => [['validate', parent, '--fix'], '/'] as const],
  ])('changes nothing of a registry that only %s, and says how to name it', async (_what, run) => {
    const parent = temporaryFolder();
    const files = validSkillFiles(KEY, (skill) => Reflect.deleteProperty(skill.manifest, 'schema'));
    writeFiles(join(parent, 'mine'), files);
    const manifest = join(parent, 'mine/skills', KEY, 'skill.json');
    const before = readFileSync(manifest, 'utf8');
    const [args, cwd] = run(parent);
    expect(await runCliHere(args, cwd)).toMatchObject({
      code: 4,
      err: expect.stringContaining(`validate --fix ${join(parent, 'mine')}`),
    });
    expect(readFileSync(manifest, 'utf8')).toBe(before);
    expect((await runCliHere([...args, '--dry-run'], cwd)).out).toContain('Would repair');
  });

  it('says that a draft is left as it is until it is written', async () => {
    const folder = brokenRegistry();
    const manifest = join(folder, 'skills', KEY, 'skill.json');
    writeFileSync(join(folder, 'skills', KEY, 'safety.md'), '# Safety\n\n{{write: one}}\n');
    const before = readFileSync(manifest, 'utf8');
    const { out } = await fix(folder);
    expect(out).toMatch(
      /^Unchanged until the last \{\{write: …\}\} is replaced: 1 draft\.\nChecked 1 draft:/,
    );
    expect(readFileSync(manifest, 'utf8')).toBe(before);
  });
});

describe('fixing', () => {
  const NAMES = [
    'overview.md',
    'pitfalls.md',
    'safety.md',
    'lifecycle.md',
    'performance.md',
    'quickstart.md',
    'examples/a.cpp',
    'examples/b.cpp',
    'gone.md',
    'examples/gone.cpp',
    'x.txt',
  ];
  const list = fc.oneof(
    { weight: 8, arbitrary: fc.array(fc.constantFrom(...NAMES), { maxLength: 8 }) },
    fc.constantFrom(undefined, null, 'x', 7, [7, 'overview.md']),
  );
  const changes = fc.record(
    {
      tier: fc.constantFrom('tier2', 'community', 'Curated', 'core', undefined),
      schema: fc.constantFrom('skills/v1', 'libskills/v1', undefined, 'skills/v1.1'),
      files: fc.oneof(
        {
          weight: 6,
          arbitrary: fc.record(
            { P0: list, P1: list, P2: list, P3: list, p1: list, more: list },
            { requiredKeys: [] },
          ),
        },
        fc.constantFrom(undefined, null, 'x', []),
      ),
      read_order: list,
      completeness: fc.constantFrom(undefined, 0, 40, 77, 100, 300, '100', null, 12.5),
      trust_score: fc.constantFrom(70, undefined, 300),
    },
    { requiredKeys: [] },
  );
  const present = fc.subarray(NAMES.filter((name) => !name.includes('gone')));

  it('never makes anything worse, and has nothing left to do the second time', async () => {
    await fc.assert(
      fc.asyncProperty(changes, present, async (manifest, names) => {
        const texts = Object.fromEntries(
          ['overview.md', 'pitfalls.md', 'safety.md', 'examples/basic.txt'].map((name) => [name, undefined]),
        );
        const wanted = Object.fromEntries(names.map((name) => [name, `${name}\n`]));
        const files = skillFiles(`skills/${KEY}`, KEY, manifest, { ...texts, ...wanted } as Record<
          string,
          string
        >);
        const folder = temporaryFolder(
          Object.fromEntries(Object.entries(files).filter(([, text]) => text !== undefined)),
        );
        const located = await locateRegistry(folder);
        if (!located.ok) throw new Error(located.reason);
        const { location } = located;
        const weigh = async (): Promise<number[]> => {
          const { diagnostics } = await validateRegistry(location, { now: new Date() });
          return (['error', 'warning', 'info'] as const).map(
            (severity) => diagnostics.filter((item) => DIAGNOSTICS[item.code].severity === severity).length,
          );
        };
        const options = { now: new Date(), dryRun: false, say: () => {} };
        const before = await weigh();
        await fixRegistry(location, options);
        const after = await weigh();
        for (const [index, count] of after.entries()) expect(count).toBeLessThanOrEqual(before[index] ?? 0);
        expect(await fixRegistry(location, options)).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a skill with more entries than find tells apart', () => {
  const entries = (name: string, count: number) =>
    `# ${name}\n\n${Array.from({ length: count }, (_, at) => `## ${name} ${at + 1}\n\nText.\n`).join('\n')}`;
  const crowdedIn = async (pitfalls: number, overview: number): Promise<readonly string[]> => {
    const texts = {
      'pitfalls.md': entries('Trap', pitfalls),
      'overview.md': entries('Part', overview),
      'safety.md': '# Safety\n\n## Never fork\n\nText.\n',
    };
    const located = await locateRegistry(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, texts)));
    if (!located.ok) throw new Error(located.reason);
    const { diagnostics } = await validateRegistry(located.location, { now: new Date() });
    return diagnostics.flatMap(({ code, message, file }) =>
      code === 'entries-too-many' ? `${file} ${message}` : [],
    );
  };

  it('is reported with each file and how many entries find doesn’t know', async () => {
    const tells = 'it tells 2,000 of a skill apart.';
    expect(await crowdedIn(2_100, 10)).toEqual([
      `skills/${KEY}/overview.md find doesn’t know 10 of the 11 entries of overview.md: ${tells}`,
      `skills/${KEY}/pitfalls.md find doesn’t know 101 of the 2,101 entries of pitfalls.md: ${tells}`,
      `skills/${KEY}/safety.md find doesn’t know 1 of the 2 entries of safety.md: ${tells}`,
    ]);
    expect(await crowdedIn(30_000, 0)).toContainEqual(
      expect.stringMatching(/over [\d,]+ of the over [\d,]+ entries of pitfalls\.md/),
    );
  });

  it('is reported at 2,001, and not at 2,000', async () => {
    expect(await crowdedIn(1_987, 10)).toHaveLength(1);
    expect(await crowdedIn(1_986, 10)).toEqual([]);
  });
});
