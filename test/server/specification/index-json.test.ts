import { describe, expect, it } from 'vitest';
import type { RegistryIndex } from '../../../src-server/contract/api.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';
import { validated } from '../../support/validated.ts';

const KEY = 'cpp/redis/hiredis';
const ENTRY = { key: KEY, name: 'hiredis', language: 'cpp', tier: 'tier2', group: 'main' };

function registryWith({
  entry = {},
  head = {},
  manifest = {},
}: {
  readonly entry?: Readonly<Record<string, unknown>>;
  readonly head?: Readonly<Record<string, unknown>>;
  readonly manifest?: Readonly<Record<string, unknown>>;
}): string {
  const skills = [{ ...ENTRY, ...entry }];
  return temporaryFolder({
    ...validSkillFiles(KEY, (skill) => void Object.assign(skill.manifest, manifest)),
    'index.json': { schema: 'skills/v1', version: 3, updated_at: '2026-06-01T00:00:00Z', skills, ...head },
  });
}

async function list(parts: Parameters<typeof registryWith>[0]): Promise<RegistryIndex> {
  const server = await startTestServer(registryWith(parts));
  return (await server.get('/v1/skills')).json<RegistryIndex>();
}

interface Clause {
  readonly clause: string;
  readonly parts: Parameters<typeof registryWith>[0];
  readonly found: readonly string[];
}

const AT = '/skills/0';

const CLAUSES: readonly Clause[] = [
  {
    clause: '`trust_score` of an entry is an integer',
    parts: { entry: { trust_score: 60.5 } },
    found: [`error field-invalid ${AT}/trust_score`, `warning index-entry-disagrees ${AT}`],
  },
  {
    clause: '`key` of an entry is required',
    parts: { head: { skills: [ENTRY, { ...ENTRY, key: undefined }] } },
    found: ['error index-entry-invalid /skills/1'],
  },
  {
    clause: '`repo_source_url` of an entry is a URL',
    parts: { entry: { repo_source_url: 'redis/hiredis' } },
    found: [`warning field-form ${AT}/repo_source_url`],
  },
  {
    clause: '`repo_source_url` of an entry may be any URL',
    parts: { entry: { repo_source_url: 'ssh://git@host.example/redis/hiredis.git' } },
    found: [],
  },
  {
    clause: '`summary` of an entry is one line',
    parts: { entry: { summary: 'One.\nTwo.' } },
    found: [`warning field-form ${AT}/summary`],
  },
  {
    clause: 'ISO 8601: RFC 3339 without seconds',
    parts: { head: { updated_at: '2026-01-31T12:00Z' } },
    found: [],
  },
  ...['2026-01-31T12:00:00', '20260131T120000Z', '2026-W05-6T12:00Z'].map(
    (time): Clause => ({
      clause: `ISO 8601 in another form than RFC 3339 is a warning: ${time}`,
      parts: { head: { updated_at: time } },
      found: ['warning field-form /updated_at'],
    }),
  ),
  {
    clause: 'a date without a clock is no date-time',
    parts: { head: { updated_at: '2026-01-31' } },
    found: ['warning index-updated-at-invalid /updated_at'],
  },
  {
    clause: 'what is no ISO 8601 date-time is no time',
    parts: { head: { updated_at: 'last week' } },
    found: ['warning index-updated-at-invalid /updated_at'],
  },
  {
    clause: 'the same major version is accepted',
    parts: { head: { schema: 'skills/v1.1' } },
    found: ['info schema-minor /schema'],
  },
];

describe('validation of index.json', () => {
  it.each(CLAUSES)('$clause', async ({ parts, found }) => {
    const isError = found.some((line) => line.startsWith('error'));
    expect(await validated(registryWith(parts))).toMatchObject({ found, code: isError ? 1 : 0 });
  });

  it('names the raw score', async () => {
    const { diagnostics } = await validated(registryWith({ entry: { trust_score: 60.5 } }));
    expect(diagnostics[0]).toMatchObject({ value: '60.5', message: expect.stringContaining('60.5') });
  });
});

describe('the list', () => {
  it.each<[string, Parameters<typeof registryWith>[0], string]>([
    [
      'is that of skill.json where the entry has ""',
      { entry: { summary: '' }, manifest: { summary: 'Of skill.json.' } },
      'Of skill.json.',
    ],
    ['comes from skill.json where the entry has none', { manifest: { summary: 'Says.' } }, 'Says.'],
    ['is derived where neither has one', {}, 'Close every connection'],
    ['is derived where it is no text', { entry: { summary: 7 } }, 'Close every connection'],
    ['is one line', { entry: { summary: 'One.\n  Two.\u2028Three.' } }, 'One. Two. Three.'],
  ])('carries a summary, which %s', async (_what, parts, summary) => {
    const served = (await list(parts)).skills[0]?.summary;
    expect(summary === '' ? served : served?.slice(0, summary.length)).toBe(summary);
  });

  it('carries a summary, "" where nothing can be derived', async () => {
    const files = validSkillFiles(
      KEY,
      ({ files: texts }) => void Object.assign(texts, { 'overview.md': '# A\n' }),
    );
    const server = await startTestServer(temporaryFolder(files));
    expect((await server.get('/v1/skills')).json<RegistryIndex>().skills[0]?.summary).toBe('');
  });

  it.each([
    ['2026-01-31T12:00Z', '2026-01-31T12:00Z'],
    ['2026-01-31T12:00:00', '2026-01-31T12:00:00.000Z'],
    ['20260131T140000+0200', '2026-01-31T12:00:00.000Z'],
    ['2026-W05-6T12:00Z', '2026-01-31T12:00:00.000Z'],
  ])('carries the time %s as %s', async (declared, served) => {
    expect((await list({ head: { updated_at: declared } })).updated_at).toBe(served);
  });
});
