import { describe, expect, it } from 'vitest';
import { createApiClient, sectionPath, skillPath } from '../../../src-renderer/api/api-client.ts';

const skill = {
  name: 'tokio',
  language: 'rust',
  _contents: {},
  _computed: { completeness: 100, trust_score: null },
  _tokens: {},
};

function client(...answers: Array<Response | Error>) {
  const asked: Array<{ path: string; headers: Headers }> = [];
  const api = createApiClient(
    async (path, init) => {
      asked.push({ path: String(path), headers: new Headers(init?.headers) });
      const answer = answers.shift() ?? new Response(null, { status: 500 });
      if (answer instanceof Error) throw answer;
      return answer;
    },
    { now: () => 0, transferMs: () => 1.3 },
  );
  return { api, asked };
}

const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init);

describe('the client of the HTTP interface', () => {
  it.each([null, [], 'text', 7])('takes an answer of %j for one of another program', async (body) => {
    const { api } = client(json(body), json(body));
    const foreign = { ok: false, failure: { kind: 'foreign' } };
    expect(await api.index()).toMatchObject(foreign);
    expect(await api.submit({ skill: {}, files: {} })).toMatchObject(foreign);
  });

  it('encodes every segment of a key and of a file', () => {
    expect(skillPath('cpp/a b/c?d')).toBe('/v1/skills/cpp/a%20b/c%3Fd');
    expect(sectionPath('cpp/a/b', 'examples/ü#1.cpp')).toBe('/v1/skills/cpp/a/b/examples/%C3%BC%231.cpp');
  });

  it('gives what the service answers', async () => {
    const { api, asked } = client(json(skill));
    expect(await api.skill('rust/tokio-rs/tokio')).toEqual({ ok: true, value: skill, tookMs: 1.3 });
    expect(asked[0]?.path).toBe('/v1/skills/rust/tokio-rs/tokio');
  });

  it('sends the tag of the last answer, and takes it again when nothing changed', async () => {
    const { api, asked } = client(
      json(skill, { headers: { etag: '"1"' } }),
      new Response(null, { status: 304 }),
    );
    await api.skill('a/b/c');
    expect(await api.skill('a/b/c')).toMatchObject({ ok: true, value: skill });
    expect(asked[1]?.headers.get('if-none-match')).toBe('"1"');
  });

  it('hands on the sentence of a refusal', async () => {
    const { api } = client(json({ error: "Skill 'a/b/c' not found" }, { status: 404 }));
    expect(await api.skill('a/b/c')).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 404, message: "Skill 'a/b/c' not found" },
    });
  });

  it('tells a stranger on the port from the service', async () => {
    const { api } = client(new Response('<html>', { status: 200 }), new Response('no', { status: 502 }));
    for (let answer = 0; answer < 2; answer += 1)
      expect(await api.index()).toMatchObject({ ok: false, failure: { kind: 'foreign' } });
  });

  it('says that nobody answers', async () => {
    const { api } = client(new TypeError('fetch failed'));
    expect(await api.index()).toMatchObject({ ok: false, failure: { kind: 'silent' } });
  });

  it('tells giving up from being too slow', async () => {
    const abort = new AbortController();
    abort.abort();
    const { api } = client(new DOMException('gone', 'AbortError'), new DOMException('slow', 'TimeoutError'));
    expect(await api.index(abort.signal)).toMatchObject({ failure: { kind: 'aborted' } });
    expect(await api.index(AbortSignal.abort())).toMatchObject({ failure: { kind: 'silent' } });
  });
});
