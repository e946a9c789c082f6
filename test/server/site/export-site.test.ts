import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSiteQueries } from '../../../src-renderer/data/page-queries.ts';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import type { FindResponse } from '../../../src-server/contract/api.ts';
import { SITE_MANIFEST, type SiteManifest } from '../../../src-server/contract/page.ts';
import type { SiteIndex } from '../../../src-server/site/site-search.ts';
import { temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { manifest, skillFiles, temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

const KEYS = ['go/acme/queue', 'js/acme/bus'];

/** A registry, and its export into a folder beside it. */
function setup(more = {}) {
  const parent = temporaryFolder();
  const registry = join(parent, 'registry');
  for (const key of KEYS) writeFiles(registry, skillFiles(`skills/${key}`, key));
  writeFiles(registry, more);
  const to = join(parent, 'site');
  const userFolder = temporaryUserFolder();
  const run = (...args: readonly string[]) =>
    runCliAs(['export-site', registry, '--to', to, ...args], { userFolder, cwd: parent });
  return { parent, registry, to, run };
}

const manifestOf = (site: string) =>
  JSON.parse(readFileSync(join(site, SITE_MANIFEST), 'utf8')) as SiteManifest;

describe('export-site', () => {
  it('writes a folder whose list has each file with its digest, and nothing beside it', async () => {
    const { parent, to, run } = setup();
    const { out, code } = await run();
    expect([code, out]).toEqual([0, expect.stringMatching(/\/site has 2 skills in \d+ files, .+ Publish/)]);
    expect(readdirSync(parent).sort()).toEqual(['registry', 'site']);
    const { files } = manifestOf(to);
    const names = readdirSync(to, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(to.length + 1));
    expect(names.sort()).toEqual([SITE_MANIFEST, ...Object.keys(files)].sort());
    for (const [path, { sha256, bytes }] of Object.entries(files)) {
      const content = readFileSync(join(to, path));
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    }
  });

  it('replaces an earlier export whole', async () => {
    const { parent, registry, to, run } = setup();
    await run();
    rmSync(join(registry, 'skills/js'), { recursive: true });
    writeFiles(registry, { 'skills/go/acme/queue/overview.md': '# Overview\n\nAnother text.\n' });
    expect(JSON.parse((await run('--json')).out)).toMatchObject({ to, skills: 1, left_out: [] });
    expect(existsSync(join(to, 'v1/skills/js'))).toBe(false);
    expect(readFileSync(join(to, 'v1/skills/go/acme/queue/overview.md'), 'utf8')).toContain('Another text.');
    expect(readdirSync(parent).sort()).toEqual(['registry', 'site']);
  });

  it('refuses a folder with other content, and changes nothing in it', async () => {
    const { registry, to, run } = setup();
    mkdirSync(to);
    writeFiles(to, { 'index.html': 'mine' });
    expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('no exported site') });
    rmSync(join(to, 'index.html'));
    await run();
    writeFiles(to, { CNAME: 'skills.example.com' });
    expect(await run()).toMatchObject({
      code: 1,
      err: expect.stringContaining('CNAME is not of the export'),
    });
    expect(existsSync(join(to, 'CNAME'))).toBe(true);
    expect(await run('--to', join(registry, 'site'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('inside of the registry'),
    });
  });

  it('refuses a link, also one into the registry', unless(onWindows), async () => {
    const { parent, registry, run } = setup();
    symlinkSync(registry, join(parent, 'link'));
    const into = async (to: string) => (await run('--to', join(parent, to))).err;
    expect(await into('link')).toContain('is a link');
    expect(await into('link/site')).toContain('inside of the registry');
  });

  it('leaves out what some hosts can’t hold, names it, and ends with 1', async () => {
    const { to, run } = setup({
      ...skillFiles('skills/one', 'x', manifest('go/ACME/queue')),
      ...skillFiles('skills/go/acme/con', 'go/acme/con'),
    });
    const { code, out } = await run('--json');
    const { left_out: leftOut } = JSON.parse(out) as { left_out: readonly string[] };
    expect(code).toBe(1);
    expect(leftOut.join('\n')).toContain('v1/skills/go/acme/con.json has a name that Windows refuses');
    expect(leftOut.join('\n')).toMatch(/v1\/skills\/go\/acme\/queue.json differs from another name/);
    expect(existsSync(join(to, 'v1/skills/go/ACME/queue.json'))).toBe(true);
    expect(existsSync(join(to, 'v1/skills/js/acme/bus.json'))).toBe(true);
  });

  it('names nothing that was left out, in the list or in what its find reads', async () => {
    const { to, run } = setup({
      ...skillFiles('skills/go/acme/con', 'go/acme/con'),
      'skills/js/acme/bus/examples/aux.md': '# Aux\n\nThe zebrafish.\n',
    });
    await run();
    const read = (path: string) => readFileSync(join(to, path), 'utf8');
    const list = JSON.parse(read('v1/skills.json')) as { skills: readonly { key: string }[] };
    expect(list.skills.map(({ key }) => key)).toEqual(KEYS);
    const { documents } = JSON.parse(read('search-index.json')) as SiteIndex;
    expect(documents.map(({ key }) => key)).toEqual(KEYS);
    const paths = documents.flatMap(({ key, files }) => files.map(({ path }) => `v1/skills/${key}/${path}`));
    expect(paths.filter((path) => !existsSync(join(to, path)))).toEqual([]);
    expect(paths.join()).not.toContain('aux.md');
  });

  it('is published whole by hosts that run Jekyll, which skips names with _ unless told not to run', async () => {
    const { to, run } = setup(skillFiles('skills/js/_acme/lib', 'js/_acme/lib'));
    await run();
    expect(readFileSync(join(to, '.nojekyll'), 'utf8')).toBe('');
    expect(await run()).toMatchObject({ code: 0 });
  });
});

describe('the page of a site', () => {
  it('finds the same as the service, in the same words, for every judged question', async () => {
    // Texts that skill.json doesn't list are found, too.
    const registry = temporaryFolder();
    cpSync(sampleRegistry(), registry, { recursive: true });
    writeFiles(registry, {
      'skills/cpp/gabime/spdlog/extra.md': '# Extra\n\nThe unlisted zebrafish needs a flush.\n',
    });
    const folder = join(temporaryFolder(), 'site');
    await runCliAs(['export-site', registry, '--to', folder], { userFolder: temporaryUserFolder() });
    const asked: string[] = [];
    const files: typeof fetch = async (path) => {
      asked.push(String(path));
      const file = join(folder, decodeURIComponent(String(path)));
      return existsSync(file)
        ? new Response(new Uint8Array(readFileSync(file)))
        : new Response('', { status: 404 });
    };
    const site = createSiteQueries(files, '');
    const service = await startTestServer(registry);
    await eventually(
      () => service.status(),
      ({ checking }) => checking === undefined,
    );
    const questions = ['sample', 'sample-sections', 'sample-absent'].flatMap((set) => {
      const text = readFileSync(`test/bench/relevance/${set}.json`, 'utf8');
      return (JSON.parse(text) as { queries: readonly { query: string }[] }).queries.map(
        ({ query }) => query,
      );
    });
    expect(questions.length).toBeGreaterThan(70);
    const never = new AbortController().signal;
    for (const question of [...questions, 'unlisted zebrafish']) {
      const path = `/v1/find?q=${encodeURIComponent(question)}&limit=10&explain=1`;
      const live = (await service.get(path)).json<FindResponse>();
      expect(await site.find(question, 10, never)).toEqual(live);
    }
    expect(asked.filter((path) => path.endsWith('search-index.json'))).toHaveLength(1);
    expect(await site.skills(never)).toEqual((await service.get('/v1/skills')).json());
  });

  it('asks for its index again after a failure', async () => {
    let status = 503;
    const { to, run } = setup();
    await run();
    const site = createSiteQueries(async (path) => {
      const isIndex = String(path).includes('search-index');
      return new Response(readFileSync(join(to, String(path)), 'utf8'), { status: isIndex ? status : 200 });
    }, '');
    const find = () => site.find('queue', 10, new AbortController().signal);
    await expect(find()).rejects.toThrow('503');
    status = 200;
    expect((await find()).results[0]?.key).toBe('go/acme/queue');
  });
});
