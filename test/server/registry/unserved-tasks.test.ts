import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectOverHttp } from '../../support/mcp-client.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import { type Files, temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { eventually, isolateUserFolders, startTestServer } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';

const KEY = 'cpp/redis/hiredis';
const TASK = `skills/${KEY}/evals/close`;
/** A word that stands in tasks alone. */
const SECRET = 'quagga';

const TASKS: Files = {
  [`${TASK}/instruction.md`]: `Close the ${SECRET}.`,
  [`${TASK}/notes.markdown`]: SECRET,
  [`${TASK}/solution/overview.md`]: `# ${SECRET}`,
  [`${TASK}/solution/skill.json`]: { name: SECRET, repo: `a/${SECRET}`, language: 'cpp' },
  [`skills/${KEY}/evals/README.md`]: `# ${SECRET}`,
};

const registry = (listed: readonly string[] = []) =>
  temporaryFolder({
    ...validSkillFiles(KEY, ({ manifest }) => {
      manifest['files'] = { ...(manifest['files'] as object), P3: ['examples/basic.cpp', ...listed] };
      manifest['extensions'] = { conan: { name: 'hiredis' } };
    }),
    ...TASKS,
  });

/** All texts in a folder, with their paths. */
const textsIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) =>
      statSync(join(folder, path)).isFile() ? `${path}\n${readFileSync(join(folder, path), 'latin1')}` : path,
    )
    .join('\n');

describe('the tasks of a skill', () => {
  it('are neither listed, sent, found nor read over HTTP', async () => {
    const { get } = await startTestServer(registry([`evals/close/instruction.md`]));
    const paths = [
      '/v1/skills',
      `/v1/skills/${KEY}`,
      `/v1/skills/${KEY}?tokens=1`,
      `/v1/find?q=${SECRET}&explain=1`,
      `/v1/search?q=${SECRET}`,
    ];
    for (const path of paths) {
      const { status, text } = await get(path);
      expect([path, status, text.replaceAll(`q=${SECRET}`, '').includes(`the ${SECRET}`)]).toEqual([
        path,
        200,
        false,
      ]);
    }
    expect((await get(`/v1/find?q=${SECRET}`)).json()).toMatchObject({ results: [] });
    expect((await get('/v1/skills')).json<{ skills: unknown[] }>().skills).toHaveLength(1);
    for (const file of ['evals/close/instruction.md', 'evals/README.md', 'evals%2FREADME.md', 'evals'])
      expect([file, (await get(`/v1/skills/${KEY}/${file}`)).status]).toEqual([file, 404]);
  });

  it('are not given to agents over MCP', async () => {
    const { url } = await startTestServer(registry());
    const client = await connectOverHttp(url, 'legacy');
    const ask = async (name: string, given: Record<string, string>) =>
      JSON.stringify((await client.callTool({ name, arguments: given })).content);
    expect(await ask('get_skill', { path: KEY })).not.toContain(SECRET);
    expect(await ask('get_skill', { path: KEY, query: 'close everything' })).not.toContain(SECRET);
    for (const section of ['evals', 'evals/close/instruction.md', 'evals/README.md'])
      expect(await ask('get_section', { path: KEY, section })).not.toContain(SECRET);
    expect(JSON.stringify(await client.listResources())).not.toContain('evals');
  });

  it('are in no exported site, no agent skill and no synced project', async () => {
    const home = isolateUserFolders();
    const [root, project] = [registry(), temporaryFolder({ 'conanfile.txt': '[requires]\nhiredis/1.2.0\n' })];
    const site = join(home, 'site');
    const run = (...args: string[]) => runCliHere(args, project, { env: process.env });
    expect((await run('export-site', root, '--to', site)).code).toBe(0);
    expect((await run('export', '-r', root, '--to', join(home, 'agents'), KEY)).code).toBe(0);
    expect((await run('sync', '-r', root, '--yes')).code).toBe(0);
    for (const folder of [site, join(home, 'agents'), project]) {
      expect(textsIn(folder)).toContain('hiredis');
      expect(textsIn(folder)).not.toContain(SECRET);
    }
  });

  it('are no concern of validate, index and the files of the skill', async () => {
    const root = registry();
    expect((await runCliHere(['validate', root])).out).toMatch(/^Checked 1 skill: no problems/);
    expect((await runCliHere(['index', root])).code).toBe(0);
    expect(readFileSync(join(root, 'index.json'), 'utf8')).not.toContain(SECRET);
  });

  it('are no change of the skill when they are edited', async () => {
    const root = registry();
    const { get } = await startTestServer(root, { scanIntervalMs: 100 });
    const version = async () => (await get('/v1/skills')).json<{ version: number }>().version;
    const before = await version();
    writeFiles(root, {
      [`${TASK}/instruction.md`]: 'Another one.',
      [`skills/${KEY}/evals/new/skill.json`]: '{}',
    });
    // A later edit of the skill is the next version: the task's made none.
    writeFiles(root, { [`skills/${KEY}/overview.md`]: '# Overview\n\nEdited.\n' });
    await eventually(
      async () => (await get(`/v1/skills/${KEY}/overview`)).text,
      (text) => text.includes('Edited'),
    );
    expect(await version()).toBe(before + 1);
  });

  it('are not served through links in the skill', unless(onWindows), async () => {
    const root = registry(['linked.md']);
    symlinkSync('../evals', join(root, `skills/${KEY}/examples/all`));
    symlinkSync('../evals/README.md', join(root, `skills/${KEY}/examples/one.md`));
    symlinkSync('evals/README.md', join(root, `skills/${KEY}/linked.md`));
    const { get } = await startTestServer(root);
    expect((await get(`/v1/skills/${KEY}`)).text).not.toContain(SECRET);
    for (const file of ['linked.md', 'examples/one.md', 'examples/all/README.md'])
      expect([file, (await get(`/v1/skills/${KEY}/${file}`)).status]).toEqual([file, 404]);
  });

  it('don’t keep a skill from having that name', async () => {
    const { get } = await startTestServer(temporaryFolder(validSkillFiles('cpp/redis/evals')));
    expect((await get('/v1/skills/cpp/redis/evals/overview')).status).toBe(200);
  });
});
