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
import type { SkillKey } from '../../../../src-server/contract/api/api.ts';
import { type Diagnostic, diagnose } from '../../../../src-server/contract/diagnostics/diagnostic.ts';
import { createDiskReader, type DiskReader } from '../../../../src-server/registry/disk/disk-reader.ts';
import { RegistryScan } from '../../../../src-server/registry/disk/registry-scan.ts';
import { SKILLS_VERSION, SkillCache } from '../../../../src-server/registry/disk/skill-cache.ts';
import type { FolderDelta } from '../../../../src-server/registry/model/folder-delta.ts';
import { emptyModel, nextModel, withFindings } from '../../../../src-server/registry/model/registry-model.ts';
import type { RegistryLocation } from '../../../../src-server/registry/model/registry-snapshot.ts';
import type { SkillFindings, SkillFolder } from '../../../../src-server/registry/model/skill.ts';
import { faultyReader } from '../../../support/faulty-reader.ts';
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
    [`skills/${OTHER}/skill.json`]: '{"schema":"skills/v1","number":1e99}',
  });
  return { root, file: join(temporaryFolder(), 'kept', 'find.skills') };
}

const locationOf = (root: string): RegistryLocation => ({ root, skillsFolder: 'skills', layout: 'registry' });

interface StartOptions {
  readonly now?: number;
  readonly reader?: ReturnType<typeof faultyReader>;
  readonly layout?: RegistryLocation['layout'];
  readonly isLasting?: (findings: SkillFindings) => boolean;
  /** Skills that are checked by all rules; default all. */
  readonly most?: number;
}

/**
 * A first look with what was kept, and the checks: what the look tells, which files it opened, and which skills had to be
 * checked; what was found is kept for the next.
 */
async function start(root: string, file: string, options: StartOptions = {}) {
  const { now = LATER, reader: faulty = faultyReader(), layout = 'registry', most = 9 } = options;
  const { isLasting = ({ isChecked }) => isChecked } = options;
  const { reads, ...reader } = faulty;
  const location = { ...locationOf(root), layout };
  const cache = new SkillCache(createDiskReader(), file);
  const { delta } = new RegistryScan({ reader, location, cache, now: () => now }).scan();
  const { snapshot } = nextModel(emptyModel(location), delta as FolderDelta, new Date(0));
  const unchecked = [...snapshot.records].filter(([, { isChecked }]) => !isChecked).slice(0, most);
  const found = unchecked.map(
    ([key, { checks }]) => [key, { checks: [...checks, fewTokens(key)], isChecked: true }] as const,
  );
  const model = withFindings(snapshot, new Map(found));
  const opened = reads.map((path) => path.slice(root.length + 1));
  await cache.keep(model, isLasting);
  return {
    delta: delta as FolderDelta,
    opened,
    asked: unchecked.map(([key]) => key),
    checks: [...model.records.values()].map(({ checks }) => checks),
  };
}

/** What only a text could tell. */
function fewTokens(key: SkillKey): Diagnostic {
  return diagnose('tokens-too-few', 'Few.', { skillKey: key, file: `skills/${key}/safety.md`, line: 3 });
}

/** What a look tells that read every folder: it asked no rules. */
const withoutKnown = ({ upserted, ...rest }: FolderDelta): FolderDelta => ({
  ...rest,
  upserted: upserted.map(({ known: _known, ...folder }) => folder),
});

