import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scaffoldSkill } from '../../../src-server/cli/commands/init.ts';
import { servedSkills } from '../../../src-server/cli/text.ts';
import type { DiagnosticsResponse, RegistryIndex, Status } from '../../../src-server/contract/api.ts';
import { placeholder } from '../../../src-server/validation/knowledge-files.ts';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import {
  type Files,
  manifest,
  skillFiles,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';
import { eventually, startTestServer, type TestServer } from '../../support/test-server.ts';

const KEY = 'go/jackc/pgx';
const DRAFT = 'cpp/gabime/spdlog';

/** What `init` writes. */
function template(): Files {
  const skill = {
    name: 'spdlog',
    repo: 'gabime/spdlog',
    language: 'cpp',
    isOwn: false,
    isSmall: false,
  } as const;
  const files = scaffoldSkill({ ...skill, version: undefined, packages: {} });
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`skills/${DRAFT}/${path}`, text]));
}

const keys = async (server: TestServer) =>
  (await server.get('/v1/skills')).json<RegistryIndex>().skills.map(({ key }) => key);
const drafts = async (server: TestServer) => (await server.get('/v1/status')).json<Status>().counts.drafts;
const codesOf = async (server: TestServer, key: string) => {
  const { diagnostics } = (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
  return diagnostics.filter(({ skillKey }) => skillKey === key).map(({ code }) => code);
};

describe('a skill that nobody has written yet', () => {
  it('is in no answer that an agent gets, and is counted and named as a draft', async () => {
    const server = await startTestServer(temporaryRegistry([KEY], template()));
    expect(await keys(server)).toEqual([KEY]);
    for (const path of ['search?q=spdlog', 'find?q=spdlog', 'find?q=what+the+library+does'])
      expect((await server.get(`/v1/${path}`)).text).not.toContain(DRAFT);
    expect(await drafts(server)).toBe(1);
    const codes = await codesOf(server, DRAFT);
    expect(new Set(codes)).toEqual(new Set(['skill-draft', 'placeholder-left']));
    expect(codes.filter((code) => code === 'skill-draft')).toHaveLength(1);
  });

  it('is no error but the one that it is a draft', async () => {
    const server = await startTestServer(temporaryRegistry([], template()));
    const { counts, diagnostics } = (await server.get('/v1/status')).json<Status>();
    expect([counts.skills, diagnostics.error, diagnostics.warning]).toEqual([0, 1, 0]);
  });

  it('answers 404 as for any missing skill, whole and by section', async () => {
    const extra = { 'safety.md': `# Safety\n\n${placeholder('what never to do')}\n` };
    const server = await startTestServer(
      temporaryRegistry([KEY], skillFiles(`skills/${DRAFT}`, DRAFT, {}, extra)),
    );
    for (const path of ['', '/overview', '/safety.md']) {
      const answer = await server.get(`/v1/skills/${DRAFT}${path}`);
      expect([answer.status, answer.json()]).toEqual([404, { error: `Skill '${DRAFT}' not found` }]);
    }
  });

  it('is told to a model as a draft', async () => {
    const server = await startTestServer(temporaryRegistry([KEY], template()));
    const client = await connectOverHttp(server.url, 'modern');
    const answer = await client.callTool({ name: 'get_skill', arguments: { path: DRAFT } });
    expect(textOf(answer)).toContain(`Skill '${DRAFT}' not found: it is a draft, with `);
  });

  it('makes no entry of index.json an orphan', async () => {
    const index = { schema: 'skills/v1', version: 1, updated_at: '2026-01-01T00:00:00Z' };
    const entries = [
      { key: KEY },
      { key: DRAFT, name: 'spdlog', language: 'cpp', tier: 'tier2', group: 'main' },
    ];
    const server = await startTestServer(
      temporaryRegistry([KEY], { ...template(), 'index.json': { ...index, skills: entries } }),
    );
    expect(await keys(server)).toEqual([KEY]);
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
    expect(diagnostics.map(({ code }) => code)).not.toContain('index-entry-orphan');
  });

  it.each([
    ['skill.json', { changes: { tags: [placeholder('what people look for')] }, extra: {} }],
    [
      'a heading',
      {
        changes: {},
        extra: {
          'pitfalls.md': `## ${placeholder('a name')}

Text.
`,
        },
      },
    ],
    ['a file that skill.json lists', { changes: {}, extra: { 'pitfalls.md': placeholder('a pitfall') } }],
    ['a file that no list names', { changes: {}, extra: { 'notes.md': placeholder('notes') } }],
    ['an example', { changes: {}, extra: { 'examples/in/deep.cpp': `// ${placeholder('a program')}` } }],
    [
      'the end of a long file',
      { changes: {}, extra: { 'safety.md': `${'Never. '.repeat(400_000)}${placeholder('more')}` } },
    ],
  ])('is one with a single text left in %s', async (_where, { changes, extra }) => {
    const server = await startTestServer(
      temporaryRegistry([KEY], skillFiles(`skills/${DRAFT}`, DRAFT, changes, extra)),
    );
    expect([await keys(server), await drafts(server)]).toEqual([[KEY], 1]);
  });
});

describe('a skill that is no draft', () => {
  it('may hold any text in its extensions', async () => {
    const extensions = { npm: { template: placeholder('a name') } };
    const server = await startTestServer(
      temporaryRegistry([], skillFiles(`skills/${KEY}`, KEY, { extensions })),
    );
    expect([await keys(server), await drafts(server)]).toEqual([[KEY], 0]);
  });
});

describe('what a service serves, in words', () => {
  it('names drafts apart', () => {
    expect(servedSkills({ skills: 1, files: 1 })).toBe('1 skill');
    expect(servedSkills({ skills: 12, files: 12, drafts: 1 })).toBe('12 skills (1 is a draft)');
  });
});

describe('a draft that is written while it is served', () => {
  it('is served as soon as its last text is there, and no more when one is left again', async () => {
    const extra = { 'safety.md': placeholder('what never to do') };
    const registry = temporaryRegistry([KEY], skillFiles(`skills/${DRAFT}`, DRAFT, {}, extra));
    const server = await startTestServer(registry);
    const file = join(registry, 'skills', DRAFT, 'safety.md');
    writeFileSync(file, '# Safety\n\nNever.\n');
    expect(
      await eventually(
        () => keys(server),
        ({ length }) => length === 2,
      ),
    ).toEqual([DRAFT, KEY]);
    expect(await drafts(server)).toBe(0);
    expect((await server.get(`/v1/skills/${DRAFT}/safety`)).text).toBe('# Safety\n\nNever.\n');
    expect(await codesOf(server, DRAFT)).not.toContain('placeholder-left');
    writeFileSync(file, placeholder('what never to do'));
    expect(
      await eventually(
        () => keys(server),
        ({ length }) => length === 1,
      ),
    ).toEqual([KEY]);
  });

  it('is nothing to speak of once its folder is gone', async () => {
    const registry = temporaryRegistry([KEY], template());
    const server = await startTestServer(registry);
    rmSync(join(registry, 'skills', DRAFT), { recursive: true });
    await eventually(
      () => drafts(server),
      (count) => count === 0,
    );
    expect(await codesOf(server, DRAFT)).toEqual([]);
    expect((await server.get(`/v1/skills/${DRAFT}`)).json()).toEqual({ error: `Skill '${DRAFT}' not found` });
  });

  it('leaves the key to a folder that is written', async () => {
    const registry = temporaryRegistry([KEY], template());
    writeFiles(registry, skillFiles('skills/elsewhere', DRAFT));
    const server = await startTestServer(registry);
    expect(await keys(server)).toEqual([DRAFT, KEY]);
    expect((await server.get(`/v1/skills/${DRAFT}`)).json()).toMatchObject({ repo: manifest(DRAFT)['repo'] });
    expect(await drafts(server)).toBe(1);
  });
});
