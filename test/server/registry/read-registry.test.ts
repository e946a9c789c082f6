import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultyDisk } from '../../support/faulty-disk.ts';
import { codes, readSnapshot } from '../../support/read-snapshot.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { asRoot, onWindows, unless, without } from '../../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';

function entry(snapshot: Awaited<ReturnType<typeof readSnapshot>>, key: string) {
  return snapshot.index.skills.find((candidate) => candidate.key === key);
}

describe('keys', () => {
  it('come from the folder', async () => {
    const snapshot = await readSnapshot(temporaryRegistry([KEY, OTHER]));
    expect([...snapshot.skills.keys()]).toEqual([KEY, OTHER]);
    expect(codes(snapshot)).toEqual([]);
  });

  it('come from skill.json where the folder has two or four levels', async () => {
    const root = temporaryFolder({
      ...skillFiles('skills/cpp/CLI11', 'cpp/CLIUtils/CLI11'),
      ...skillFiles('skills/a/b/c/d', OTHER),
    });
    const snapshot = await readSnapshot(root);
    expect([...snapshot.skills.keys()]).toEqual(['cpp/CLIUtils/CLI11', OTHER]);
    expect(codes(snapshot)).toEqual(['key-from-manifest cpp/CLIUtils/CLI11', `key-from-manifest ${OTHER}`]);
  });

  it('name a skill inside another one’s folder too', async () => {
    const root = temporaryFolder({
      ...skillFiles('skills/cpp/SFML', 'cpp/SFML/SFML', { name: 'SFML', version: 'outer' }),
      ...skillFiles('skills/cpp/SFML/SFML', 'cpp/SFML/SFML', { name: 'SFML', version: 'inner' }),
    });
    const snapshot = await readSnapshot(root);
    expect(snapshot.skills.get('cpp/SFML/SFML')?.folder).toBe('skills/cpp/SFML/SFML');
    expect(codes(snapshot)).toContain('key-duplicate cpp/SFML/SFML');
    expect(codes(snapshot)).toContain('skill-nested cpp/SFML/SFML');
  });

  it('go to the first path in byte order where no path is the key', async () => {
    const root = temporaryFolder({ ...skillFiles('skills/b', KEY), ...skillFiles('skills/Z', KEY) });
    const snapshot = await readSnapshot(root);
    expect(snapshot.skills.get(KEY)?.folder).toBe('skills/Z');
  });

  it('that cannot be made are a diagnostic', async () => {
    const root = temporaryFolder(skillFiles('skills/odd', KEY, { repo: undefined }));
    const snapshot = await readSnapshot(root);
    expect(snapshot.skills.size).toBe(0);
    expect(codes(snapshot)).toContain('key-underivable skills/odd/skill.json');
  });

  it('differing from skill.json are reported, and the folder wins', async () => {
    const root = temporaryFolder(skillFiles(`skills/${KEY}`, OTHER));
    const snapshot = await readSnapshot(root);
    expect([...snapshot.skills.keys()]).toEqual([KEY]);
    expect(codes(snapshot)).toEqual([`key-mismatch ${KEY}`]);
  });
});

describe('the key of a folder', () => {
  it.each([
    ['a repository of several libraries', 'js/babel/core', 'js/babel/babel'],
    ['a repository that moved to another author', 'cpp/facebook/zstd', 'cpp/meta/zstd'],
  ])('may name a library of %s', async (_what, key, inManifest) => {
    const snapshot = await readSnapshot(temporaryFolder(skillFiles(`skills/${key}`, inManifest)));
    expect([...snapshot.skills.keys()]).toEqual([key]);
    expect(codes(snapshot)).toEqual([]);
  });

  it('must be of the language that skill.json says', async () => {
    const snapshot = await readSnapshot(temporaryFolder(skillFiles('skills/js/babel/core', 'go/babel/core')));
    expect(codes(snapshot)).toEqual(['key-mismatch js/babel/core']);
  });
});

