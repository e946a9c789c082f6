import { expect, it } from 'vitest';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, startTestServer } from '../../support/test-server.ts';

const JSON_TYPE = 'application/json';
const MOST = LIMITS.bodyBytes - 64;
const fill = (piece: string) => piece.repeat(Math.floor(MOST / piece.length));
const DEPTH = Math.floor(MOST / 12);

const ROUTES = ['/v1/find', '/v1/match', '/v1/skills', '/v1/skills?check=1'];
const BODIES: ReadonlyArray<readonly [what: string, body: string, type?: string]> = [
  ['nothing', ''],
  ['null', 'null'],
  ['open brackets', fill('[')],
  ['open objects', fill('{"a":')],
  ['deep lists', `{"q":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`],
  ['deep objects', `{"skill":${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}}`],
  ['a key again and again', `{${fill('"q":0,')}"q":[]}`],
  ['a number of digits', `{"q":${'9'.repeat(MOST - 8)}}`],
  ['a huge power', `{"packages":1e${'9'.repeat(1_000)}}`],
  ['a prototype', '{"__proto__":{"q":"logger","packages":[]},"constructor":1}'],
  ['unpaired surrogates', `{"q":["${fill('\\ud800').slice(0, 60_000)}"]}`],
  ['bytes that are no text', `{"q":["${'\u00ff'.repeat(1_000)}\0"]}`],
  [
    'a form of parts',
    `--x\r\nContent-Disposition: form-data; name="q"\r\n\r\nlogger\r\n--x--`,
    'multipart/form-data; boundary=x',
  ],
  ['a form', 'q=logger', 'application/x-www-form-urlencoded'],
  ['a strange encoding', '{"q":1}', `${JSON_TYPE}; charset=utf-7`],
];

it.each(ROUTES)(
  'each wrong body for %s is refused in words, and the health check is answered meanwhile',
  async (path) => {
    const { url } = await startTestServer(temporaryRegistry(['cpp/gabime/spdlog']), { allowSubmit: true });
    for (const [what, body, type = JSON_TYPE] of BODIES) {
      const asked = ask(url + path, { method: 'POST', headers: { 'Content-Type': type }, body });
      const healthy = await ask(`${url}/health`);
      const { status, text, json } = await asked;
      expect([what, healthy.status, text.length < 10_000]).toEqual([what, 200, true]);
      // A check answers what would become of it.
      if (path.endsWith('check=1') && status === 200) expect(json(), what).toMatchObject({ accepted: false });
      else {
        expect([what, status >= 400 && status < 500]).toEqual([what, true]);
        expect(json(), what).toEqual(expect.objectContaining({ error: expect.any(String) }));
      }
    }
  },
);

it('each wrong body for MCP is answered as JSON-RPC, and the health check is answered meanwhile', async () => {
  const { url } = await startTestServer(temporaryRegistry(['cpp/gabime/spdlog']));
  for (const [what, body, type = JSON_TYPE] of BODIES) {
    const headers = { 'Content-Type': type, Accept: 'application/json, text/event-stream' };
    const asked = ask(`${url}/mcp`, { method: 'POST', headers, body });
    expect((await ask(`${url}/health`)).status).toBe(200);
    const { status, json } = await asked;
    expect([what, status >= 400 && status < 500]).toEqual([what, true]);
    expect(json(), what).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  }
});
