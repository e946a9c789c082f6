import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openSiteFolder } from '../../../src-server/site/open-site-folder.ts';
import { type MakeFile, type WrittenSite, writeSite } from '../../../src-server/site/write-site.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

const LONG = 'the same words again and again, '.repeat(200);

async function write(root: string, files: Readonly<Record<string, string | Error>>): Promise<WrittenSite> {
  const make = (content: string | Error) => () => {
    if (content instanceof Error) throw content;
    return Buffer.from(content);
  };
  const plan = new Map(Object.entries(files).map(([path, content]) => [path, make(content)]));
  return writeSite(await openSiteFolder(root, []), plan);
}

function textOf(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

describe('writeSite', () => {
  it('writes the files, and compressed copies of those that become smaller', async () => {
    const root = join(temporaryFolder(), 'site');
    expect(await write(root, { 'v1/a.json': LONG, 'v1/b.json': 'b' })).toMatchObject({
      files: 2,
      written: 2,
    });
    expect(textOf(root, 'v1/a.json')).toBe(LONG);
    expect(gunzipSync(readFileSync(join(root, 'v1/a.json.gz'))).toString()).toBe(LONG);
    expect(brotliDecompressSync(readFileSync(join(root, 'v1/a.json.br'))).toString()).toBe(LONG);
    expect(readdirSync(join(root, 'v1')).sort()).toEqual(['a.json', 'a.json.br', 'a.json.gz', 'b.json']);
  });

  it('writes nothing if nothing changed', async () => {
    const root = temporaryFolder();
    await write(root, { a: LONG, b: 'b' });
    const before = textOf(root, 'skills-registry-site.json');
    expect(await write(root, { a: LONG, b: 'b' })).toMatchObject({ files: 2, written: 0, removed: 0 });
    expect(textOf(root, 'skills-registry-site.json')).toBe(before);
  });

  it('writes what changed, and removes what is gone with its copies and empty folders', async () => {
    const root = temporaryFolder();
    await write(root, { a: LONG, 'b/c/d': LONG, e: 'e' });
    expect(await write(root, { a: 'short', e: 'e' })).toMatchObject({ written: 1, removed: 1 });
    expect(readdirSync(root).sort()).toEqual(['a', 'e', 'skills-registry-site.json']);
  });

  it('leaves files alone that it never wrote', async () => {
    const root = temporaryFolder();
    await write(root, { a: 'a', 'b/c': 'c' });
    writeFileSync(join(root, 'CNAME'), 'skills.example.com');
    writeFileSync(join(root, 'b/mine'), 'mine');
    await write(root, { a: 'a' });
    expect(textOf(root, 'CNAME')).toBe('skills.example.com');
    expect(textOf(root, 'b/mine')).toBe('mine');
  });

  it('repairs a file that is missing or has another size', async () => {
    const root = temporaryFolder();
    await write(root, { a: LONG, b: 'b' });
    rmSync(join(root, 'a.gz'));
    writeFileSync(join(root, 'b'), 'longer');
    await write(root, { a: LONG, b: 'b' });
    expect(existsSync(join(root, 'a.gz'))).toBe(true);
    expect(textOf(root, 'b')).toBe('b');
  });

  it('continues an interrupted export, whatever was written', async () => {
    const root = temporaryFolder();
    await write(root, { a: 'old', b: 'old', c: LONG });
    const plan = new Map<string, MakeFile>([
      ['a', () => Buffer.from('new')],
      ['new/one', () => Buffer.from('one')],
      ['stop', () => Promise.reject(new Error('killed'))],
    ]);
    const folder = await openSiteFolder(root, []);
    const interrupted = writeSite(folder, plan, () => {
      throw new Error('killed');
    });
    await expect(interrupted).rejects.toThrow('killed');
    expect(JSON.parse(textOf(root, 'skills-registry-site.json'))).toMatchObject({ complete: false });
    // The registry is as before: only the files themselves tell that `a` was replaced.
    await write(root, { a: 'old', b: 'old', c: LONG });
    expect(textOf(root, 'a')).toBe('old');
    expect(readdirSync(root).sort()).toEqual(['a', 'b', 'c', 'c.br', 'c.gz', 'skills-registry-site.json']);
    expect(await write(root, { a: 'old', b: 'old', c: LONG })).toMatchObject({ written: 0 });
  });

  it('lets two exports write one after the other: the last one’s site stays', async () => {
    const root = temporaryFolder();
    await write(root, { a: 'first' });
    const folder = await openSiteFolder(root, []);
    const planOf = (text: string) => {
      const paths = ['a', ...Array.from({ length: 50 }, (_, number) => `new/${text}-${number}`)];
      return new Map(paths.map((path) => [path, () => Buffer.from(text)]));
    };
    await Promise.all([writeSite(folder, planOf('other')), writeSite(folder, planOf('first'))]);
    const last = textOf(root, 'a');
    expect(readdirSync(join(root, 'new'))).toHaveLength(50);
    expect(readdirSync(join(root, 'new')).every((name) => name.startsWith(last))).toBe(true);
    expect(readdirSync(root).sort()).toEqual(['a', 'new', 'skills-registry-site.json']);
  });

  it('leaves a folder alone that took the place of a published file', async () => {
    const root = temporaryFolder();
    await write(root, { a: 'a', b: 'b' });
    rmSync(join(root, 'b'));
    writeFiles(root, { 'b/mine': 'mine' });
    expect(await write(root, { a: 'a' })).toMatchObject({ removed: 0 });
    expect(textOf(root, 'b/mine')).toBe('mine');
  });

  it('puts a folder where a file was, and a file where a folder was', async () => {
    const root = temporaryFolder();
    await write(root, { 'a/b': 'file', 'c/d/e': 'file' });
    await write(root, { 'a/b/c': 'deeper', 'c/d': 'higher' });
    expect(textOf(root, 'a/b/c')).toBe('deeper');
    expect(textOf(root, 'c/d')).toBe('higher');
  });

  it('keeps the published file if the answer fails now, and names it', async () => {
    const root = temporaryFolder();
    await write(root, { a: 'a', b: 'b' });
    const { left_out } = await write(root, { a: new Error('the disk does not answer'), b: 'b' });
    expect(left_out).toEqual([{ path: 'a', reason: 'the disk does not answer' }]);
    expect(textOf(root, 'a')).toBe('a');
  });

  it('leaves out paths that lead elsewhere or that another system refuses, and names them', async () => {
    const root = join(temporaryFolder(), 'site');
    const hostile = [
      '../out',
      'v1/../../out',
      '/out',
      'v1/con/x',
      'v1/a:b',
      'v1/end.',
      'v1/a\\b',
      'v1//a',
      '.git/x',
    ];
    const { left_out } = await write(root, {
      ok: 'ok',
      ...Object.fromEntries(hostile.map((path) => [path, 'x'])),
    });
    expect(left_out.map(({ path }) => path).sort()).toEqual(hostile.toSorted());
    expect(readdirSync(root).sort()).toEqual(['ok', 'skills-registry-site.json']);
    expect(readdirSync(join(root, '..'))).toEqual(['site']);
    // A manifest with refused paths would be refused by the next export.
    expect(await write(root, { ok: 'ok' })).toMatchObject({ written: 0 });
  });

  it('leaves out the second of two names that differ in letters’ case alone', async () => {
    const { left_out } = await write(temporaryFolder(), { 'v1/Foo/x': '1', 'v1/foo/y': '2', 'v1/FOO': '3' });
    expect(left_out.map(({ path }) => path)).toEqual(['v1/foo/y', 'v1/FOO']);
  });

  it('leaves a published file alone for whose path a left-out file would need a folder', async () => {
    const root = temporaryFolder();
    const files = { 'skill.json': 'mine', 'skill.json/a.md': 'of another skill' };
    await write(root, files);
    expect(await write(root, files)).toMatchObject({
      written: 0,
      removed: 0,
      left_out: [{ path: 'skill.json/a.md' }],
    });
  });

  it('leaves out a file that hosts would send as the compressed copy of another', async () => {
    const root = temporaryFolder();
    const { left_out } = await write(root, { data: LONG, 'data.gz': 'forged', 'other.br': 'x', other: LONG });
    expect(left_out.map(({ path }) => path)).toEqual(['data.gz', 'other']);
    expect(gunzipSync(readFileSync(join(root, 'data.gz'))).toString()).toBe(LONG);
  });

  it('writes through no link', unless(onWindows), async () => {
    const root = temporaryFolder();
    const outside = temporaryFolder({ secret: 'old' });
    await write(root, { 'a/b': 'x', c: 'c' });
    rmSync(join(root, 'a'), { recursive: true });
    rmSync(join(root, 'c'));
    symlinkSync(outside, join(root, 'a'));
    symlinkSync(join(outside, 'secret'), join(root, 'c'));
    await expect(write(root, { 'a/b': 'y', c: 'd' })).rejects.toThrow('is a link');
    rmSync(join(root, 'a'));
    await write(root, { 'a/b': 'y', c: 'd' });
    expect(textOf(root, 'c')).toBe('d');
    expect(textOf(outside, 'secret')).toBe('old');
  });
});

describe('openSiteFolder', () => {
  it('takes a new, an empty and an exported folder', async () => {
    const parent = temporaryFolder();
    expect(await openSiteFolder(join(parent, 'new/below'), [])).toMatchObject({ before: { files: {} } });
    expect(existsSync(join(parent, 'new'))).toBe(false);
    await write(parent, { a: 'a' });
    expect(Object.keys((await openSiteFolder(parent, [])).before.files)).toEqual(['a']);
  });

  it('takes a folder whose first export was killed before it wrote its manifest', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const folder = temporaryFolder({ [`.skills-registry-site.json.${id}.tmp`]: '{' });
    mkdirSync(join(folder, '.skills-registry-site.tmp'));
    expect(await openSiteFolder(folder, [])).toMatchObject({ before: { files: {} } });
  });

  it('refuses a folder with other content, and a file', async () => {
    const folder = temporaryFolder({ 'index.html': 'mine' });
    await expect(openSiteFolder(folder, [])).rejects.toThrow('is not empty, and no exported site');
    await expect(openSiteFolder(join(folder, 'index.html'), [])).rejects.toThrow('is not a folder');
  });

  it.each([
    ['no JSON', '{'],
    ['another format', { format: 2, tool: '', complete: true, files: {} }],
    [
      'paths that lead elsewhere',
      { format: 1, tool: '', complete: true, files: { '../x': { sha256: '0'.repeat(64), bytes: 1 } } },
    ],
  ])('refuses a manifest with %s', async (_what, manifest) => {
    const folder = temporaryFolder({ 'skills-registry-site.json': manifest });
    await expect(openSiteFolder(folder, [])).rejects.toThrow('missing or damaged');
  });

  it('refuses the registry, a folder inside of it, and a link', unless(onWindows), async () => {
    const parent = temporaryFolder();
    const registry = join(parent, 'registry');
    mkdirSync(registry);
    symlinkSync(registry, join(parent, 'link'));
    for (const to of [registry, join(registry, 'site'), join(parent, 'link/site')])
      await expect(openSiteFolder(to, [registry])).rejects.toThrow('inside of the registry');
    await expect(openSiteFolder(join(parent, 'link'), [])).rejects.toThrow('is a link');
    expect(await openSiteFolder(join(parent, 'registry-site'), [registry])).toBeDefined();
  });
});
