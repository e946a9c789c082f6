import { expect, it } from 'vitest';
import { createApiClient } from '../../../src-renderer/api/api-client.ts';

const SUBMISSION = { skill: { name: 'x' }, files: { 'a.md': 'text' } };

function clientOf(answer: () => Response | Promise<Response>) {
  const asked: Array<readonly [path: unknown, init: RequestInit | undefined]> = [];
  const client = createApiClient((path, init) => {
    asked.push([path, init]);
    return Promise.resolve().then(answer);
  });
  return { client, asked };
}

it('checks by POST, as JSON, and takes what the contract describes', async () => {
  const check = { key: 'cpp/a/b', accepted: true, problems: [], diagnostics: [] };
  const { client, asked } = clientOf(() => Response.json(check));
  expect(await client.checkSubmission(SUBMISSION)).toMatchObject({ ok: true, value: check });
  expect(asked).toEqual([
    [
      '/v1/skills?check=1',
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(SUBMISSION),
      },
    ],
  ]);
});

it('adds by POST and answers the key', async () => {
  const { client, asked } = clientOf(() => Response.json({ key: 'cpp/a/b' }, { status: 201 }));
  expect(await client.submit(SUBMISSION)).toMatchObject({ ok: true, value: { key: 'cpp/a/b' } });
  expect(asked[0]?.[0]).toBe('/v1/skills');
});

it('hands on the status and sentence of a refusal', async () => {
  const { client } = clientOf(() => Response.json({ error: 'It exists.' }, { status: 409 }));
  expect(await client.submit(SUBMISSION)).toEqual({
    ok: false,
    failure: { kind: 'refused', status: 409, message: 'It exists.' },
  });
});

it('says that nobody answered', async () => {
  const { client } = clientOf(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await client.submit(SUBMISSION)).toMatchObject({ ok: false, failure: { kind: 'silent' } });
});
