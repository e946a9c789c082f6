import { describe, expect, it } from 'vitest';
import {
  createServiceQueries,
  createSiteQueries,
  QueryFailure,
} from '../../../src-renderer/data/page-queries.ts';

const { signal } = new AbortController();
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

function asking(answer: (path: string) => Response | Promise<Response>) {
  const asked: string[] = [];
  const ask = ((path: string) => {
    asked.push(path);
    return Promise.resolve(answer(path));
  }) as typeof fetch;
  return { asked, ask };
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof QueryFailure ? [error.kind, error.status] : error),
  );

describe('questions to a service', () => {
  it('write keys, files and words into addresses', async () => {
    const { asked, ask } = asking(() => json({}));
    const queries = createServiceQueries(ask);
    await queries.skill('js/@a b/c', signal);
    await queries.section('js/a/b', 'examples/a b.js', signal);
    await queries.find('a & b?', 10, signal);
    await queries.search('a & b', signal);
    expect(asked).toEqual([
      '/v1/skills/js/%40a%20b/c?tokens=1',
      '/v1/skills/js/a/b/examples/a%20b.js',
      '/v1/find?q=a+%26+b%3F&limit=10&explain=1',
      '/v1/search?q=a+%26+b&names=1',
    ]);
  });

  it('read a skill without its tokens while they can’t be counted', async () => {
    const { asked, ask } = asking((path) =>
      path.includes('tokens') ? json({ error: 'Not counted now.' }, 503) : json({ name: 'c' }),
    );
    expect(await createServiceQueries(ask).skill('js/b/c', signal)).toEqual({ name: 'c' });
    expect(asked).toEqual(['/v1/skills/js/b/c?tokens=1', '/v1/skills/js/b/c']);
  });

  it.each<[string, () => Response | Promise<Response>, unknown]>([
    ['nothing answers', () => Promise.reject(new TypeError('fetch failed')), ['silent', undefined]],
    ['the service refuses', () => json({ error: 'No such skill.' }, 404), ['refused', 404]],
    ['another program answers', () => new Response('<h1>404</h1>', { status: 404 }), ['foreign', 404]],
    ['the answer is no object', () => json([]), ['foreign', undefined]],
    ['the answer is no JSON', () => new Response('<html>'), ['foreign', undefined]],
  ])('fail with a kind where %s', async (_, answer, expected) => {
    expect(await failureOf(createServiceQueries(asking(answer).ask).skills(signal))).toEqual(expected);
  });

  it('end with the signal’s own error where nobody waits any more', async () => {
    const left = new AbortController();
    left.abort();
    const { ask } = asking(() => Promise.reject(left.signal.reason));
    expect(await failureOf(createServiceQueries(ask).skills(left.signal))).toBe(left.signal.reason);
  });
});

describe('questions to the files of a site', () => {
  it('ask for files below the site by their names', async () => {
    const { asked, ask } = asking(() => json({ skills: [] }));
    await createSiteQueries(ask, 'https://host/skills').skills(signal);
    expect(asked).toEqual(['https://host/skills/v1/skills.json']);
  });

  it('say that a file is not there, whatever page the host answers with', async () => {
    const { ask } = asking(() => new Response('<h1>404</h1>', { status: 404 }));
    expect(await failureOf(createSiteQueries(ask, 'https://host').skill('a/b/c', signal))).toEqual([
      'refused',
      404,
    ]);
  });

  it('read a section out of its skill, or else its own file', async () => {
    const { asked, ask } = asking((path) =>
      path.endsWith('.json') ? json({ _contents: { 'a.md': 'text' } }) : new Response('unlisted'),
    );
    const { section } = createSiteQueries(ask, 'https://host');
    expect(await section('a/b/c', 'a.md', signal)).toBe('text');
    expect(await section('a/b/c', 'b.md', signal)).toBe('unlisted');
    expect(asked.at(-1)).toBe('https://host/v1/skills/a/b/c/b.md');
  });

  it('refuse what needs a service, without asking', async () => {
    const { asked, ask } = asking(() => json({}));
    const { match } = createSiteQueries(ask, 'https://host');
    expect(await failureOf(match([], signal))).toEqual(['refused', 405]);
    expect(asked).toEqual([]);
  });
});