describe('schemas', () => {
  it('skills/v1 is served without a word', async () => {
    const schema = 'skills/v1';
    const snapshot = await readSnapshot(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { schema })));
    expect(snapshot.skills.size).toBe(1);
    expect(codes(snapshot)).toEqual([]);
  });

  it.each([
    ['libskills/v1', 'schema-alias'],
    ['skills/v1.1', 'schema-minor'],
    [undefined, 'schema-missing'],
  ])('%s is served with %s', async (schema, code) => {
    const snapshot = await readSnapshot(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { schema })));
    expect(snapshot.skills.size).toBe(1);
    expect(codes(snapshot)).toEqual([`${code} ${KEY}`]);
  });

  it.each(['skills/v0', 'skills/v2', 'skills/v10', 'other/v1', 1, null])(
    '%j is not served',
    async (schema) => {
      const snapshot = await readSnapshot(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { schema })));
      expect(snapshot.skills.size).toBe(0);
      expect(codes(snapshot)).toContain(`schema-unsupported ${KEY}`);
    },
  );
});

describe('broken skills', () => {
  it('never hide another', async () => {
    const root = temporaryRegistry([KEY], { 'skills/go/a/b/skill.json': '{ "name": ' });
    const snapshot = await readSnapshot(root);
    expect([...snapshot.skills.keys()]).toEqual([KEY]);
    expect(snapshot.diagnostics[0]).toMatchObject({
      code: 'skill-json-invalid',
      skillKey: 'go/a/b',
      line: 1,
    });
  });

  it('without a skill.json say so themselves, and not their entries in index.json', async () => {
    const root = temporaryRegistry([KEY, OTHER], {
      'index.json': {
        schema: 'skills/v1',
        version: 1,
        updated_at: '2026-03-01T00:00:00Z',
        skills: [{ key: KEY }, { key: OTHER }],
      },
    });
    rmSync(join(root, 'skills', OTHER, 'skill.json'));
    const snapshot = await readSnapshot(root);
    expect([...snapshot.skills.keys()]).toEqual([KEY]);
    expect(codes(snapshot)).toEqual([`skill-json-missing ${OTHER}`]);
  });

  it('that may not be read are named', unless(asRoot), async () => {
    const root = temporaryRegistry([KEY, OTHER]);
    chmodSync(join(root, 'skills', OTHER), 0o000);
    const snapshot = await readSnapshot(root);
    chmodSync(join(root, 'skills', OTHER), 0o755);
    expect(codes(snapshot)).toContain(`file-unreadable skills/${OTHER}`);
  });
});

