import { describe, expect, it } from 'vitest';
import { createSiteApi } from '../../../src-renderer/site/site-api.ts';

const ADDRESS = 'https://example.com/skills';

function setUp(answer: (url: string) => Response) {
  const asked: string[] = [];
  const ask = async (url: string | URL | Request) => {
    asked.push(String(url));
    return answer(String(url));
  };
  const api = createSiteApi(ask, ADDRESS);
  return { api, asked };
}

describe('the files of an exported site', () => {
  it('are asked for in the site’s own folder', async () => {
    const { api, asked } = setUp(() => Response.json({}));
    await api.index();
    await api.skill('cpp/a/c++ lib');
    await api.diagnostics();
    expect(asked).toEqual([
      `${ADDRESS}/v1/skills`,
      `${ADDRESS}/v1/skills/cpp/a/c%2B%2B%20lib`,
      `${ADDRESS}/v1/diagnostics`,
    ]);
  });

  it('are not asked for where only a service would answer', async () => {
    const { api, asked } = setUp(() => Response.json({}));
    const answers = [
      ...[await api.tokens(['a/b/c']), await api.checkAgain()],
      ...[await api.search('b'), await api.find('it leaks', 1), await api.section('a/b/c', 'safety.md')],
      ...[await api.match([]), await api.lines({})],
      ...[await api.submit({ skill: {}, files: {} }), await api.checkSubmission({ skill: {}, files: {} })],
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'refused', status: 405 } });
    expect(asked).toEqual([]);
  });

  it('that are missing are said to be missing, whatever page the host answers with', async () => {
    const { api } = setUp(() => new Response('<h1>Not found</h1>', { status: 404 }));
    expect(await api.skill('rust/a/gone')).toMatchObject({
      ok: false,
      failure: { kind: 'refused', status: 404, message: `${ADDRESS} has no file /v1/skills/rust/a/gone.` },
    });
  });

  it('are found under their names where the host has no rules, once that is known at once', async () => {
    const { api, asked } = setUp((url) =>
      url.endsWith('.json') ? Response.json({ skills: [] }) : new Response('', { status: 404 }),
    );
    expect(await api.index()).toMatchObject({ ok: true });
    expect(await api.skill('rust/a/b')).toMatchObject({ ok: true });
    expect(asked).toEqual([
      `${ADDRESS}/v1/skills`,
      `${ADDRESS}/v1/skills.json`,
      `${ADDRESS}/v1/skills/rust/a/b.json`,
    ]);
  });

  it('that are pages of the host are no answers', async () => {
    const { api } = setUp(() => new Response('<h1>Log in</h1>'));
    expect(await api.index()).toMatchObject({ ok: false, failure: { kind: 'foreign' } });
  });
});
