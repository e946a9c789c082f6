import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DiagnosticsResponse,
  type FullSkill,
  isJsonObject,
  type RegistryIndex,
} from '../../../../src-server/contract/api.ts';
import { type ServedFields, servedFields } from '../../../../src-server/registry/manifest.ts';
import { skillFolder } from '../../../support/skill-folder.ts';
import { manifest, skillFiles, temporaryFolder } from '../../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const FIELDS = Object.keys(manifest(KEY));

const CONTENTS = ['overview.md', 'lifecycle.md', 'performance.md', 'examples/basic.cpp', 'notes.md'];

function skillWith(fields: Readonly<Record<string, unknown>>) {
  return { ...skillFolder(KEY), key: KEY, manifest: fields, contentPaths: CONTENTS };
}

/** Whether a value is as its field is promised. */
function isTyped({ name, repo, language, tags, trust_score: trust, files, ...more }: ServedFields): boolean {
  const isText = (value: unknown) => typeof value === 'string';
  const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
  const hasLists = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.values(value).every(areTexts);
  const hasNamedLists = (value: unknown, ...names: readonly string[]) =>
    isJsonObject(value) && names.every((member) => areTexts(value[member] ?? []));
  return (
    [name, repo, language].every(isText) &&
    areTexts(tags) &&
    hasLists(files) &&
    (trust === undefined || (Number.isInteger(trust) && Number(trust) >= 0 && Number(trust) <= 100)) &&
    ['tier', 'group', 'version', 'risk_level', 'skill_type'].every((field) => isText(more[field] ?? '')) &&
    areTexts(more['read_order'] ?? []) &&
    hasNamedLists(more['compatibility'] ?? {}, 'compilers', 'platforms') &&
    hasNamedLists(more['dependencies'] ?? {}, 'required', 'optional', 'skills') &&
    ['verified', 'official', 'repo_skill'].every((field) => typeof (more[field] ?? true) === 'boolean')
  );
}

describe('what a skill is served with', () => {
  it('has the specification’s types, whatever skill.json and index.json say', () => {
    const names = fc.constantFrom(
      ...FIELDS,
      'compatibility',
      'dependencies',
      'verified',
      'official',
      'extra',
    );
    const fields = fc.dictionary(names, fc.jsonValue(), { maxKeys: 12 });
    fc.assert(
      fc.property(fields, fields, (stated, listed) => {
        const entry = { ...listed, key: KEY, name: 'spdlog', language: 'cpp' };
        expect(isTyped(servedFields(skillWith(stated), entry as never))).toBe(true);
      }),
    );
  });

  it('is what skill.json says where that is right, unknown fields and lists included', () => {
    const stated = manifest(KEY, { extra: { deep: [1] }, files: { P0: ['overview.md'], p1: ['notes.md'] } });
    expect(servedFields(skillWith(stated), undefined)).toEqual(stated);
  });

  it.each([
    ['no list', undefined],
    ['an empty object', {}],
    ['an empty list', []],
    ['empty lists', { P0: [], P1: [] }],
    ['a text', 'overview.md'],
  ])('has the files that are there by the standard priorities, where "files" is %s', (_what, files) => {
    expect(servedFields(skillWith({ files }), undefined).files).toEqual({
      P0: ['overview.md'],
      P1: ['lifecycle.md'],
      P2: ['performance.md'],
      P3: ['examples/basic.cpp', 'notes.md'],
    });
  });

  it.each([
    [97.4, 97],
    [250, undefined],
    [-3, undefined],
    ['97', undefined],
    [null, undefined],
  ])('has for a trust score of %j the nearest whole number, or none: %s', (stated, served) => {
    expect(servedFields(skillWith({ trust_score: stated }), undefined).trust_score).toBe(served);
  });

  it('is what the list says, where skill.json says something else', () => {
    const entry = { key: KEY, name: 'spdlog', language: 'cpp', trust_score: 51, summary: 'Of the list.' };
    const fields = servedFields(skillWith(manifest(KEY, { trust_score: 97, version: ' ' })), entry as never);
    expect(fields).toMatchObject({ trust_score: 51, summary: 'Of the list.' });
    expect(fields).not.toHaveProperty('version');
  });
});

describe('a skill whose skill.json has values of other types', () => {
  it('is served with right ones at every door, the raw ones among the diagnostics', async () => {
    const changes = {
      files: {},
      tags: 'fast, logging',
      trust_score: 'high',
      compatibility: { cpp: ['17'] },
      official: true,
    };
    const server = await startTestServer(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, changes)));
    const skill = (await server.get(`/v1/skills/${KEY}`)).json<FullSkill>();
    expect(skill).toMatchObject({
      tags: [],
      files: { P0: ['overview.md', 'pitfalls.md', 'safety.md'], P1: [], P2: [], P3: ['examples/basic.txt'] },
    });
    expect(skill).not.toHaveProperty('trust_score');
    expect(Object.keys(skill._contents)).toHaveLength(4);
    const { diagnostics } = await eventually(
      async () => (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>(),
      ({ checking }) => checking === undefined,
    );
    const wrong = diagnostics.filter(({ code }) => code === 'field-invalid');
    expect(Object.fromEntries(wrong.map(({ pointer, value }) => [pointer, value]))).toMatchObject({
      '/tags': '"fast, logging"',
      '/trust_score': '"high"',
    });
  });
});

describe('an entry of index.json', () => {
  it('whose key is the name of a folder is told of, and its skill is listed', async () => {
    const server = await startTestServer(
      temporaryFolder({
        ...skillFiles('skills/cpp/spdlog', KEY),
        'index.json': {
          schema: 'skills/v1',
          version: 1,
          updated_at: '2026-02-01T00:00:00Z',
          skills: [{ key: 'cpp/spdlog', name: 'spdlog', language: 'cpp', tier: 'tier2', group: 'main' }],
        },
      }),
    );
    expect((await server.get('/v1/skills')).json<RegistryIndex>().skills.map(({ key }) => key)).toEqual([
      KEY,
    ]);
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
    expect(diagnostics.find(({ code }) => code === 'index-key-invalid')).toMatchObject({
      skillKey: KEY,
      file: 'index.json',
      pointer: '/skills/0/key',
      message: `cpp/spdlog is not language/author/name; the skill’s key is ${KEY}.`,
    });
  });
});
