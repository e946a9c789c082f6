import { describe, expect, it } from 'vitest';
import type { MatchResponse } from '../../../src-server/contract/api.ts';
import {
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';
import { ask, eventually, startTestServer, type TestServer } from '../../support/test-server.ts';

const KEY = 'js/websockets/ws';

const post = (server: TestServer, body: unknown) =>
  ask(`${server.url}/v1/match`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const startWs = (fields: object = {}) =>
  startTestServer(
    temporaryFolder(
      skillFiles(`skills/${KEY}`, KEY, { version: '8.18.0', extensions: { npm: { name: 'ws' } }, ...fields }),
    ),
  );

describe('POST /v1/match', () => {
  it('answers each package with its skill, and counts them', async () => {
    const answer = await post(await startWs(), {
      packages: [
        { purl: 'pkg:npm/left-pad@1.3.0', direct: false },
        { purl: 'pkg:npm/ws@7.5.0' },
        { ecosystem: 'npm', name: 'ws', version: '8.1.0' },
      ],
    });
    expect(answer.status).toBe(200);
    const skill = { key: KEY, level: 'exact', version: '8.18.0', risk: 'low' };
    const row = { name: 'ws', ecosystem: 'npm', direct: true, dev: false, from: [] };
    expect(answer.json()).toEqual({
      packages: [
        { ...row, purl: 'pkg:npm/ws@7.5.0', version: '7.5.0', skill: { ...skill, drift: 'major' } },
        { ...row, purl: 'pkg:npm/ws@8.1.0', version: '8.1.0', skill: { ...skill, drift: 'none' } },
        {
          ...row,
          purl: 'pkg:npm/left-pad@1.3.0',
          name: 'left-pad',
          version: '1.3.0',
          direct: false,
          skill: null,
        },
      ],
      counts: { packages: 3, direct: 2, exact: 2, repository: 0, guess: 0, none: 1 },
    });
  });

  it('has one row for a package that is named twice', async () => {
    const packages = [
      { purl: 'pkg:npm/ws@8.1.0', direct: false, dev: true, from: ['a/package-lock.json'] },
      { purl: 'pkg:npm/ws@8.1.0', direct: true, from: ['package-lock.json'] },
    ];
    const { packages: rows } = (await post(await startWs(), { packages })).json<MatchResponse>();
    expect(rows).toMatchObject([
      { direct: true, dev: false, from: ['a/package-lock.json', 'package-lock.json'] },
    ]);
  });

  it.each([
    [{}, /must be an object with "purl"/],
    ['pkg:npm/ws', /must be an object/],
    [null, /must be an object/],
    [{ purl: 'npm:ws' }, /no package URL/],
    [{ purl: 3 }, /wrong "purl"/],
    [{ ecosystem: 'npm' }, /"ecosystem" and "name"/],
    [{ ecosystem: 'npm', name: '\u001b[31m' }, /names no package/],
    [{ ecosystem: 'npm', name: 'ws', version: 'a b c' }, /"version" that is none/],
    [{ ecosystem: 'npm', name: '\u001b[31m', version: 'a b c' }, /names no package/],
    [{ ecosystem: 'npm', name: 'ws', version: 8 }, /"version"/],
    [{ purl: 'pkg:npm/ws', direct: 'yes' }, /"direct"/],
    [{ purl: 'pkg:npm/ws', from: 'package.json' }, /"from"/],
    [{ purl: 'pkg:npm/ws', repository: {} }, /"repository"/],
  ])('answers the malformed entry %j with 400 and its place', async (entry, why) => {
    const answer = await post(await startWs(), { packages: [{ purl: 'pkg:npm/ws' }, entry] });
    expect(answer.status).toBe(400);
    const { error } = answer.json<{ error: string }>();
    expect(error).toMatch(/^packages\[1\] /);
    expect(error).toMatch(why);
  });

  it.each([[], {}, { packages: {} }, null, 3])('refuses the body %j', async (body) => {
    expect((await post(await startWs(), body)).status).toBe(400);
  });

  it('takes 5,000 packages and no more', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const packages = Array.from({ length: 5_001 }, (_, place) => ({
      purl: `pkg:npm/package-${place}@1.0.0`,
    }));
    expect((await post(server, { packages })).status).toBe(400);
    const answer = await post(server, { packages: packages.slice(1) });
    expect(answer.json<MatchResponse>().counts).toMatchObject({ packages: 5_000, none: 5_000 });
  });

  it('matches with what the registry says now', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry);
    const levels = async () =>
      (await post(server, { packages: [{ purl: 'pkg:npm/ws' }] })).json<MatchResponse>();
    expect((await levels()).counts).toMatchObject({ guess: 1 });
    writeFiles(registry, skillFiles(`skills/${KEY}`, KEY, { extensions: { npm: { name: 'ws' } } }));
    expect((await eventually(levels, ({ counts }) => counts.exact === 1)).counts).toMatchObject({ exact: 1 });
  });
});
