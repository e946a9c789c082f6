import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { manifest, skillFiles, temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';

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
  const exportAgain = async () => JSON.parse((await run('--json')).out);
  return { registry, to, run, exportAgain };
}

describe('export-site', () => {
  it('writes the site, then only what changed', async () => {
    const { registry, to, run, exportAgain } = setup();
    const { out, code } = await run();
    expect(code).toBe(0);
    expect(out).toMatch(
      /^.+\/site has 2 skills in \d+ files, .+: \d+ written, 0 removed\.\nPublish .+nginx\.conf/,
    );
    expect(await exportAgain()).toMatchObject({ skills: 2, written: 0, removed: 0, left_out: [] });
    writeFiles(registry, { 'skills/go/acme/queue/overview.md': '# Overview\n\nAnother text.\n' });
    const { written, files } = await exportAgain();
    expect(written).toBeGreaterThan(0);
    expect(written, 'the skill, the list, and parts of the search index').toBeLessThan(files / 3);
    expect(readFileSync(join(to, 'v1/skills/go/acme/queue/overview.md'), 'utf8')).toContain('Another text.');
    rmSync(join(registry, 'skills/js'), { recursive: true });
    expect(await exportAgain()).toMatchObject({ skills: 1 });
    expect(existsSync(join(to, 'v1/skills/js'))).toBe(false);
  });

  it('names the next step once, and counts the skills that it can’t serve', async () => {
    const { run } = setup(skillFiles('skills/another', 'go/acme/queue'));
    expect((await run()).out).toContain("2 skills (1 can't be served) in ");
    expect((await run()).out).not.toContain('Publish');
  });

  it('refuses addresses that are not of the web with 2', async () => {
    for (const base of ['skills.example.com', 'file:///srv', 'https://user:secret@example.com']) {
      const { code, err } = await setup().run('--base', base);
      expect([code, err]).toEqual([2, expect.stringContaining('begins with http:// or https://')]);
    }
  });

  it('refuses a folder with other content, and the registry', async () => {
    const { registry, to, run } = setup();
    mkdirSync(to);
    writeFiles(to, { 'index.html': 'mine' });
    expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('no exported site') });
    const inside = await run('--to', join(registry, 'site'));
    expect(inside).toMatchObject({ code: 1, err: expect.stringContaining('inside of the registry') });
    expect(existsSync(join(registry, 'site'))).toBe(false);
  });

  it('leaves out what some hosts can’t hold, names it, and ends with 1', async () => {
    const key = 'go/ACME/queue';
    const { to, run } = setup({
      ...skillFiles('skills/one', 'x', manifest(key)),
      ...skillFiles('skills/go/acme/queue/../con', 'go/acme/con'),
    });
    const { code, out } = await run('--json');
    const leftOut: ReadonlyArray<{ path: string }> = JSON.parse(out).left_out;
    expect(code).toBe(1);
    const paths = leftOut.map(({ path }) => path);
    expect(paths).toContain('v1/skills/go/acme/con.json');
    expect(paths).toContain('v1/skills/go/acme/queue.json');
    expect(existsSync(join(to, 'v1/skills/go/ACME/queue.json'))).toBe(true);
    expect(existsSync(join(to, 'v1/skills/js/acme/bus.json'))).toBe(true);
  });
});
