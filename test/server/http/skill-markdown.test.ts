import { describe, expect, it } from 'vitest';
import { loadTokenCounter } from '../../../src-server/tokens/count-tokens.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const PITFALLS = `# Pitfalls\n\n## Copies\n\n${'word '.repeat(80)}\n\n## Flush at exit\n\nThe buffer is lost.\n`;

async function open() {
  const { url } = await startTestServer(
    temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, { 'pitfalls.md': PITFALLS })),
  );
  const get = (query: string, accept: string) =>
    fetch(`${url}/v1/skills/${KEY}${query}`, { headers: { Accept: accept } });
  return { get };
}

describe('GET /v1/skills/<key> as Markdown', () => {
  it('is a text within the budget that begins with the answer to the query', async () => {
    const { get } = await open();
    const response = await get('?max_tokens=200&query=flush+at+exit&version=2.0.0', 'text/markdown');
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('vary')).toContain('Accept');
    expect(text).toMatch(/^cpp\/gabime\/spdlog · .*\n\n\[pitfalls\.md\] Flush at exit\n/);
    expect(text).toContain('you use 2.0.0');
    expect(loadTokenCounter()(text).tokens).toBeLessThanOrEqual(200);
  });

  it.each(['*/*', 'application/json', 'application/json, text/markdown;q=0.5', 'text/html'])(
    'is JSON as before for a caller that accepts %s',
    async (accept) => {
      const { get } = await open();
      const response = await get('?max_tokens=1', accept);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('vary')).toContain('Accept');
      expect(await response.json()).toHaveProperty('_contents');
    },
  );

  it.each(['?max_tokens=0', '?max_tokens=x', '?max_tokens=1&max_tokens=2', `?query=${'x'.repeat(1001)}`])(
    'refuses %s',
    async (query) => {
      const { get } = await open();
      expect((await get(query, 'text/markdown')).status).toBe(400);
    },
  );

  it('answers a repeated request with 304', async () => {
    const { url } = await startTestServer(temporaryFolder(skillFiles(`skills/${KEY}`, KEY)));
    const headers = { Accept: 'text/markdown' };
    const first = await fetch(`${url}/v1/skills/${KEY}`, { headers });
    const etag = first.headers.get('etag') ?? '';
    const second = await fetch(`${url}/v1/skills/${KEY}`, {
      headers: { ...headers, 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
    });
    expect(second.status).toBe(304);
  });

  it('is 404 in JSON for a skill that is not there', async () => {
    const { url } = await startTestServer(temporaryFolder(skillFiles(`skills/${KEY}`, KEY)));
    const response = await fetch(`${url}/v1/skills/cpp/no/body`, { headers: { Accept: 'text/markdown' } });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: expect.stringContaining('not found') });
  });
});
