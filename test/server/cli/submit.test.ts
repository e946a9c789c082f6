import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCliHere } from '../../support/run-cli-here.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { isolateUserFolders, startTestServer } from '../../support/test-server.ts';
import { type SampleSkill, validSkill, validSkillFiles } from '../../support/valid-skill.ts';

const KEY = 'cpp/redis/hiredis';
const PRESENT = 'cpp/gabime/spdlog';

/** The folder of a skill that keeps every rule. */
function skillFolder(change: (skill: SampleSkill) => void = () => {}): string {
  return join(temporaryFolder(validSkillFiles(KEY, change)), 'skills', KEY);
}

const run = (args: readonly string[], cwd = '/') => runCliHere(args, cwd, { env: process.env });

describe('skills-registry submit', () => {
  it('adds a skill to the registry of the service that runs, and says where it is served', async () => {
    const registry = temporaryRegistry([PRESENT], {
      'index.json': { schema: 'skills/v1', version: 4, skills: [] },
    });
    const server = await startTestServer(registry, { allowSubmit: true });
    expect(await run(['submit', skillFolder()])).toEqual({
      code: 0,
      out: [
        `Added ${KEY} to ${registry}.`,
        `It is served at ${server.url}/v1/skills/${KEY}`,
        'Only others can say this of a skill, so: "trust_score_sources.official_review" was taken out. "trust_score_sources.community_votes" was taken out. "trust_score" was set from 72 to 50.',
      ].join('\n'),
      err: '',
    });
    expect((await server.get(`/v1/skills/${KEY}`)).status).toBe(200);
    const submitted = readFileSync(join(registry, 'skills', KEY, 'overview.md'), 'utf8');
    expect(submitted).toBe(validSkill(KEY).files['overview.md']);
  });

  it('with --check adds nothing', async () => {
    const registry = temporaryRegistry([PRESENT]);
    await startTestServer(registry, { allowSubmit: true });
    const { out, code } = await run(['submit', '--check', skillFolder()]);
    expect({ out, code }).toEqual({ out: `${KEY} would be added to ${registry}.`, code: 0 });
    expect(existsSync(join(registry, 'skills', KEY))).toBe(false);
  });

  it('names the entries that find doesn’t know, with --check, too', async () => {
    const registry = temporaryRegistry([PRESENT]);
    await startTestServer(registry, { allowSubmit: true });
    const folder = skillFolder(({ files }) => {
      for (let at = 0; at < 10; at += 1)
        files[`notes-${at}.md`] = `# Notes\n\n${'## Entry\n\nx\n\n'.repeat(220)}`;
    });
    const unknown = expect.stringMatching(
      /^find doesn’t know \d+ of the 221 entries of notes-9\.md: it tells 2,000 of a skill apart\.$/,
    );
    const checked = await run(['submit', '--check', folder]);
    expect(checked.err).toBe('');
    expect(checked.out.split('\n')).toEqual([`${KEY} would be added to ${registry}.`, unknown]);
    expect((await run(['submit', folder])).out.split('\n').at(-1)).toEqual(unknown);
  });

  it('names what keeps a skill out, with --check a line each', async () => {
    const server = await startTestServer(temporaryRegistry([PRESENT]), { allowSubmit: true });
    const folder = skillFolder(({ manifest, files }) => {
      manifest['tier'] = 'tier1';
      files['pitfalls.md'] = '# Pitfalls\n';
    });
    const tier = '"tier" must be tier2: tier1 is curated.';
    expect(await run(['submit', folder])).toMatchObject({ code: 1, err: expect.stringContaining(tier) });
    const { code, err } = await run(['submit', '--check', folder]);
    const [head, ...lines] = err.split('\n');
    expect({ code, head }).toEqual({ code: 1, head: `${server.url} would not accept it:` });
    expect(lines).toContain(`- ${tier}`);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^- \S.*[.]$/);
  });

  it.each([['submit'], ['submit', '--check']])('%j says that the key is taken', async (...args) => {
    await startTestServer(temporaryFolder(validSkillFiles(KEY)), { allowSubmit: true });
    const err = expect.stringContaining(`Skill '${KEY}' exists already.`);
    expect(await run([...args, skillFolder()])).toMatchObject({ code: 1, err });
  });

  it('says how to start a service that takes submissions, where the one that runs takes none', async () => {
    const registry = temporaryRegistry([PRESENT]);
    const server = await startTestServer(registry);
    const { code, err } = await run(['submit', skillFolder()]);
    expect(code).toBe(1);
    expect(err).toContain(`The service at ${server.url} takes no submissions.`);
    expect(err).toMatch(/ serve -r \S+ --allow-submit$/);
  });

  it('names the setting where the service is the app’s', async () => {
    await startTestServer(temporaryRegistry([PRESENT]), { app: 'tray' });
    expect((await run(['submit', skillFolder()])).err).toContain('in the settings of the app.');
  });

  it('says how to start one where none runs', async () => {
    isolateUserFolders();
    const { code, err } = await run(['submit', skillFolder()]);
    expect(code).toBe(1);
    expect(err).toMatch(/^No such service runs.* serve -r <folder> --allow-submit$/);
  });

  it('says how much is too much before it sends anything', async () => {
    isolateUserFolders();
    const folder = skillFolder(({ files }) => {
      files['overview.md'] = 'x'.repeat(1_100_000);
    });
    const { code, err } = await run(['submit', folder]);
    expect(code).toBe(1);
    expect(err).toMatch(/^The skill has 1\d{3} KiB; a submission may have 1024 KiB\.$/);
  });

  it('takes one skill at a time, and none that can’t be used', async () => {
    isolateUserFolders();
    expect(await run(['submit', temporaryRegistry([KEY, PRESENT])])).toMatchObject({
      code: 2,
      err: expect.stringContaining('holds 2 skills'),
    });
    const broken = temporaryFolder({ ...skillFiles('one', KEY), 'one/skill.json': '{ broken' });
    expect(await run(['submit', join(broken, 'one')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('validate'),
    });
    expect(await run(['submit', temporaryFolder({ 'a.txt': '' })])).toMatchObject({ code: 4 });
  });
});
