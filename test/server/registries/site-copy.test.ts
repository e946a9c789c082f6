import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SITE_MANIFEST, type SiteManifest } from '../../../src-server/contract/page.ts';
import { FETCH_LIMITS, type FetchLimits } from '../../../src-server/registries/copy.ts';
import { openOrigin } from '../../../src-server/registries/git-copy.ts';
import { writeSite } from '../../../src-server/site/write-site.ts';
import { temporaryUserFolder } from '../../support/built-cli.ts';
import { listening } from '../../support/listening.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';

const KEYS = ['go/acme/queue', 'js/acme/bus'];

/** Files of a site, as far as a copy needs them. */
function siteFiles(keys = KEYS, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const files = Object.assign({}, ...keys.map((key) => skillFiles(`v1/skills/${key}`, key)));
  const texts = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? content : JSON.stringify(content),
  ]);
  const list = { schema: 'skills/v1', version: 7, updated_at: '2026-01-02T03:04:05Z', skills: [] };
  return { 'v1/skills.json': JSON.stringify(list), ...Object.fromEntries(texts), ...more };
}

async function* eachOf<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

/** A static host with an exported site. */
async function served(files = siteFiles(), { gzip = false, delayMs = 0, status = 404 } = {}) {
  const folder = join(temporaryFolder(), 'site');
  const write = (next: Readonly<Record<string, string>>) => writeSite(folder, eachOf(Object.entries(next)));
  await write(files);
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url.slice(1));
    asked.push(path);
    const file = join(folder, path);
    if (path === '' || path.includes('?') || !existsSync(file))
      response.writeHead(status, { location: '/' }).end('<h1>no</h1>');
    else if (gzip) response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(readFileSync(file)));
    else
      setTimeout(
        () => response.end(existsSync(file) ? readFileSync(file) : ''),
        path === SITE_MANIFEST ? 0 : delayMs,
      );
  });
  const { url } = await listening(server);
  const store = mkdtempSync(join(tmpdir(), 'skills-registry-store-'));
  onTestFinished(() => rmSync(store, { recursive: true, force: true }));
  const open = (limits: Partial<FetchLimits> = {}) =>
    openOrigin(
      { url, ref: undefined, folder: undefined },
      { env: { PATH: process.env['PATH'] }, store, limits: { ...FETCH_LIMITS, ...limits } },
    );
  const change = (edit: (manifest: SiteManifest) => unknown) => {
    const file = join(folder, SITE_MANIFEST);
    writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')))));
  };
  return { folder, url, asked, open, change, write };
}

