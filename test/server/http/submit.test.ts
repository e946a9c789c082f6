import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DiagnosticsResponse, FullSkill, RegistryIndex } from '../../../src-server/contract/api.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { type Answer, ask, startTestServer, type TestServer } from '../../support/test-server.ts';
import { validSkill } from '../../support/valid-skill.ts';

const KEY = 'cpp/gabime/spdlog';
const NEW_KEY = 'cpp/redis/hiredis';

function post(server: TestServer, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(`${server.url}/v1/skills`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}

function submission(key = NEW_KEY): { skill: Record<string, unknown>; files: Record<string, string> } {
  const { manifest, files } = validSkill(key);
  const trust_score_sources = { stars: 15, update_freshness: 15, issue_health: 3 };
  return { skill: { ...manifest, trust_score: 50, trust_score_sources }, files };
}

describe('POST /v1/skills', () => {
  it('is refused unless submissions are on', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const answer = await post(server, submission());
    expect([answer.status, Object.keys(answer.json<object>())]).toEqual([403, ['error']]);
  });

  it('adds a skill that every door shows at once', async () => {
    const index = { schema: 'skills/v1', version: 6, updated_at: '2026-01-01T00:00:00Z', skills: [] };
    const registry = temporaryRegistry([KEY], { 'index.json': index });
    const server = await startTestServer(registry, { allowSubmit: true });
    const before = (await server.get('/v1/skills')).json<RegistryIndex>();
    const answer = await post(server, submission());
    expect([answer.status, answer.headers.location]).toEqual([201, `/v1/skills/${NEW_KEY}`]);
    const skill = (await server.get(answer.headers.location ?? '')).json<FullSkill>();
    expect(skill._contents).toEqual(submission().files);
    expect(skill._computed).toMatchObject({
      completeness: 100,
      trust_score: 33,
      trust: { kind: 'unreviewed' },
    });
    const after = (await server.get('/v1/skills')).json<RegistryIndex>();
    expect(after.skills.map(({ key }) => key)).toContain(NEW_KEY);
    expect(after.version).toBeGreaterThan(before.version);
    expect(JSON.parse(readFileSync(join(registry, 'index.json'), 'utf8')).version).toBe(7);
    expect((await server.get(`/v1/search?q=hiredis`)).text).toContain(NEW_KEY);
  });

  it('takes two libraries of one repository, each under its own name', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });
    const locations = [];
    for (const name of ['@babel/core', 'parser', 'Babel']) {
      const { skill, files } = submission('cpp/babel/babel');
      locations.push((await post(server, { skill: { ...skill, name }, files })).headers.location);
    }
    expect(locations).toEqual(['core', 'parser', 'babel'].map((name) => `/v1/skills/cpp/babel/${name}`));
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
    expect(diagnostics.map(({ code }) => code)).not.toContain('key-mismatch');
  });

  it('gives a skill the key that its library’s own folder is served under', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });
    const { skill, files } = submission('cpp/acme/widgets');
    const named = { ...skill, name: '@acme/widget' };
    const { location } = (await post(server, { skill: named, files })).headers;
    const texts = { ...files, 'skill.json': JSON.stringify(named) };
    const own = Object.fromEntries(Object.entries(texts).map(([path, text]) => [`.skills/${path}`, text]));
    const library = await startTestServer(temporaryFolder(own));
    const { skills } = (await library.get('/v1/skills')).json<RegistryIndex>();
    expect(skills.map(({ key }) => `/v1/skills/${key}`)).toEqual([location]);
  });

  it('takes out what its author can’t say of it, and says so', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });
    const { manifest: skill, files } = validSkill(NEW_KEY);
    const awarded = { ...skill, verified: true, official: true, votes: 900 };
    const answer = await post(server, { skill: awarded, files });
    expect([answer.status, answer.json()]).toEqual([
      201,
      {
        key: NEW_KEY,
        taken_out: [
          '"verified" was taken out.',
          '"official" was taken out.',
          '"votes" was taken out.',
          '"trust_score_sources.official_review" was taken out.',
          '"trust_score_sources.community_votes" was taken out.',
          '"trust_score" was set from 72 to 50.',
        ],
      },
    ]);
    const stored = (await server.get(`/v1/skills/${NEW_KEY}`)).json<FullSkill>();
    expect(stored).toMatchObject({
      trust_score: 50,
      trust_score_sources: { stars: 15, update_freshness: 15, issue_health: 3 },
    });
    for (const field of ['verified', 'official', 'votes']) expect(stored).not.toHaveProperty(field);
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<{ diagnostics: { code: string }[] }>();
    expect(diagnostics.map(({ code }) => code)).not.toContain('trust-score-mismatch');
  });

  it.each([
    ['without sources', undefined],
    ['with sources that make less', { stars: 20, update_freshness: 15, issue_health: 5 }],
  ])('stores the score that can be computed, %s', async (_how, trust_score_sources) => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });
    const { skill, files } = submission();
    const claimed = { ...skill, trust_score: 89, trust_score_sources };
    const answer = await post(server, { skill: claimed, files });
    expect(answer.json()).toEqual({
      key: NEW_KEY,
      taken_out: ['"trust_score" was set from 89 to 50.'],
    });
    const stored = (await server.get(`/v1/skills/${NEW_KEY}`)).json<FullSkill>();
    expect(stored.trust_score).toBe(50);
  });

  it('stores no claim that a skill comes from the library’s own repository', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });
    const { skill, files } = submission();
    const answer = await post(server, { skill: { ...skill, repo_skill: true }, files });
    expect(answer.json()).toEqual({ key: NEW_KEY, taken_out: ['"repo_skill" was set to false.'] });
    const stored = (await server.get(`/v1/skills/${NEW_KEY}`)).json<FullSkill>();
    expect(stored).toMatchObject({ repo_skill: false });
  });

  it('refuses a trust score that tier2 does not stand for, whatever made it', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });
    const { skill, files } = submission();
    const sources = {
      official_review: 40,
      stars: 20,
      community_votes: 20,
      update_freshness: 15,
      issue_health: 5,
    };
    const answer = await post(server, {
      skill: { ...skill, trust_score: 100, trust_score_sources: sources },
      files,
    });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('tier2 stands for 50 to 89')]);
  });

  it('follows the registry’s own rules as they are now, and says what they relaxed', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry, { allowSubmit: true });
    const { skill, files } = submission();
    const short = { skill, files: { ...files, 'overview.md': '# Overview\n' } };
    expect((await post(server, short)).status).toBe(422);
    writeFileSync(join(registry, 'rules.json'), '{"profile": "private"}');
    const relaxed = [{ code: 'tokens-too-few', count: 1, how: 'note', reason: 'The registry is private.' }];
    const checked = await ask(`${server.url}/v1/skills?check=1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(short),
    });
    expect(checked.json()).toMatchObject({ accepted: true, relaxed, diagnostics: [{ severity: 'info' }] });
    const answer = await post(server, short);
    expect([answer.status, answer.json()]).toEqual([201, { key: NEW_KEY, relaxed }]);
  });

  it('works without watching too', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true, watch: false });
    expect((await post(server, submission())).status).toBe(201);
    expect((await server.get(`/v1/skills/${NEW_KEY}`)).status).toBe(200);
  });

  it.each([
    ['no JSON', 400, '{ "skill": ', {}],
    ['another media type', 415, '{}', { 'Content-Type': 'text/plain' }],
    ['a body over 1 MiB', 413, JSON.stringify({ skill: {}, files: { 'a.md': 'x'.repeat(1024 * 1024) } }), {}],
    ['no body', 422, '', {}],
    ['an unknown encoding', 415, '{}', { 'Content-Encoding': 'zstd-ish' }],
    [
      'a skill that breaks a rule',
      422,
      { ...submission(), skill: { ...submission().skill, tier: 'tier1' } },
      {},
    ],
    ['a key that exists', 409, submission(KEY), {}],
  ])('answers %s with %i and a sentence', async (_what, status, body, headers) => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });
    const answer = await post(server, body, headers);
    expect([answer.status, Object.keys(answer.json<object>())]).toEqual([status, ['error']]);
    expect((await server.get('/v1/skills')).json<RegistryIndex>().skills).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{ "skill": ', true, 'The request body is not JSON.'],
    ['too much', `{"a": "${'x'.repeat(1024 * 1024)}"}`, true, 'The request body is larger than 1 MiB.'],
    ['a skill while submissions are off', '{}', false, 'Start the service with --allow-submit'],
  ])('says of %s what is wrong with it', async (_what, body, allowSubmit, sentence) => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit });
    expect((await post(server, body)).json<{ error: string }>().error).toContain(sentence);
  });

  it('with check=1 says what would become of it, and stores nothing', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });
    const check = (body: unknown) =>
      ask(`${server.url}/v1/skills?check=1`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const good = await check(submission());
    expect([good.status, good.json()]).toEqual([
      200,
      { key: NEW_KEY, accepted: true, problems: [], diagnostics: [] },
    ]);
    const { skill, files } = submission(KEY);
    const bad = await check({
      skill: { ...skill, completeness: 3 },
      files: { ...files, 'safety.md': '# No\n' },
    });
    expect(bad.json()).toMatchObject({
      key: KEY,
      accepted: false,
      problems: [
        expect.stringContaining('exists'),
        expect.stringContaining('entries'),
        expect.stringContaining('tokens'),
      ],
      diagnostics: [
        { code: 'safety-too-few' },
        { code: 'tokens-too-few' },
        { code: 'completeness-mismatch', line: expect.any(Number) },
      ],
    });
    expect((await check({})).json()).toMatchObject({ key: null, accepted: false });
    const odd = await ask(`${server.url}/v1/skills?check=yes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect([odd.status, odd.text]).toEqual([400, expect.stringContaining('check must be 0 or 1')]);
    expect((await server.get('/v1/skills')).json<RegistryIndex>().skills).toHaveLength(1);
  });

  it('is not for web pages of other origins', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });
    expect((await post(server, submission(), { Origin: 'https://evil.example' })).status).toBe(403);
  });

  it('takes nothing into a library’s own folder', async () => {
    const library = temporaryFolder(skillFiles('.skills', KEY));
    const server = await startTestServer(library, { allowSubmit: true });
    expect((await post(server, submission())).status).toBe(403);
  });

  it('lets one of many with the same key in', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(server, submission())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('never shows readers a part of a skill', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true });
    const keys = Array.from({ length: 10 }, (_, number) => `cpp/redis/lib${number}`);
    let isDone = false;
    const seen: FullSkill[] = [];
    const broken: string[] = [];
    const read = async () => {
      while (!isDone) {
        const { skills } = (await server.get('/v1/skills')).json<RegistryIndex>();
        for (const { key } of skills.filter((entry) => entry.key.startsWith('cpp/redis/'))) {
          const answer = await server.get(`/v1/skills/${key}`);
          if (answer.status === 200) seen.push(answer.json());
          else broken.push(`${key} ${answer.status}`);
        }
      }
    };
    const readers = [read(), read(), read()];
    for (const key of keys) expect((await post(server, submission(key))).status).toBe(201);
    isDone = true;
    await Promise.all(readers);
    expect(broken).toEqual([]);
    expect(seen.filter((skill) => Object.keys(skill._contents).length !== 8)).toEqual([]);
    expect(seen.length).toBeGreaterThan(0);
  });
});
