import {
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDiskDoor, type DiskDoor } from '../../../../src-server/registry/disk/disk-door.ts';
import { FOLDERS_VERSION, FolderCache } from '../../../../src-server/registry/disk/folder-cache.ts';
import type { FolderDelta } from '../../../../src-server/registry/model/folder-delta.ts';
import { quickFindings } from '../../../../src-server/registry/model/quick-findings.ts';
import type { RegistryLocation } from '../../../../src-server/registry/model/registry-snapshot.ts';
import { faultyDoor } from '../../../support/faulty-door.ts';
import { SkillScan } from '../../../support/skill-scan.ts';
import { temporaryFolder, temporaryRegistry, writeFiles } from '../../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';
const DRAFT = 'rust/a/draft';
/** When all files are old enough for their stamps to be believed. */
const LATER = Date.now() + 3_600_000;

function prepare() {
  const root = temporaryRegistry([KEY, OTHER, DRAFT]);
  writeFiles(root, {
    [`skills/${DRAFT}/overview.md`]: '# Draft\n\n{{write: what it is}}\n',
    [`skills/${OTHER}/overview.md`]: '# pgx\n\nTalks to **PostgreSQL**. And more.\n',
    [`skills/${OTHER}/skill.json`]: '{"schema":"skills/v1","number":1e999}',
  });
  return { root, file: join(temporaryFolder(), 'kept', 'find.folders') };
}

const locationOf = (root: string): RegistryLocation => ({ root, skillsFolder: 'skills', layout: 'registry' });

/** A first look with what was kept: what it tells, and which files it opened; what it read is kept for the next. */
async function start(root: string, file: string, now = LATER, { reads, ...door } = faultyDoor()) {
  const cache = new FolderCache(createDiskDoor(), file);
  const { delta } = new SkillScan({ door, location: locationOf(root), cache, now: () => now }).look();
  await cache.save(locationOf(root));
  return { delta: delta as FolderDelta, opened: reads.map((path) => path.slice(root.length + 1)) };
}

/** What a look tells that read every folder: it asked no rules. */
const withoutQuick = ({ upserted, ...rest }: FolderDelta): FolderDelta => ({
  ...rest,
  upserted: upserted.map(({ quick: _quick, ...folder }) => folder),
});