describe('what an earlier run kept of the skills', () => {
  it('is told again without a file being opened or a skill being checked, where all stamps are the same', async () => {
    const { root, file } = prepare();
    const first = await start(root, file);
    expect(first.opened).toContain(`skills/${KEY}/skill.json`);
    expect(first.asked).toEqual([KEY, OTHER]);
    const second = await start(root, file);
    expect(withoutKnown(second.delta)).toEqual(first.delta);
    expect([second.opened, second.asked, second.checks]).toEqual([[], [], first.checks]);
  });

  it('counts for no check where the registry is laid out in another way', async () => {
    const { root, file } = prepare();
    await start(root, file);
    const second = await start(root, file, { layout: 'library' });
    expect([second.opened, second.asked]).toEqual([[], [KEY, OTHER]]);
    expect((await start(root, file, { layout: 'library' })).asked).toEqual([]);
  });

  it('holds no findings that pass, nor those of skills that were not checked', async () => {
    const { root, file } = prepare();
    await start(root, file, {
      isLasting: ({ checks }) => checks.every(({ skillKey }) => skillKey !== OTHER),
    });
    expect((await start(root, file, { most: 0 })).asked).toEqual([]);
    const again = await start(root, file);
    expect([again.opened, again.asked]).toEqual([[], [OTHER]]);
    const elsewhere = join(temporaryFolder(), 'find.skills');
    await start(root, elsewhere, { most: 1 });
    expect((await start(root, elsewhere)).asked).toEqual([OTHER]);
  });

  it('is read anew where JSON can not say a number of skill.json', async () => {
    const { root, file } = prepare();
    writeFiles(root, { [`skills/${OTHER}/skill.json`]: '{"schema":"skills/v1","number":1e999}' });
    const { delta } = await start(root, file);
    const second = await start(root, file);
    expect(withoutKnown(second.delta)).toEqual(delta);
    expect(second.opened).toContain(`skills/${OTHER}/skill.json`);
  });

  it('is written for a new skill in two hundred, during pending checks for a new skill in ten', async () => {
    const { root, file } = prepare();
    const { upserted } = (await start(root, file)).delta as { upserted: readonly SkillFolder[] };
    const keys = Array.from({ length: 1_000 }, (_, number) => `cpp/many/n${number}`);
    const folders = keys.map((key) => ({
      ...(upserted[0] as SkillFolder),
      folder: `skills/${key}`,
      fingerprint: key,
    }));
    const delta = { upserted: folders, removed: [] };
    const { snapshot } = nextModel(emptyModel(locationOf(root)), delta, new Date(0));
    const cache = new SkillCache(createDiskReader(), file);
    const written: number[] = [];
    for (const checked of [0, 1, 100, 101, 201, 202, 994, 1_000]) {
      const found = keys.slice(0, checked).map((key) => [key, { checks: [], isChecked: true }] as const);
      const before = readFileSync(file);
      await cache.keep(withFindings(snapshot, new Map(found)), ({ isChecked }) => isChecked);
      if (!readFileSync(file).equals(before)) written.push(checked);
    }
    expect(written).toEqual([0, 101, 202, 994, 1_000]);
  });

  it('reads only the changed folder, also with kept size and time', async () => {
    const { root, file } = prepare();
    await start(root, file);
    const path = join(root, 'skills', KEY, 'overview.md');
    const { atime, mtime, size } = statSync(path);
    writeFileSync(path, 'x'.repeat(size));
    utimesSync(path, atime, mtime);
    const { delta, opened } = await start(root, file);
    const fresh = (await start(root, join(temporaryFolder(), 'none'))).delta;
    expect(withoutKnown(delta)).toEqual(fresh);
    expect(new Set(opened.map((name) => name.split('/').slice(1, 4).join('/')))).toEqual(new Set([KEY]));
  });

  it('is not trusted for files young enough for an unseen change', async () => {
    const { root, file } = prepare();
    const { ctimeMs: written } = statSync(join(root, 'skills', KEY, 'skill.json'));
    await start(root, file, { now: written });
    expect((await start(root, file)).opened).not.toEqual([]);
    expect((await start(root, file)).opened).toEqual([]);
    expect((await start(root, file, { now: written })).opened).not.toEqual([]);
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
    const reader = faultyReader();
    const read: DiskReader['read'] = (request) =>
      request.path.endsWith(`${KEY}/pitfalls.md`)
        ? { ok: false, cause: 'unreadable', code: 'EIO' }
        : reader.read(request);
    await start(root, file, { reader: { ...reader, read } });
    expect(readFileSync(file, 'latin1')).toContain(OTHER);
    expect(readFileSync(file, 'latin1')).not.toContain(KEY);
  });

  it('lies where only its owner can read it, and is neither written nor read through a link', async () => {
    const { root, file } = prepare();
    await start(root, file);
    expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
    const [elsewhere, linked] = [join(temporaryFolder(), 'theirs'), join(temporaryFolder(), 'find.skills')];
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
    await start(root, join(place, 'cache', 'find.skills'));
    expect((await start(root, join(place, 'cache', 'find.skills'))).opened).toEqual([]);
  });

  it('is used where it may be read, and not marked as used', async () => {
    const { root, file } = prepare();
    await start(root, file);
    const reader = createDiskReader();
    const call = () => {
      throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
    };
    const cache = new SkillCache({ ...reader, call }, file);
    const { reads, ...watched } = faultyReader();
    new RegistryScan({ reader: watched, location: locationOf(root), cache, now: () => LATER }).scan();
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
    'has a finding that no rule has': ['"code":"field-missing"', '"code":"field-mislaid"'],
    'has a weight that no finding has': ['"severity":"error"', '"severity":"fatal"'],
    'has what no finding has': ['"message":"Few."', '"html":"<b>"'],
    'says that it was checked by some rules': ['"isChecked":true', '"isChecked":false'],
    'names a file outside of the skill': [
      `"file":"skills/${KEY}/safety.md"`,
      `"file":"skills/${OTHER}/safety.md"`,
    ],
    'has a finding of another skill': [`"skillKey":"${OTHER}"`, `"skillKey":"${KEY}"`],
  };

  it.each(Object.keys(forgeries))('is ignored for a folder if the record %s', async (name) => {
    const { root, file } = prepare();
    const { delta } = await start(root, file);
    forge(file, ...(forgeries[name] ?? ['', '']));
    const second = await start(root, file);
    expect(withoutKnown(second.delta)).toEqual(delta);
    expect(second.opened).not.toEqual([]);
  });

  const damages: Record<string, (bytes: Buffer) => Buffer> = {
    empty: () => Buffer.alloc(0),
    'cut short': (bytes) => bytes.subarray(0, bytes.length - 1),
    'cut in its beginning': (bytes) => bytes.subarray(0, 14),
    longer: (bytes) => Buffer.concat([bytes, Buffer.from('x')]),
    'changed in its middle': (bytes) => changed(bytes, bytes.length >> 1),
    'of another version': (bytes) => changed(bytes, bytes.indexOf(`skills ${SKILLS_VERSION}`) + 7),
    'another file': () => Buffer.from('{"hello":"world"}'.repeat(500)),
  };

  it.each(Object.keys(damages))('is ignored if damaged: %s, and is written again', async (name) => {
    const { root, file } = prepare();
    const { delta } = await start(root, file);
    writeFileSync(file, damages[name]?.(readFileSync(file)) ?? '');
    const second = await start(root, file);
    expect(second.delta).toEqual(delta);
    expect(second.opened).toContain(`skills/${KEY}/skill.json`);
    expect((await start(root, file)).opened).toEqual([]);
  });

  it('serves no missing file or folder, whatever the content behind a valid checksum', async () => {
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
    const cache = new SkillCache(createDiskReader(), file);
    const { upserted } = (await start(root, join(temporaryFolder(), 'none'))).delta;
    const said = upserted.map(({ folder, fingerprint }) => {
      const { manifestBytes, known, ...texts } = cache.find(folder, fingerprint) ?? { manifestBytes: [] };
      const { key, layout, checks } = known ?? { checks: [] };
      return JSON.stringify([
        folder,
        manifestBytes.length,
        texts,
        key,
        layout,
        checks.map(({ code }) => code),
      ]);
    });
    // Where this differs, raise SKILLS_VERSION and put what is kept now here.
    expect([SKILLS_VERSION, ...said]).toMatchInlineSnapshot(`
      [
        1,
        "["skills/cpp/gabime/spdlog",475,{"overviewSummary":"","placeholders":[]},"cpp/gabime/spdlog","registry",["example-extension","tokens-too-few"]]",
        "["skills/go/jackc/pgx",37,{"overviewSummary":"Talks to PostgreSQL.","placeholders":[{"code":"placeholder-left","severity":"info","message":"Still to write: one.","file":"skills/go/jackc/pgx/pitfalls.md","line":1,"column":1},{"code":"placeholder-left","severity":"info","message":"Still to write: two.","file":"skills/go/jackc/pgx/pitfalls.md","line":3,"column":7}]},null,null,[]]",
        "["skills/rust/a/draft",468,{"overviewSummary":"","placeholders":[{"code":"placeholder-left","severity":"info","message":"Still to write: what it is.","file":"skills/rust/a/draft/overview.md","line":3,"column":1}]},null,null,[]]",
        "["skills/rust/texts/t0",22,{"overviewSummary":"tokio is Rust runtime with async I/O.","placeholders":[]},"rust/texts/t0","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing","tokens-too-few"]]",
        "["skills/rust/texts/t1",22,{"overviewSummary":"Node.js 20.19 e.g. works here.","placeholders":[]},"rust/texts/t1","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing","tokens-too-few"]]",
        "["skills/rust/texts/t2",22,{"overviewSummary":"Prose","placeholders":[]},"rust/texts/t2","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing","tokens-too-few"]]",
        "["skills/rust/texts/t3",22,{"overviewSummary":"flat_hash_map and node_hash_map are containers","placeholders":[]},"rust/texts/t3","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing","tokens-too-few"]]",
        "["skills/rust/texts/t4",22,{"overviewSummary":"","placeholders":[]},"rust/texts/t4","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing","tokens-too-few"]]",
        "["skills/rust/texts/t5",22,{"overviewSummary":"The text <br> goes on!","placeholders":[]},"rust/texts/t5","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing","tokens-too-few"]]",
        "["skills/rust/texts/t6",22,{"overviewSummary":"many words many words many words many words many words many words many words many words many words many words many words many words many words many words many words many words many words many words…","placeholders":[]},"rust/texts/t6","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing","tokens-too-few"]]",
        "["skills/rust/texts/t7",22,{"overviewSummary":"","placeholders":[]},"rust/texts/t7","registry",["example-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","field-missing","p0-file-missing","p0-file-missing","tokens-too-few"]]",
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