describe('hostile folders', () => {
  it('cannot show a file outside through a link called skill.json or index.json', async () => {
    const outside = temporaryFolder({
      'secret.json': { schema: 'skills/v1', name: 'secret', token: 'TOP-SECRET', skills: [] },
    });
    const root = temporaryRegistry([KEY], skillFiles(`skills/${OTHER}`, OTHER));
    rmSync(join(root, 'skills', OTHER, 'skill.json'));
    symlinkSync(join(outside, 'secret.json'), join(root, 'skills', OTHER, 'skill.json'));
    symlinkSync(join(outside, 'secret.json'), join(root, 'index.json'));
    const snapshot = await readSnapshot(root);
    expect(JSON.stringify(snapshot.index)).not.toContain('TOP-SECRET');
    expect([...snapshot.skills.keys()]).toEqual([KEY]);
    expect(codes(snapshot)).toEqual([`skill-json-invalid ${OTHER}`, 'index-json-invalid index.json']);
  });

  it('cannot stop the rest by nesting beyond any use', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const root = temporaryRegistry([KEY], {
      'skills/go/a/b/skill.json': `{"schema":${nested}}`,
      'skills/go/a/c/skill.json': `{"schema":"skills/v1","more":${nested}}`,
      'index.json': `{"schema":"skills/v1","skills":[{"key":"${KEY}","more":${nested}}]}`,
    });
    const snapshot = await readSnapshot(root);
    expect([...snapshot.skills.keys()]).toEqual([KEY]);
    expect(() => JSON.stringify([snapshot.index, snapshot.diagnostics])).not.toThrow();
  });

  it('cannot make the service wait for a pipe', unless(onWindows), async () => {
    const root = temporaryRegistry([KEY], skillFiles(`skills/${OTHER}`, OTHER));
    for (const file of ['index.json', `skills/${OTHER}/skill.json`, `skills/${KEY}/pipe.md`]) {
      rmSync(join(root, file), { force: true });
      execFileSync('mkfifo', [join(root, file)]);
    }
    const snapshot = await readSnapshot(root);
    expect([...snapshot.skills.keys()]).toEqual([KEY]);
    expect(snapshot.skills.get(KEY)?.files.has('pipe.md')).toBe(false);
  });

  it('cannot multiply their files by links among folders', async () => {
    const root = temporaryRegistry([KEY]);
    for (const place of [join(root, 'skills', KEY, 'examples'), join(root, 'skills')]) {
      const names = Array.from({ length: 9 }, (_, index) => `d${index}`);
      for (const name of names) mkdirSync(join(place, name));
      for (const name of names) {
        for (const other of names)
          if (other !== name) symlinkSync(join(place, other), join(place, name, other));
      }
    }
    const snapshot = await readSnapshot(root);
    expect(snapshot.skills.get(KEY)?.files.size).toBe(4);
  });

  it('cannot have a key that no request can name', async () => {
    const root = temporaryFolder(skillFiles('skills/odd', KEY, { repo: 'a/\ud800' }));
    expect((await readSnapshot(root)).skills.size).toBe(0);
  });

  it('cannot put a number into the list that JSON cannot say', async () => {
    const root = temporaryRegistry([KEY]);
    const file = join(root, 'skills', KEY, 'skill.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"trust_score": 70', '"trust_score": 1e999'));
    expect(entry(await readSnapshot(root), KEY)).not.toHaveProperty('trust_score');
  });
});