describe('what the first look kept', () => {
  it('is told again without a file being opened, where all stamps are the same', async () => {
    const { root, file } = prepare();
    const { delta, opened } = await start(root, file);
    expect(opened).toContain(`skills/${KEY}/skill.json`);
    const second = await start(root, file);
    expect(withoutQuick(second.delta)).toEqual(delta);
    expect(second.opened).toEqual([]);
  });

  it('says what the quick rules say of each skill, under the key and layout that they were asked for', async () => {
    const { root, file } = prepare();
    await start(root, file);
    const { upserted } = (await start(root, file)).delta;
    expect(upserted.map(({ quick }) => quick?.key)).toEqual([KEY, OTHER, DRAFT]);
    for (const { quick, ...folder } of upserted) {
      const skill = { ...folder, key: quick?.key ?? '', manifest: folder.manifest ?? {} };
      expect(quick).toEqual({ key: skill.key, layout: 'registry', found: quickFindings(skill, 'registry') });
    }
    expect(upserted.flatMap(({ quick }) => quick?.found ?? [])).not.toEqual([]);
  });

  it('says what the quick rules say under the layout that the registry has now', async () => {
    const { root, file } = prepare();
    await start(root, file);
    const location: RegistryLocation = { ...locationOf(root), layout: 'library' };
    const cache = new FolderCache(createDiskDoor(), file);
    writeFiles(root, { [`skills/${OTHER}/pitfalls.md`]: 'Another text.' });
    new SkillScan({ door: faultyDoor(), location, cache, now: () => LATER }).look();
    await cache.save(location);
    const { delta } = await start(root, file);
    expect(delta.upserted.map(({ quick }) => quick?.layout)).toEqual(Array(3).fill('library'));
  });

  it('lets only the folder be read that has changed, also where size and time were kept', async () => {
    const { root, file } = prepare();
    await start(root, file);
    const path = join(root, 'skills', KEY, 'overview.md');
    const { atime, mtime, size } = statSync(path);
    writeFileSync(path, 'x'.repeat(size));
    utimesSync(path, atime, mtime);
    const { delta, opened } = await start(root, file);
    const fresh = (await start(root, join(temporaryFolder(), 'none'))).delta;
    expect(withoutQuick(delta)).toEqual(fresh);
    expect(new Set(opened.map((name) => name.split('/').slice(1, 4).join('/')))).toEqual(new Set([KEY]));
  });

  it('is not believed of files that are so young that they may have changed unseen', async () => {
    const { root, file } = prepare();
    const { ctimeMs: written } = statSync(join(root, 'skills', KEY, 'skill.json'));
    await start(root, file, written);
    expect((await start(root, file)).opened).not.toEqual([]);
    expect((await start(root, file)).opened).toEqual([]);
    expect((await start(root, file, written)).opened).not.toEqual([]);
  });

  it('is of no use where a folder has another name, and forgets what is gone', async () => {
    const { root, file } = prepare();
    await start(root, file);
    renameSync(join(root, 'skills', KEY), join(root, 'skills/cpp/gabime/other'));
    const { delta } = await start(root, file);
    expect(delta.upserted.map(({ folder }) => folder)).toContain('skills/cpp/gabime/other');
    expect(readFileSync(file, 'latin1')).not.toContain(KEY);
  });

  it('holds nothing of a skill with a file that could not be read', async () => {
    const { root, file } = prepare();
    const door = faultyDoor();
    const read: DiskDoor['read'] = (request) =>
      request.path.endsWith(`${KEY}/pitfalls.md`)
        ? { ok: false, cause: 'unreadable', code: 'EIO' }
        : door.read(request);
    await start(root, file, LATER, { ...door, read });
    expect(readFileSync(file, 'latin1')).toContain(OTHER);
    expect(readFileSync(file, 'latin1')).not.toContain(KEY);
  });

  it('lies where only its owner can read it, and is neither written nor read through a link', async () => {
    const { root, file } = prepare();
    await start(root, file);
    expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
    const [elsewhere, linked] = [join(temporaryFolder(), 'theirs'), join(temporaryFolder(), 'find.folders')];
    renameSync(file, elsewhere);
    symlinkSync(elsewhere, linked);
    const before = readFileSync(elsewhere);
    await expect(start(root, linked)).rejects.toThrow('link');
    expect(readFileSync(elsewhere)).toEqual(before);
  });

  it('is found behind a link that the folder of caches is', async () => {
    const { root } = prepare();
    const place = temporaryFolder();
    mkdirSync(join(place, 'real'));
    symlinkSync(join(place, 'real'), join(place, 'cache'));
    await start(root, join(place, 'cache', 'find.folders'));
    expect((await start(root, join(place, 'cache', 'find.folders'))).opened).toEqual([]);
  });

  it('is used where it may be read, and not marked as used', async () => {
    const { root, file } = prepare();
    await start(root, file);
    const door = createDiskDoor();
    const call = () => {
      throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
    };
    const cache = new FolderCache({ ...door, call }, file);
    const { reads, ...watched } = faultyDoor();
    new SkillScan({ door: watched, location: locationOf(root), cache, now: () => LATER }).look();
    expect(reads).toEqual([]);
  });

  it('counts for nothing in the place of another registry’s', async () => {
    const [one, other] = [prepare(), prepare()];
    await start(one.root, one.file);
    const { delta, opened } = await start(other.root, one.file);
    expect(opened).toContain(`skills/${KEY}/skill.json`);
    expect(delta).toEqual((await start(other.root, other.file)).delta);
  });

  const forgeries: Record<string, readonly [what: string, instead: string]> = {
    'names a file of another place': [
      `"file":"skills/${DRAFT}/overview.md"`,
      `"file":"skills/../../elsewhere.md"`,
    ],
    'names a line that is none': ['"line":3', '"line":""'],
    'has a finding that no quick rule has': ['"code":"field-missing"', '"code":"tokens-too-few"'],
    'has a finding of another skill': [`"skillKey":"${OTHER}"`, `"skillKey":"${KEY}"`],
    'has a skill.json of another size': [
      '{"schema":"skills/v1","number":1e999}',
      '{"schema":"skills/v1","number":1e99}',
    ],
  };

  it.each(Object.keys(forgeries))('counts for nothing of a folder where it %s', async (name) => {
    const { root, file } = prepare();
    const { delta } = await start(root, file);
    forge(file, ...(forgeries[name] ?? ['', '']));
    const second = await start(root, file);
    expect(withoutQuick(second.delta)).toEqual(delta);
    expect(second.opened).not.toEqual([]);
  });

  const damages: Record<string, (bytes: Buffer) => Buffer> = {
    empty: () => Buffer.alloc(0),
    'cut short': (bytes) => bytes.subarray(0, bytes.length - 1),
    'cut in its beginning': (bytes) => bytes.subarray(0, 14),
    longer: (bytes) => Buffer.concat([bytes, Buffer.from('x')]),
    'changed in its middle': (bytes) => changed(bytes, bytes.length >> 1),
    'of another version': (bytes) => changed(bytes, bytes.indexOf(`folders ${FOLDERS_VERSION}`) + 8),
    'another file': () => Buffer.from('{"hello":"world"}'.repeat(500)),
  };

  it.each(Object.keys(damages))('counts for nothing where it is %s, and is written anew', async (name) => {
    const { root, file } = prepare();
    const { delta } = await start(root, file);
    writeFileSync(file, damages[name]?.(readFileSync(file)) ?? '');
    const second = await start(root, file);
    expect(second.delta).toEqual(delta);
    expect(second.opened).toContain(`skills/${KEY}/skill.json`);
    expect((await start(root, file)).opened).toEqual([]);
  });

  it('brings no file and no folder into service that isn’t there, whatever stands behind a right checksum', async () => {
    const { root, file } = prepare();
    const { delta } = await start(root, file);
    const places = ({ upserted }: FolderDelta) =>
      upserted.map(({ folder, directory, files, manifestBytes }) => [
        folder,
        directory,
        files,
        manifestBytes,
      ]);
    const whole = readFileSync(file);
    const changes = fc.array(fc.record({ at: fc.nat(), value: fc.integer({ min: 0, max: 255 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const bytes = Buffer.from(whole);
        for (const { at, value } of list) bytes[24 + (at % (bytes.length - 24))] = value;
        bytes.writeUInt32LE(crc32(bytes.subarray(12)), 8);
        writeFileSync(file, bytes);
        const { delta: second } = await start(root, file);
        expect(places(second)).toEqual(places(delta));
        for (const { contents, files } of second.upserted)
          expect(contents.every((path) => files.has(path))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('has another version when files are read in another way', async () => {
    const { root, file } = prepare();
    const folderOf = (number: number) => `skills/rust/texts/t${number}`;
    for (const [number, overview] of OVERVIEWS.entries())
      writeFiles(root, {
        [`${folderOf(number)}/skill.json`]: '{"schema":"skills/v1"}',
        [`${folderOf(number)}/overview.md`]: overview,
      });
    writeFiles(root, { [`skills/${OTHER}/pitfalls.md`]: '{{write: one}}\r\n\r\n- and {{write: two}}' });
    await start(root, file);
    const cache = new FolderCache(createDiskDoor(), file);
    const { upserted } = (await start(root, join(temporaryFolder(), 'none'))).delta;
    const said = upserted.map(({ folder, fingerprint }) => {
      const { manifestBytes, quick, ...texts } = cache.find(folder, fingerprint) ?? { manifestBytes: [] };
      const { key, layout, found } = quick ?? { found: [] };
      return JSON.stringify([
        folder,
        manifestBytes.length,
        texts,
        key,
        layout,
        found.map(({ code }) => code),
      ]);
    });
    // Where this differs, raise FOLDERS_VERSION and put what is kept now here.
    expect([FOLDERS_VERSION, ...said]).toMatchInlineSnapshot(`
      [
        4,
        "["skills/cpp/gabime/spdlog",635,{"overviewSummary":"","unwritten":[]},"cpp/gabime/spdlog","registry",["example-extension"]]",
        "["skills/go/jackc/pgx",37,{"overviewSummary":"Talks to PostgreSQL.","unwritten":[{"code":"placeholder-left","severity":"info","message":"Still to write: one.","file":"skills/go/jackc/pgx/pitfalls.md","line":1,"column":1},{"code":"placeholder-left","severity":"info","message":"Still to write: two.","file":"skills/go/jackc/pgx/pitfalls.md","line":3,"column":7}]},"go/jackc/pgx","registry",["field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing"]]",
        "["skills/rust/a/draft",628,{"overviewSummary":"","unwritten":[{"code":"placeholder-left","severity":"info","message":"Still to write: what it is.","file":"skills/rust/a/draft/overview.md","line":3,"column":1}]},"rust/a/draft","registry",["example-extension"]]",
        "["skills/rust/texts/t0",22,{"overviewSummary":"tokio is Rust runtime with async I/O.","unwritten":[]},"rust/texts/t0","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing"]]",
        "["skills/rust/texts/t1",22,{"overviewSummary":"Node.js 20.19 e.g. works here.","unwritten":[]},"rust/texts/t1","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing"]]",
        "["skills/rust/texts/t2",22,{"overviewSummary":"Prose","unwritten":[]},"rust/texts/t2","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing"]]",
        "["skills/rust/texts/t3",22,{"overviewSummary":"flat_hash_map and node_hash_map are containers","unwritten":[]},"rust/texts/t3","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing"]]",
        "["skills/rust/texts/t4",22,{"overviewSummary":"","unwritten":[]},"rust/texts/t4","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing"]]",
        "["skills/rust/texts/t5",22,{"overviewSummary":"The text <br> goes on!","unwritten":[]},"rust/texts/t5","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing"]]",
        "["skills/rust/texts/t6",22,{"overviewSummary":"many words many words many words many words many words many words many words many words many words many words many words many words many words many words many words many words many words many words…","unwritten":[]},"rust/texts/t6","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing"]]",
        "["skills/rust/texts/t7",22,{"overviewSummary":"","unwritten":[]},"rust/texts/t7","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing"]]",
      ]
    `);
  });
});

/** What the first sentence of an overview is looked for in. */
const OVERVIEWS: readonly string[] = [
  '**tokio** is [Rust](https://x)\nruntime with `async` I/O. More.',
  'Node.js 20.19 e.g. works here. Next.',
  '---\ntitle: x\n---\n- item\n> quote\n![i](x)\n| a |\n```\ncode line\n```\n    indented\n\nProse:',
  '\uFEFF_flat_hash_map_ and node_hash_map are containers',
  '```cpp\n// Overview: a logger.\n```\n',
  'Overview\n========\n\nThe text <br> goes *on*! And on.',
  `# Long\n\n${'many words '.repeat(40)}`,
  `# Late\n\n${'- item\n'.repeat(2_000)}\nThis is too late.`,
];

/** Puts other words into what was kept, with lengths and a checksum that fit. */
function forge(file: string, what: string, instead: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(what);
  expect(at).toBeGreaterThan(0);
  const forged = Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from(instead),
    bytes.subarray(at + Buffer.byteLength(what)),
  ]);
  const [part, length] = recordPart(bytes, at);
  forged.writeUInt32LE(length + Buffer.byteLength(instead) - Buffer.byteLength(what), part);
  forged.writeUInt32LE(crc32(forged.subarray(12)), 8);
  writeFileSync(file, forged);
}

/** Where the length of the head or body that holds a byte is written, and what it says. */
function recordPart(bytes: Buffer, at: number): readonly [place: number, length: number] {
  for (let from = 16 + bytes.readUInt32LE(12); from < bytes.length; ) {
    const [head, body] = [bytes.readUInt32LE(from), bytes.readUInt32LE(from + 4)];
    if (at < from + 8 + head) return [from, head];
    if (at < from + 8 + head + body) return [from + 4, body];
    from += 8 + head + body;
  }
  throw new Error('No record holds that byte.');
}

function changed(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ 0x55;
  return other;
}
