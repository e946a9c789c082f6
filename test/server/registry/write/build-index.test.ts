import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BuiltIndex, buildIndex, indexObstacles } from '../../../../src-server/registry/build-index.ts';
import { faultyDisk } from '../../../support/faulty-disk.ts';
import { readSnapshot } from '../../../support/read-snapshot.ts';
import { type Files, skillFiles, temporaryFolder, writeFiles } from '../../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';
const NOW = new Date('2026-11-20T12:00:00Z');

async function build(files: Files): Promise<BuiltIndex & { value: Record<string, unknown> }> {
  const built = buildIndex(await readSnapshot(temporaryFolder(files)), NOW);
  return { ...built, value: JSON.parse(built.text) };
}

const skill = (changes: Record<string, unknown> = {}): Files => skillFiles(`skills/${KEY}`, KEY, changes);

describe('buildIndex', () => {
  it('makes the first index, version 1, with the specification’s fields', async () => {
    const { value, added } = await build(skill());
    expect(added).toEqual([KEY]);
    expect(value).toEqual({
      schema: 'skills/v1',
      version: 1,
      updated_at: '2026-11-20T12:00:00.000Z',
      skills: [
        {
          key: KEY,
          name: 'spdlog',
          language: 'cpp',
          tier: 'tier2',
          group: 'main',
          version: '1.2.3',
          trust_score: 70,
          tags: ['testing'],
          summary: 'What spdlog gets wrong.',
          repo_skill: false,
          risk_level: 'low',
        },
      ],
    });
  });

  it('changes nothing where nothing changed, whatever the order and white space', async () => {
    const first = await build(skill());
    const { schema, ...rest } = first.value;
    const text = JSON.stringify({ ...rest, schema });
    const again = await build({ ...skill(), 'index.json': text });
    expect(again).toMatchObject({ change: 'none', text, version: 1, added: [], updated: [], removed: [] });
  });

  describe('that is what the skills say', () => {
    const WEEK_OLD = '2026-11-13T12:00:00Z';
    const indexOf = async (updatedAt: string): Promise<string> => {
      const { value } = await build(skill());
      return `\uFEFF{ "updated_at": "${updatedAt}",${JSON.stringify({ ...value, updated_at: undefined }).slice(1)}`;
    };

    it('is left as it is for a week', async () => {
      const text = await indexOf(WEEK_OLD);
      const folder = temporaryFolder({ ...skill(), 'index.json': text });
      expect(buildIndex(await readSnapshot(folder), NOW)).toMatchObject({
        ...{ change: 'none', text: text.replace('\uFEFF', '') },
      });
    });

    it('has its time renewed then, its version raised, and nothing else', async () => {
      const text = await indexOf('2026-11-13T11:59:59Z');
      const folder = temporaryFolder({ ...skill(), 'index.json': text });
      expect(buildIndex(await readSnapshot(folder), NOW)).toMatchObject({
        change: 'time',
        version: 2,
        text: expect.stringContaining(NOW.toISOString()),
      });
    });
  });

  it('counts one version more where a skill changed', async () => {
    const first = await build(skill());
    const again = await build({
      ...skill({ version: '2.0' }),
      'index.json': { ...first.value, version: 41 },
    });
    expect(again).toMatchObject({ change: 'content', version: 42, updated: [KEY] });
    expect(again.value).toMatchObject({
      version: 42,
      updated_at: NOW.toISOString(),
      skills: [{ version: '2.0' }],
    });
  });

  it('keeps what only the index says', async () => {
    const entry = {
      key: KEY,
      summary: 'Old.',
      source_type: 'mirror',
      repo_source_url: 'https://x.y',
      mood: 'calm',
    };
    const index = {
      schema: 'skills/v1',
      version: 3,
      updated_at: '2026-01-01T00:00:00Z',
      skills: [entry],
      team: 'us',
    };
    const { value } = await build({ ...skill({ summary: undefined }), 'index.json': index });
    expect(value).toMatchObject({
      team: 'us',
      skills: [{ summary: 'Old.', source_type: 'mirror', repo_source_url: 'https://x.y', mood: 'calm' }],
    });
  });

  it('drops what the entry repeats of a skill.json that says it no more', async () => {
    const entry = {
      key: KEY,
      verified: true,
      official: true,
      trust_score_sources: { stars: 20 },
      mood: 'calm',
    };
    const index = { schema: 'skills/v1', version: 3, updated_at: '2026-01-01T00:00:00Z', skills: [entry] };
    const { value } = await build({ ...skill({ official: false }), 'index.json': index });
    const [built] = (value as { skills: readonly object[] }).skills;
    expect(built).toMatchObject({ official: false, mood: 'calm' });
    expect(built).not.toHaveProperty('verified');
    expect(built).not.toHaveProperty('trust_score_sources');
  });

  describe('where skill.json says what the list would leave out', () => {
    const INVALID = { version: 1.2, trust_score: 500, tags: 'logging', repo_skill: 'yes', language: null };
    const indexWith = (entry: object) => ({
      schema: 'skills/v1',
      version: 3,
      updated_at: '2026-01-01T00:00:00Z',
      skills: [{ key: KEY, ...entry }],
    });

    it('leaves it out, too', async () => {
      const { value } = await build(skill(INVALID));
      const [built] = (value as { skills: readonly object[] }).skills;
      expect(built).toMatchObject({ key: KEY, name: 'spdlog', language: 'cpp', tier: 'tier2' });
      for (const field of ['version', 'trust_score', 'tags', 'repo_skill'])
        expect(built).not.toHaveProperty(field);
    });

    it('keeps what the old entry says', async () => {
      const right = { version: '1.1', trust_score: 60, tags: ['logs'], repo_skill: true };
      const { value } = await build({ ...skill(INVALID), 'index.json': indexWith(right) });
      expect(value).toMatchObject({ skills: [right] });
    });

    it('drops from the old entry what is no better', async () => {
      const old = { ...INVALID, skill_version: 2, mood: 1 };
      const { value, updated } = await build({
        ...skill({ ...INVALID, skill_version: 2 }),
        'index.json': indexWith(old),
      });
      expect(updated).toEqual([KEY]);
      const [built] = (value as { skills: readonly object[] }).skills;
      expect(built).toMatchObject({ language: 'cpp', mood: 1 });
      for (const field of ['version', 'trust_score', 'tags', 'repo_skill', 'skill_version'])
        expect(built).not.toHaveProperty(field);
    });

    it('makes an index that nothing is wrong with', async () => {
      const folder = temporaryFolder(skill(INVALID));
      const { text } = buildIndex(await readSnapshot(folder), NOW);
      writeFiles(folder, { 'index.json': text });
      const { diagnostics } = await readSnapshot(folder);
      expect(diagnostics.filter(({ file }) => file === 'index.json')).toEqual([]);
    });
  });

  it('finds the old entry by its folder and gives it the key', async () => {
    const index = {
      schema: 'skills/v1',
      version: 3,
      updated_at: '2026-01-01T00:00:00Z',
      skills: [{ key: 'cpp/spdlog', mood: 'calm' }],
    };
    const built = await build({ ...skillFiles('skills/cpp/spdlog', KEY), 'index.json': index });
    expect(built).toMatchObject({ added: [], removed: [], updated: [KEY] });
    expect(built.value).toMatchObject({ skills: [{ key: KEY, mood: 'calm' }] });
  });
});

