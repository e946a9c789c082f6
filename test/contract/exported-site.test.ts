/** A site written by export-site behind `deploy/nginx-site.conf`, beside the service of the same registry. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../src-server/built-files.ts';
import type { RunningServer } from '../../src-server/service/server-options.ts';
import { startServer } from '../../src-server/service/start-server.ts';
import { fetchThrough } from '../support/fetch-through.ts';
import { startNginx, withoutNginx } from '../support/nginx.ts';
import { runCliAs } from '../support/run-cli-here.ts';
import { withoutOpenssl } from '../support/self-signed.ts';
import { eventually } from '../support/test-server.ts';
import { unless } from '../support/unless.ts';

const SITE = 'https://skills.example.com';
const SKILL = '/v1/skills/cpp/gabime/spdlog';
const EQUAL_HEADERS = [
  'content-type',
  'cache-control',
  'x-content-type-options',
  'content-security-policy',
  'cross-origin-resource-policy',
];

describe('an exported site on nginx', unless(withoutNginx, withoutOpenssl), () => {
  const folder = mkdtempSync(join(tmpdir(), 'skills-registry-site-'));
  const ends: (() => void | Promise<void>)[] = [];
  let service: RunningServer;
  let ask: typeof fetch;

  beforeAll(async () => {
    service = await startServer({ registry: sampleRegistry(), port: 0 });
    const to = join(folder, 'site');
    await runCliAs(['export-site', sampleRegistry(), '--to', to], { userFolder: folder });
    const config = readFileSync('deploy/nginx-site.conf', 'utf8').replace('/srv/site', to);
    ask = fetchThrough(await startNginx({ config, atEnd: (end) => ends.push(end) }));
    await eventually(
      () => service.status(),
      ({ checking }) => checking === undefined,
    );
  });

  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['/v1/skills', SKILL, `${SKILL}/safety`, `${SKILL}/safety.md`, `${SKILL}/examples/basic.cpp`])(
    'answers %s as the service does',
    async (path) => {
      // A static host answers no query, so the skill has its tokens.
      const asked = path === SKILL ? `${path}?tokens=1` : path;
      const [live, exported] = [await fetch(service.url + asked), await ask(SITE + path)];
      expect(exported.status).toBe(200);
      expect(await exported.text()).toBe(await live.text());
      for (const name of EQUAL_HEADERS)
        expect([name, exported.headers.get(name)]).toEqual([name, live.headers.get(name)]);
    },
  );

  it('serves the page under its policy, its health, and the problems of the whole check', async () => {
    const [live, exported] = [await fetch(`${service.url}/`), await ask(`${SITE}/`)];
    for (const name of ['content-type', 'content-security-policy'])
      expect([name, exported.headers.get(name)]).toEqual([name, live.headers.get(name)]);
    const [asset = ''] = /assets\/[\w.-]+\.js/.exec(await exported.text()) ?? [];
    expect((await ask(`${SITE}/${asset}`)).headers.get('content-type')).toContain('javascript');
    for (const path of ['/health', '/v1/diagnostics'])
      expect(await (await ask(SITE + path)).json()).toEqual(await (await fetch(service.url + path)).json());
  });

  it.each(['/v1/skills/cpp/no/such', `${SKILL}/nope`, '/v1/search?q=spdlog', '/v1/status', '/v1/find?q=x'])(
    'has no %s, and says so as JSON',
    async (path) => {
      const answer = await ask(SITE + path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        ...[404, expect.stringContaining('application/json')],
      ]);
      expect(await answer.json()).toEqual({ error: expect.stringContaining('no such address') });
    },
  );
});