describe('knowledge files', () => {
  it('are markdown files of the folder and everything under examples/, no dot-files', async () => {
    const extra = {
      'README.txt': '',
      'notes.md': '',
      '.hidden.md': '',
      'sub/inner.md': '',
      'examples/deep/er/a.cpp': '',
      'examples/.git/config': '',
    };
    const snapshot = await readSnapshot(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, extra)));
    expect([...(snapshot.skills.get(KEY)?.files.keys() ?? [])]).toEqual([
      'examples/basic.txt',
      'examples/deep/er/a.cpp',
      'notes.md',
      'overview.md',
      'pitfalls.md',
      'safety.md',
    ]);
  });

  it('in the answer are those that skill.json lists, P0 first', async () => {
    const files = { P1: ['safety.md'], P0: ['pitfalls.md', 'overview.md'] };
    const snapshot = await readSnapshot(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { files })));
    expect(snapshot.skills.get(KEY)?.contentPaths).toEqual(['pitfalls.md', 'overview.md', 'safety.md']);
  });

  it('are all in the answer where skill.json has no list', async () => {
    const snapshot = await readSnapshot(
      temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { files: undefined })),
    );
    expect(snapshot.skills.get(KEY)?.contentPaths).toHaveLength(4);
  });

  it(
    'are served through links, as Kubernetes mounts a ConfigMap, and follow when it is swapped',
    unless(onWindows),
    async () => {
      const root = temporaryRegistry([KEY]);
      const folder = join(root, 'skills', KEY);
      const names = ['skill.json', 'overview.md', 'pitfalls.md', 'safety.md'];
      const mount = (version: string, more: string) => {
        mkdirSync(join(folder, version));
        for (const name of names) {
          const from = existsSync(join(folder, '..data')) ? join(folder, '..data', name) : join(folder, name);
          writeFileSync(
            join(folder, version, name),
            readFileSync(from, 'utf8').replace(/$/, name.endsWith('.md') ? more : ''),
          );
        }
        symlinkSync(version, join(folder, '..data_tmp'));
        renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
      };
      mount('..2026_11_28_12_00_00.123', 'first\n');
      for (const name of names) {
        rmSync(join(folder, name));
        symlinkSync(`..data/${name}`, join(folder, name));
      }
      const served = async () => (await readSnapshot(root)).skills.get(KEY);
      expect((await served())?.contentPaths).toEqual(expect.arrayContaining(names.slice(1)));
      mount('..2026_11_29_12_00_00.456', 'second\n');
      expect((await served())?.texts.get('pitfalls.md')).toContain('first\nsecond\n');
      expect(codes(await readSnapshot(root))).toEqual([]);
    },
  );

  it.each([
    ['a hidden file', '.env', 'is a link to a file that is not served'],
    ['a file in a hidden folder', '.git/config', 'is a link to a file that is not served'],
    ['skill.json', 'skill.json', 'is a link to a file that is not served'],
    ['nothing', 'gone.md', 'is a link that leads nowhere'],
    ['a file outside', '../../../../secret.md', "is a link that leads out of the skill's folder"],
  ])('are no links to %s, and the reason is named', unless(onWindows), async (_what, target, why) => {
    const root = temporaryRegistry([KEY], { 'secret.md': 'TOP-SECRET' });
    const folder = join(root, 'skills', KEY);
    mkdirSync(join(folder, '.git'));
    for (const secret of ['.env', '.git/config']) writeFileSync(join(folder, secret), 'TOP-SECRET');
    rmSync(join(folder, 'pitfalls.md'));
    symlinkSync(target, join(folder, 'pitfalls.md'));
    const snapshot = await readSnapshot(root);
    const skill = snapshot.skills.get(KEY);
    expect(skill?.contentPaths).not.toContain('pitfalls.md');
    expect(JSON.stringify([...(skill?.texts ?? [])])).not.toContain('TOP-SECRET');
    expect(skill?.files.get('pitfalls.md')?.unread).toBe(why);
    expect(snapshot.diagnostics.map(({ message }) => message)).toContain(`pitfalls.md ${why}.`);
  });

  it('that are listed but missing are absent and named', async () => {
    const files = { P0: ['overview.md', 'gone.md', '../secret.md', 'skill.json'] };
    const snapshot = await readSnapshot(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { files })));
    expect(snapshot.skills.get(KEY)?.contentPaths).toEqual(['overview.md', 'pitfalls.md', 'safety.md']);
    expect(snapshot.diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'file-missing /files/P0/1',
      'file-not-servable /files/P0/2',
      'file-not-servable /files/P0/3',
    ]);
  });

  it('over 8 MiB are left out', async () => {
    const root = temporaryRegistry([KEY]);
    truncateSync(join(root, 'skills', KEY, 'safety.md'), 8 * 1024 * 1024 + 1);
    const snapshot = await readSnapshot(root);
    expect(snapshot.skills.get(KEY)?.contentPaths).not.toContain('safety.md');
    expect(snapshot.skills.get(KEY)?.files.get('safety.md')?.unread).toBe('is larger than 8 MiB');
    expect(codes(snapshot)).toEqual([`file-too-large ${KEY}`]);
  });

  it('reached by a link count while the link stays inside the folder', async () => {
    const outside = temporaryFolder({ 'secret.md': 'secret', 'more/b.md': '' });
    const root = temporaryRegistry([KEY]);
    const folder = join(root, 'skills', KEY);
    symlinkSync(join(outside, 'secret.md'), join(folder, 'leak.md'));
    symlinkSync(join(outside, 'more'), join(folder, 'examples', 'more'));
    symlinkSync('overview.md', join(folder, 'alias.md'));
    symlinkSync('nowhere.md', join(folder, 'dead.md'));
    symlinkSync('..', join(folder, 'examples', 'loop'));
    symlinkSync('.', join(folder, 'examples', 'self'));
    symlinkSync('../skill.json', join(folder, 'examples', 'manifest.txt'));
    const snapshot = await readSnapshot(root);
    const files = [...(snapshot.skills.get(KEY)?.files.keys() ?? [])];
    expect(files).toContain('alias.md');
    expect(files.filter((file) => /leak|more|dead|loop|self|manifest/.test(file))).toEqual([]);
    expect(codes(snapshot)).toEqual([`file-outside ${KEY}`, `file-outside ${KEY}`]);
  });

  it('are regular files: a folder called x.md is none', async () => {
    const root = temporaryRegistry([KEY]);
    mkdirSync(join(root, 'skills', KEY, 'x.md'));
    const snapshot = await readSnapshot(root);
    expect(snapshot.skills.get(KEY)?.files.has('x.md')).toBe(false);
  });
});

