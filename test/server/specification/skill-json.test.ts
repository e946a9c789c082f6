import { describe, expect, it } from 'vitest';
import type { FullSkill, RegistryIndex } from '../../../src-server/contract/api.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { ask, startTestServer } from '../../support/test-server.ts';
import { type SampleSkill, validSkill, validSkillFiles } from '../../support/valid-skill.ts';
import { validated } from '../../support/validated.ts';

const KEY = 'cpp/redis/hiredis';

const set = (fields: Readonly<Record<string, unknown>>) => (skill: SampleSkill) => {
  Object.assign(skill.manifest, fields);
};

const withFile = (path: string, text: string) => (skill: SampleSkill) => {
  skill.files[path] = text;
};

const registryWith = (change: (skill: SampleSkill) => void) => temporaryFolder(validSkillFiles(KEY, change));

function nested(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
}

async function served(change: (skill: SampleSkill) => void) {
  const server = await startTestServer(registryWith(change));
  const skill = (await server.get(`/v1/skills/${KEY}`)).json<FullSkill>();
  const [entry] = (await server.get('/v1/skills')).json<RegistryIndex>().skills;
  return { skill, entry };
}

async function posted(change: (skill: SampleSkill) => void) {
  const server = await startTestServer(temporaryFolder({ 'skills/.keep': '' }), { allowSubmit: true });
  const sample = validSkill(KEY);
  Object.assign(sample.manifest, { trust_score: 50, trust_score_sources: { stars: 15 } });
  change(sample);
  const answer = await ask(`${server.url}/v1/skills`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ skill: sample.manifest, files: sample.files }),
  });
  return { server, answer };
}

interface Clause {
  readonly clause: string;
  readonly change: (skill: SampleSkill) => void;
  readonly found: readonly string[];
}

const HIDDEN = 'warning extension-character skill.json';

const CLAUSES: readonly Clause[] = [
  {
    clause: 'extension content never fails validation: a zero-width character',
    change: set({ extensions: { forge: { note: 'a\u200Bb' } } }),
    found: [HIDDEN],
  },
  {
    clause: 'extension content never fails validation: a reordering character',
    change: set({ extensions: { npm: { name: 'hiredis', note: 'a\u202Eb' } } }),
    found: [HIDDEN],
  },
  {
    clause: 'extension content never fails validation: nesting of 200 levels',
    change: set({ extensions: { forge: nested(200), npm: { name: 'hiredis' } } }),
    found: ['warning extension-too-deep /extensions/forge'],
  },
  {
    clause: 'elsewhere a hidden character is an error',
    change: set({ summary: 'a\u200Bb' }),
    found: ['error hidden-character skill.json'],
  },
  {
    clause: 'unknown fields pass through: members of dependencies',
    change: set({ dependencies: { required: [], tools: ['cmake'], build: { cmake: '3.20' } } }),
    found: ['info member-type /dependencies/build'],
  },
  {
    clause: '`compatibility` has keys such as a language, each a list of strings',
    change: set({ compatibility: { cpp: ['17'], 'c++ standard': 17, compilers: ['gcc'], notes: [1] } }),
    found: ['error field-invalid /compatibility/c++ standard', 'error field-invalid /compatibility/notes'],
  },
  {
    clause: '`required`, `optional`, `skills`, `compilers` and `platforms` are lists of strings',
    change: set({ dependencies: { required: 'zlib' }, compatibility: { platforms: 'linux' } }),
    found: ['error field-invalid /compatibility/platforms', 'error field-invalid /dependencies/required'],
  },
  {
    clause: 'ISO 8601: RFC 3339 without seconds',
    change: set({ updated_at: '2026-01-31T12:00Z', released_at: '2026-01-31T12:00+02:00' }),
    found: [],
  },
  {
    clause: 'ISO 8601: RFC 3339 with a fraction',
    change: set({ updated_at: '2026-01-31T12:00:00.123456Z' }),
    found: [],
  },
  ...['2026-01-31T12:00:00', '20260131T120000Z', '2026-W05-6T12:00Z'].map(
    (time): Clause => ({
      clause: `ISO 8601 in another form than RFC 3339 is a warning: ${time}`,
      change: set({ updated_at: time }),
      found: ['warning field-form /updated_at'],
    }),
  ),
  ...['2026-01-31', '2026-031'].map(
    (time): Clause => ({
      clause: `a date without a clock is no date-time: ${time}`,
      change: set({ updated_at: time, released_at: time }),
      found: ['error field-invalid /updated_at', 'warning field-form /released_at'],
    }),
  ),
  ...['last week', '2026-02-30T12:00:00Z', '2026-01-31T25:00:00Z', '2026-W60-1'].map(
    (time): Clause => ({
      clause: `what is no ISO 8601 date-time is an error: ${time}`,
      change: set({ updated_at: time, released_at: time }),
      found: ['error field-invalid /released_at', 'error field-invalid /updated_at'],
    }),
  ),
  {
    clause: '`inherits` is a skill key',
    change: set({ inherits: 'cpp/redis/parent' }),
    found: [],
  },
  {
    clause: '`inherits` is a skill key or null',
    change: set({ inherits: 'the parent' }),
    found: ['warning field-form /inherits'],
  },
  {
    clause: '`summary` is one line, `repo_source_url` a URL',
    change: set({ summary: 'One.\nTwo.', repo_source_url: 'redis/hiredis' }),
    found: ['warning field-form /repo_source_url', 'warning field-form /summary'],
  },
  {
    clause: 'the same major version is accepted',
    change: set({ schema: 'skills/v1.1' }),
    found: ['info schema-minor /schema'],
  },
  {
    clause: 'file names are lowercase',
    change: withFile('NOTES.txt', 'Notes.'),
    found: ['warning other-file-name NOTES.txt'],
  },
  {
    clause: 'file names are lowercase, but for LICENSE, NOTICE and dot-files',
    change: (skill) => {
      for (const name of ['LICENSE', 'NOTICE', '.Hidden', 'notes.txt']) skill.files[name] = 'Text.';
    },
    found: [],
  },
  {
    clause: 'updated within 60 days of the release: 10 days before',
    change: set({ updated_at: '2026-05-03T00:00:00Z', released_at: '2026-05-13T00:00:00Z' }),
    found: [],
  },
  {
    clause: 'updated within 60 days of the release: 61 days before',
    change: set({ updated_at: '2026-05-03T00:00:00Z', released_at: '2026-07-03T00:00:00Z' }),
    found: ['warning trust-freshness /trust_score_sources/update_freshness'],
  },
  {
    clause: '`completeness` is computed from the files',
    change: set({ completeness: 60 }),
    found: ['warning completeness-mismatch /completeness'],
  },
];

