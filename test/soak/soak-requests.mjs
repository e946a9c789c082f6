/** Requests to all routes, right and wrong, each with the statuses that are right and what the answer must contain. */

/** How long a loaded machine may take, not how fast the service must be. */
export const PATIENCE = { timeout: 600_000 };
/** A skill that comes and goes. */
export const TRANSIENT = 'js/soak/transient';
const JSON_BODY = { 'Content-Type': 'application/json' };
const MCP = { ...JSON_BODY, Accept: 'application/json, text/event-stream' };

/** @param {readonly string[]} keys of skills that stay */
export function soakRequests(keys) {
  const key = (turn) => keys[(turn * 31) % keys.length];
  const get = (route, path, holds, right = [200], headers = {}) => ({ route, path, holds, right, headers });
  return [
    () => get('health', '/health', '"ok"'),
    () => get('list', '/v1/skills', '"skills"'),
    (turn) => get('skill', `/v1/skills/${key(turn)}`, '"_contents"'),
    (turn) =>
      get('skill as text', `/v1/skills/${key(turn)}?query=lock&max_tokens=900`, '', [200], {
        Accept: 'text/markdown',
      }),
    (turn) => get('section', `/v1/skills/${key(turn)}/overview`),
    (turn) => get('section', `/v1/skills/${key(turn)}/safety.md`),
    (turn) => get('absent section', `/v1/skills/${key(turn)}/nothing-like-it`, '"error"', [404]),
    (turn) => get('search', `/v1/search?q=${key(turn).split('/')[2]}`, '"results"'),
    () => get('find', '/v1/find?q=close+the+connection+first', '"results"'),
    () => get('find, explained', '/v1/find?q=thread+lock&limit=3&explain=1', '"results"'),
    () => get('wrong find', '/v1/find?q=a&limit=-1', '"error"', [400]),
    () => get('wrong path', '/v1/skills/..%2f..%2fetc/passwd/x', '"error"', [400, 404]),
    () => get('wrong host', '/health', '"error"', [403], { Host: 'evil.example' }),
    () => get('status', '/v1/status', '"generation"'),
    () => get('diagnostics', '/v1/diagnostics', '"diagnostics"'),
    () => get('transient skill', `/v1/skills/${TRANSIENT}`, '', [200, 404]),
    () => get('openapi', '/openapi.json', '"openapi"'),
    () => get('page', '/', '<'),
    () => ({
      ...get('match', '/v1/match', '"packages"', [200], JSON_BODY),
      body: '{"packages":[{"purl":"pkg:npm/ws@8.18.0"}]}',
    }),
    () => ({ ...get('wrong MCP', '/mcp', '-32700', [400], MCP), body: '{' }),
    () => ({ ...get('wrong method', '/v1/skills', '"error"', [404, 405]), method: 'DELETE' }),
  ];
}

/** Calls of an MCP client, by the names of the protocol. */
export function soakCalls(keys) {
  const key = (turn) => keys[(turn * 17) % keys.length];
  const tool = (name, args) => (client) => client.callTool({ name, arguments: args }, PATIENCE);
  return [
    (turn) => ['get_skill', tool('get_skill', { path: key(turn), query: 'lock', max_tokens: 900 })],
    (turn) => ['get_section', tool('get_section', { path: key(turn), section: 'safety' })],
    () => ['find_skills', tool('find_skills', { query: 'timeout of a call' })],
    () => ['search_skills', tool('search_skills', { query: 'name' })],
    () => ['tools/list', (client) => client.listTools({}, PATIENCE)],
    (turn) => ['resources/read', (client) => client.readResource({ uri: `skill://${key(turn)}` }, PATIENCE)],
  ];
}