describe('texts', () => {
  const textsOf = async (bytes: Readonly<Record<string, Uint8Array | string>>) => {
    const root = temporaryRegistry([KEY]);
    for (const [path, content] of Object.entries(bytes))
      writeFileSync(join(root, 'skills', KEY, path), content);
    return readSnapshot(root);
  };

  it('are UTF-8: a mark at the start is dropped, bad bytes are replaced, line ends stay', async () => {
    const { skills } = await textsOf({
      'overview.md': '\uFEFF# A\r\nb\n',
      'safety.md': Buffer.from([0x61, 0xff, 0x62]),
    });
    expect(skills.get(KEY)?.texts.get('overview.md')).toBe('# A\r\nb\n');
    expect(skills.get(KEY)?.texts.get('safety.md')).toBe('a\uFFFDb');
  });

  it('in UTF-16 are read as such, and named', async () => {
    const text = Buffer.from('\uFEFF# Größe\n', 'utf16le');
    const snapshot = await textsOf({ 'overview.md': text, 'safety.md': Buffer.from(text).swap16() });
    const texts = snapshot.skills.get(KEY)?.texts;
    expect([texts?.get('overview.md'), texts?.get('safety.md')]).toEqual(['# Größe\n', '# Größe\n']);
    expect(codes(snapshot)).toEqual([`text-not-utf8 ${KEY}`, `text-not-utf8 ${KEY}`]);
  });

  it('are never the pointers that Git LFS left in their place', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12\n`;
    const snapshot = await textsOf({ 'pitfalls.md': pointer });
    const skill = snapshot.skills.get(KEY);
    expect(skill?.texts.has('pitfalls.md')).toBe(false);
    expect(skill?.contentPaths).not.toContain('pitfalls.md');
    expect(snapshot.diagnostics).toMatchObject([
      {
        code: 'file-unreadable',
        message: 'pitfalls.md is a pointer of Git LFS, not the file itself. Nothing of it is served.',
        fix: 'Fetch the file: git lfs pull.',
      },
    ]);
  });

  it('of a skill are at most 16 MiB, and its files at most 200', async () => {
    const large = 'a'.repeat(6 * 1024 * 1024);
    const snapshot = await textsOf({ 'a.md': large, 'b.md': large, 'c.md': large });
    expect(snapshot.skills.get(KEY)?.texts.has('b.md')).toBe(true);
    expect(snapshot.skills.get(KEY)?.files.get('c.md')?.unread).toContain('16 MiB');
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`n${at}.md`, '']));
    const full = await textsOf(many);
    expect(full.skills.get(KEY)?.files.size).toBe(200);
    expect(codes(full)).toContain(`file-limit ${KEY}`);
  });
});

describe('the list', () => {
  it('has schema, version and time without index.json', async () => {
    const { index } = await readSnapshot(temporaryRegistry([KEY]));
    expect(index).toMatchObject({ schema: 'skills/v1', version: 1, updated_at: '2026-01-02T03:04:05Z' });
  });

  it('takes version and time from index.json and passes unknown fields on', async () => {
    const indexFile = {
      schema: 'skills/v1',
      version: 7,
      updated_at: '2026-02-03T00:00:00Z',
      mirror: 'x',
      skills: [],
    };
    const { index } = await readSnapshot(temporaryRegistry([KEY], { 'index.json': indexFile }));
    expect(index).toMatchObject({ version: 7, updated_at: '2026-02-03T00:00:00Z', mirror: 'x' });
  });

  it.each(['0', '7.0', '1e3', '2251799813685248'])(
    'takes the version %s for the number it is',
    async (version) => {
      const text = `{"schema": "skills/v1", "version": ${version}, "updated_at": "2026-01-02T03:04:05Z", "skills": []}`;
      const { index, contents } = await readSnapshot(temporaryRegistry([], { 'index.json': text }));
      expect([index.version, contents.indexFile.diagnostics]).toEqual([Number(version), []]);
    },
  );

  it.each(['-1', '1.5', '1e400', '2251799813685249', 'null'])(
    'says of the version %s that it is none',
    async (version) => {
      const text = `{"schema": "skills/v1", "version": ${version}, "updated_at": "2026-01-02T03:04:05Z", "skills": []}`;
      const { contents } = await readSnapshot(temporaryRegistry([], { 'index.json': text }));
      expect(contents.indexFile.diagnostics).toMatchObject([{ code: 'index-version-invalid' }]);
    },
  );

  it('says tier2 and contrib where nothing says which, since every entry has both', async () => {
    const files = skillFiles('skills/cpp/a/b', 'cpp/a/b', { tier: undefined, group: 7 });
    expect((await readSnapshot(temporaryFolder(files))).index.skills).toMatchObject([
      { tier: 'tier2', group: 'contrib' },
    ]);
  });

  it('starts at 1 where the version is no whole number', async () => {
    const indexFile = { schema: 'skills/v1', version: '1.0', updated_at: 'yesterday', skills: [] };
    const snapshot = await readSnapshot(temporaryRegistry([KEY], { 'index.json': indexFile }));
    expect(snapshot.index).toMatchObject({ version: 1, updated_at: '2026-01-02T03:04:05Z' });
    expect(codes(snapshot)).toEqual([
      'index-version-invalid index.json',
      'index-updated-at-invalid index.json',
      `index-entry-missing ${KEY}`,
    ]);
  });

  it('lets index.json win and skill.json fill the gaps', async () => {
    const indexFile = {
      schema: 'skills/v1',
      version: 1,
      updated_at: '2026-02-03T00:00:00Z',
      skills: [{ key: KEY, name: 'SPDLOG', summary: '', trust_score: 99, extra: [1] }],
    };
    const snapshot = await readSnapshot(temporaryRegistry([KEY], { 'index.json': indexFile }));
    expect(entry(snapshot, KEY)).toMatchObject({
      name: 'SPDLOG',
      trust_score: 99,
      summary: 'What spdlog gets wrong.',
      language: 'cpp',
      extra: [1],
    });
    expect(snapshot.diagnostics).toMatchObject([
      {
        code: 'index-entry-disagrees',
        message: 'index.json and skill.json disagree about name, trust_score.',
      },
    ]);
  });

  it('leaves out entries without a folder and adds folders without an entry', async () => {
    const indexFile = {
      schema: 'skills/v1',
      version: 1,
      updated_at: '2026-02-03T00:00:00Z',
      skills: [{ key: 'js/no/one' }],
    };
    const snapshot = await readSnapshot(temporaryRegistry([KEY], { 'index.json': indexFile }));
    expect(snapshot.index.skills.map(({ key }) => key)).toEqual([KEY]);
    expect(codes(snapshot)).toEqual(['index-entry-orphan index.json', `index-entry-missing ${KEY}`]);
  });

  it('matches an entry by folder where its key is not canonical', async () => {
    const indexFile = {
      schema: 'skills/v1',
      version: 1,
      updated_at: '2026-02-03T00:00:00Z',
      skills: [{ key: 'cpp/CLI11', summary: 'By folder.' }],
    };
    const root = temporaryFolder({
      ...skillFiles('skills/cpp/CLI11', 'cpp/CLIUtils/CLI11'),
      'index.json': indexFile,
    });
    const snapshot = await readSnapshot(root);
    expect(entry(snapshot, 'cpp/CLIUtils/CLI11')?.summary).toBe('By folder.');
  });

  it.each([-1, 100.6, 500])('has no trust score of %d, which is none, whoever says it', async (score) => {
    const files = skillFiles(`skills/${KEY}`, KEY, { trust_score: score });
    expect(entry(await readSnapshot(temporaryFolder(files)), KEY)).not.toHaveProperty('trust_score');
    const skills = [{ key: KEY, trust_score: score }];
    const index = { schema: 'skills/v1', version: 1, updated_at: '2026-02-03T00:00:00Z', skills };
    const listed = await readSnapshot(temporaryRegistry([KEY], { 'index.json': index }));
    expect(entry(listed, KEY)).toMatchObject({ trust_score: 70 });
    expect(listed.diagnostics).toMatchObject([{ skillKey: KEY, pointer: '/skills/0/trust_score' }]);
  });

  it('drops a known field of a wrong type rather than pass it on', async () => {
    const indexFile = {
      schema: 'skills/v1',
      version: 1,
      updated_at: '2026-02-03T00:00:00Z',
      skills: [{ key: KEY, tags: 'logging', trust_score: '90' }],
    };
    const snapshot = await readSnapshot(temporaryRegistry([KEY], { 'index.json': indexFile }));
    expect(entry(snapshot, KEY)).toMatchObject({ tags: ['testing'], trust_score: 70 });
    expect(codes(snapshot)).toEqual([`field-invalid ${KEY}`, `field-invalid ${KEY}`]);
  });

  it('summarises by the first sentence of the overview where nothing else does', async () => {
    const snapshot = await readSnapshot(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { summary: '' })));
    expect(entry(snapshot, KEY)?.summary).toBe(`About ${KEY}.`);
  });

  it('is made from the skills while index.json cannot be read', async () => {
    const snapshot = await readSnapshot(temporaryRegistry([KEY], { 'index.json': '{' }));
    expect(snapshot.index.skills).toHaveLength(1);
    expect(codes(snapshot)).toEqual(['index-json-invalid index.json']);
  });

  it('of an empty registry is empty, with a warning', async () => {
    const snapshot = await readSnapshot(
      temporaryFolder({
        'index.json': { schema: 'skills/v1', version: 3, updated_at: '2026-01-01T00:00:00Z', skills: [] },
      }),
    );
    expect(snapshot.index).toMatchObject({ version: 3, skills: [] });
    expect(codes(snapshot)).toEqual(['registry-empty']);
  });

  it.each([
    ['is no JSON', 'skill.json', '{', 'skill-json-invalid'],
    ['is misnamed', 'skills.json', '{}', 'skill-json-missing'],
    ['is of another major version', 'skill.json', '{"schema": "skills/v2"}', 'schema-unsupported'],
  ])('is not called empty where the only skill.json %s', async (_what, name, text, code) => {
    const folder = `skills/${KEY}`;
    const root = temporaryFolder({ [`${folder}/${name}`]: text, [`${folder}/overview.md`]: '# Overview' });
    expect(codes(await readSnapshot(root))).toEqual([`${code} ${KEY}`]);
  });

  it('is not called empty where it is not known whether it is', async () => {
    const root = temporaryRegistry([KEY]);
    const disk = faultyDisk();
    disk.fail(join(root, 'skills/cpp'), 'EACCES');
    expect(codes(await readSnapshot(root, disk))).toEqual(['file-unreadable skills/cpp']);
  });
});

const REAL = join(import.meta.dirname, '../../../../shared/real-registry');

describe('a real registry', () => {
  it('accounts for every one of its 85 folders', unless(without(REAL)), async () => {
    const snapshot = await readSnapshot(REAL);
    const lost = snapshot.diagnostics.filter(({ code }) => code === 'key-duplicate');
    expect(snapshot.skills.size + lost.length).toBe(85);
    expect(lost.map(({ skillKey }) => skillKey)).toEqual(['cpp/SFML/SFML', 'cpp/preshing/junction']);
  });
});