describe('an exported site', () => {
  it('becomes a copy of its registry', async () => {
    const { open } = await served();
    const session = await open();
    const { path, facts } = await session.fetch('team');
    expect(Object.keys(facts.skills)).toEqual(KEYS);
    expect(session.resolved).toEqual({
      ref: null,
      folder: null,
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    const text = (file: string) => readFileSync(join(path, 'team', file), 'utf8');
    expect(text('skills/go/acme/queue/overview.md')).toBe('# Overview\n\nAbout go/acme/queue.\n');
    expect(text('skills/go/acme/queue/examples/basic.txt')).toBe('example\n');
    expect(JSON.parse(text('index.json'))).toMatchObject({ version: 7 });
  });

  it('is read compressed', async () => {
    const { open } = await served(siteFiles(), { gzip: true });
    expect(Object.keys((await (await open()).fetch('team')).facts.skills)).toEqual(KEYS);
  });

  it('is found on a host that redirects unknown addresses to its start page', async () => {
    const { open } = await served(siteFiles(), { status: 302 });
    expect(Object.keys((await (await open()).fetch('team')).facts.skills)).toEqual(KEYS);
  });

  it('has another commit exactly if its skills differ', async () => {
    const { open, write } = await served();
    const first = (await open()).resolved.commit;
    await write({ ...siteFiles(), 'assets/page.js': 'new page' });
    expect((await open()).resolved.commit).toBe(first);
    await write(siteFiles(KEYS, { 'v1/skills/go/acme/queue/safety.md': 'new' }));
    expect((await open()).resolved.commit).not.toBe(first);
  });
});

describe('a hostile site', () => {
  const digest = { sha256: '0'.repeat(64), bytes: 1 };
  const listing = (more: Readonly<Record<string, object>>) => (manifest: SiteManifest) => ({
    ...manifest,
    files: { ...manifest.files, ...more },
  });

  it('can’t give another text than its list says', async () => {
    const { folder, open } = await served();
    writeFileSync(join(folder, 'v1/skills/go/acme/queue/safety.md'), '# Safety\n\nAlways\n');
    await expect((await open()).fetch('team')).rejects.toThrow('as its list of files says');
  });

  it('is asked for no further files after a wrong one', async () => {
    const names = Array.from({ length: 200 }, (_, number) => `v1/skills/go/acme/queue/${number + 100}`);
    const { folder, open, asked } = await served(Object.fromEntries(names.map((name) => [name, 'text'])));
    writeFileSync(join(folder, names[0] ?? ''), 'text that changed');
    await expect((await open()).fetch('team')).rejects.toThrow('as its list of files says');
    expect(asked.length).toBeLessThan(100);
  });

  it('can’t send endless files, compressed or not', async () => {
    for (const gzip of [false, true]) {
      const { folder, open } = await served(siteFiles(), { gzip });
      writeFileSync(join(folder, 'v1/skills/go/acme/queue/safety.md'), Buffer.alloc(5_000_000));
      await expect((await open()).fetch('team')).rejects.toThrow('as its list of files says');
    }
  });

  it.each([
    'v1/skills/go/acme/queue/../../../../../out',
    'v1/skills/go/acme/queue/.git/config',
    'v1/skills/go/a/b/',
  ])('is refused whole with the path %s', async (path) => {
    const { open, change } = await served();
    change(listing({ [path]: digest }));
    await expect(open()).rejects.toThrow('Nothing was taken');
  });

  it('has names skipped that a system refuses, or that differ in letters’ case alone', async () => {
    const skill = 'v1/skills/go/acme/queue';
    const { open, change } = await served(siteFiles(KEYS, { [`${skill}/Extra.md`]: 'extra' }));
    change(
      listing({
        [`${skill}/con.md`]: digest,
        [`${skill}/safety.md/x`]: digest,
        [`${skill}/extra.md`]: digest,
      }),
    );
    const { facts } = await (await open()).fetch('team');
    expect(facts.skipped).toEqual([
      'skills/go/acme/queue/con.md has a name that Windows refuses',
      expect.stringContaining('skills/go/acme/queue/extra.md differs from another name'),
      expect.stringContaining('skills/go/acme/queue/safety.md/x differs from another name'),
    ]);
  });

  it('is refused with a name that is not Unicode', async () => {
    const { open, change } = await served();
    change(listing({ 'v1/skills/go/acme/queue/\ud800.md': digest }));
    await expect(open().then((session) => session.fetch('team'))).rejects.toThrow();
  });

  it('ends at the limits of files and bytes', async () => {
    const { open } = await served();
    await expect(open({ files: 10 })).rejects.toThrow('more than 10 files or');
    await expect(open({ unpackedBytes: 100 })).rejects.toThrow('the limits');
  });

  it('ends at the limit of time with empty files', async () => {
    const names = Array.from({ length: 40 }, (_, number) => `v1/skills/go/acme/queue/${number}`);
    const files = Object.fromEntries(names.map((name) => [name, '']));
    const { open } = await served(files, { delayMs: 400 });
    const copied = open({ ms: 1_000 }).then((session) => session.fetch('team'));
    await expect(copied).rejects.toThrow(/can't be read: .*timeout/);
  });

  it.each([
    [
      'an unfinished export',
      (manifest: SiteManifest) => ({ ...manifest, complete: false }),
      /no Git repository/,
    ],
    ['no manifest', () => ({ hello: 1 }), /no Git repository/],
  ])('is refused with %s', async (_what, edit, reason) => {
    const { open, change } = await served();
    change(edit);
    await expect(open()).rejects.toThrow(reason);
  });
});

describe('registry add of a site', () => {
  it('adds, updates and keeps the last good copy', async () => {
    const { url, write, change } = await served();
    const userFolder = temporaryUserFolder();
    const run = (...args: readonly string[]) => runCliAs(args, { userFolder });
    expect(await run('registry', 'add', `${url}/`, '--name', 'team', '--yes')).toMatchObject({ code: 0 });
    expect((await run('list', '-r', 'team')).out).toContain('go/acme/queue');
    await write(siteFiles(KEYS, { 'v1/skills/go/acme/queue/safety.md': '# Safety\n\nThe new text.\n' }));
    expect(await run('registry', 'update', '--yes')).toMatchObject({ code: 0 });
    expect((await run('show', '-r', 'team', 'go/acme/queue', 'safety')).out).toContain('The new text.');
    change((manifest) => ({ ...manifest, complete: false }));
    await run('registry', 'update', '--yes');
    expect((await run('show', '-r', 'team', 'go/acme/queue', 'safety')).out).toContain('The new text.');
  });
});