describe('validation of a skill', () => {
  it.each(CLAUSES)('$clause', async ({ change, found }) => {
    const isError = found.some((line) => line.startsWith('error'));
    expect(await validated(registryWith(change))).toMatchObject({ found, code: isError ? 1 : 0 });
  });
});

it('extension content never fails validation: nesting of 40,000 levels', async () => {
  const files = validSkillFiles(KEY, set({ extensions: { forge: '…' } }));
  const path = `skills/${KEY}/skill.json`;
  const text = JSON.stringify(files[path]).replace('"…"', `${'['.repeat(40_000)}${']'.repeat(40_000)}`);
  const folder = temporaryFolder({ ...files, [path]: text });
  const found = ['warning extension-too-deep /extensions/forge'];
  expect(await validated(folder)).toMatchObject({ found, code: 0 });
  expect((await runCliHere(['validate', folder, '--fix', '--no-backup'])).code).toBe(0);
});

describe('what is served of a skill', () => {
  it('has extensions as they are, and the skill without those nested too deeply', async () => {
    const npm = { name: 'hiredis', note: 'a\u200Bb' };
    const { skill } = await served(set({ extensions: { forge: nested(200), npm } }));
    expect(skill['extensions']).toEqual({ npm });
  });

  it('has unknown members of dependencies and compatibility untouched', async () => {
    const dependencies = { required: ['zlib'], build: { cmake: '3.20' }, since: 7 };
    const compatibility = { cpp: ['17'], standard: 17, notes: ['a', 1, null] };
    const { skill } = await served(set({ dependencies, compatibility }));
    expect([skill['dependencies'], skill['compatibility']]).toEqual([dependencies, compatibility]);
    const server = await startTestServer(registryWith(set({ dependencies, compatibility })));
    expect((await server.get(`/v1/skills/${KEY}?budget=8000`)).status).toBe(200);
  });

  it('has the times as they are declared', async () => {
    const { skill, entry } = await served(set({ updated_at: '20260131T120000Z' }));
    expect([skill['updated_at'], entry?.['updated_at']]).toEqual(['20260131T120000Z', '20260131T120000Z']);
  });

  it('has `completeness` as declared, and beside it what the files come to', async () => {
    const { skill, entry } = await served(set({ completeness: 60 }));
    expect([skill['completeness'], entry?.['completeness']]).toEqual([60, 60]);
    expect(skill._computed.completeness).toBe(100);
  });

  it('has the schema of a later minor version', async () => {
    expect((await served(set({ schema: 'skills/v1.1' }))).skill['schema']).toBe('skills/v1.1');
  });

  it('has full freshness for an update up to 60 days before the release', async () => {
    const times = { updated_at: '2026-05-03T00:00:00Z', released_at: '2026-07-02T00:00:00Z' };
    const sources = { official_review: 25, stars: 15, community_votes: 14, issue_health: 3 };
    const { skill } = await served(set({ ...times, trust_score_sources: sources }));
    expect(skill._computed.trust?.points).toMatchObject({ update_freshness: 15 });
  });

  it('has a summary that is one line', async () => {
    expect((await served(set({ summary: ' One.\r\n\tTwo. ' }))).entry?.summary).toBe('One. Two.');
  });
});

describe('a submitted skill', () => {
  it.each<[string, (skill: SampleSkill) => void]>([
    ['hidden characters in an extension', set({ extensions: { forge: 'a\u200Bb\u202E' } })],
    ['an extension of 200 levels', set({ extensions: { forge: nested(200), npm: { name: 'hiredis' } } })],
    ['the schema of a later minor version', set({ schema: 'skills/v1.1' })],
    ['unknown members of dependencies', set({ dependencies: { build: 1 } })],
  ])('is accepted with %s', async (_what, change) => {
    const { server, answer } = await posted(change);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    expect((await server.get(`/v1/skills/${KEY}`)).status).toBe(200);
  });

  it('is refused where something else than an extension is nested too deeply', async () => {
    expect((await posted(set({ deep: nested(200) }))).answer.status).toBe(422);
  });
});