describe('indexObstacles', () => {
  const other = skillFiles('skills/go/jackc/pgx', 'go/jackc/pgx');
  const lost = (path: string, code: string) =>
    `${path} can't be read (${code}), so what it holds would be missing. index.json is left as it is.`;

  /** What stands in the way where places of a disk fail, by the system's codes. */
  async function obstacles(files: Files, faults: Readonly<Record<string, string>> = {}) {
    const root = temporaryFolder(files);
    const disk = faultyDisk();
    for (const [path, code] of Object.entries(faults)) disk.fail(join(root, path), code);
    return indexObstacles(await readSnapshot(root, disk));
  }

  it('finds none in a registry that is all there, with an index.json or without', async () => {
    expect(await obstacles(skill())).toBeUndefined();
    const index = { schema: 'skills/v1', version: 1, updated_at: '2026-01-01T00:00:00Z', skills: [] };
    expect(await obstacles({ ...skill(), 'index.json': index })).toBeUndefined();
  });

  it.each([
    ['a skill', 'skills/go/jackc/pgx', 'EACCES'],
    ['a skill.json', 'skills/go/jackc/pgx/skill.json', 'EIO'],
    ['a language', 'skills/go', 'EACCES'],
  ])('finds %s that can’t be read', async (_what, path, code) => {
    expect(await obstacles({ ...skill(), ...other }, { [path]: code })).toBe(lost(path, code));
  });

  it('counts what can’t be read where it is much', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `go/acme/${name}`);
    const files = Object.assign({}, ...names.map((key) => skillFiles(`skills/${key}`, key)));
    const faults = Object.fromEntries(names.map((key) => [`skills/${key}`, 'EACCES']));
    expect(await obstacles(files, faults)).toMatch(
      /^skills\/go\/acme\/a .+ skills\/go\/acme\/e .+ And 2 more\. index\.json/,
    );
  });

  it('says once of an index.json that it can’t be read, and all else that stands in the way', async () => {
    expect(await obstacles({ ...skill(), 'index.json': {} }, { 'index.json': 'EIO' })).toMatch(
      /^index\.json could not be read: EIO\. Make index\.json a valid JSON object.+\. index\.json is left as it is\.$/,
    );
    expect(
      await obstacles({ ...skill(), ...other, 'index.json': '{' }, { 'skills/go/jackc/pgx': 'EACCES' }),
    ).toMatch(/^index\.json could not be read: .+ skills\/go\/jackc\/pgx can't be read/);
  });
});
