/**
 * What many callers do to a service at once while someone edits its registry: everything it can be asked, right and
 * wrong, over HTTP and MCP, in turn.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';

const EDIT_EVERY_MS = 40;
/** A skill that comes and goes. */
const TRANSIENT = 'js/soak/transient';
const MCP_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

const callTool = (name, args) => ({
  method: 'POST',
  path: '/mcp',
  headers: MCP_HEADERS,
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  }),
});

/** Requests in turn; each with the statuses that are right for it, and what its text must hold. */
function requestsOf(keys) {
  const key = (turn) => keys[(turn * 31) % keys.length];
  return [
    () => ({ path: '/health', right: [200], holds: '"ok"' }),
    () => ({ path: '/v1/skills', right: [200], holds: '"skills"' }),
    (turn) => ({ path: `/v1/skills/${key(turn)}`, right: [200], holds: '"_contents"' }),
    (turn) => ({ path: `/v1/skills/${key(turn)}/overview`, right: [200] }),
    (turn) => ({ path: `/v1/skills/${key(turn)}/safety.md`, right: [200] }),
    (turn) => ({ path: `/v1/skills/${key(turn)}/nothing-like-it`, right: [404], holds: '"error"' }),
    (turn) => ({ path: `/v1/search?q=${key(turn).split('/')[2]}`, right: [200], holds: '"results"' }),
    () => ({ path: '/v1/find?q=close+the+connection+first', right: [200], holds: '"results"' }),
    () => ({ path: '/v1/find?q=thread+lock&limit=3&explain=1', right: [200], holds: '"results"' }),
    () => ({ path: '/v1/find?q=', right: [400], holds: '"error"' }),
    () => ({ path: '/v1/find?q=a&limit=-1', right: [400], holds: '"error"' }),
    () => ({ path: '/v1/skills/..%2f..%2fetc/passwd/x', right: [400, 404], holds: '"error"' }),
    () => ({ path: '/nothing', right: [404], holds: '"error"' }),
    () => ({ path: '/health', headers: { Host: 'evil.example' }, right: [403], holds: '"error"' }),
    () => ({ path: '/v1/status', right: [200], holds: '"generation"' }),
    () => ({ path: '/v1/diagnostics', right: [200], holds: '"diagnostics"' }),
    () => ({ path: `/v1/skills/${TRANSIENT}`, right: [200, 404] }),
    (turn) => ({
      ...callTool('get_section', { path: key(turn), section: 'safety' }),
      right: [200],
      holds: 'jsonrpc',
    }),
    () => ({ ...callTool('find_skills', { query: 'timeout of a call' }), right: [200], holds: 'jsonrpc' }),
    () => ({ ...callTool('no_such_tool', {}), right: [200, 400], holds: 'jsonrpc' }),
    () => ({ method: 'POST', path: '/mcp', headers: MCP_HEADERS, body: '{', right: [400], holds: '-32700' }),
    () => ({ method: 'DELETE', path: '/v1/skills', right: [404, 405], holds: '"error"' }),
  ];
}

/**
 * Sends the load; resolves when every request was answered.
 *
 * `registry` is the folder whose texts are edited, `keys` name skills that stay. `requests` defaults to as many as fit into
 * `seconds`, `seconds` to as long as all `requests` take. `unexpected` lists wrong answers with their counts.
 *
 * @param {{
 *   url: string,
 *   registry: string,
 *   keys: readonly string[],
 *   requests?: number,
 *   seconds?: number,
 *   connections?: number,
 *   onProgress?: (request: number) => void,
 * }} options
 * @returns {Promise<{ requests: number, unexpected: readonly string[], edits: number }>}
 */
export async function runMixedLoad({ url, registry, keys, requests, seconds, connections = 16, onProgress }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const kinds = requestsOf(keys);
  const unexpected = new Map();
  const editor = startEditing(registry, keys);
  let next = 0;
  const endsAt = performance.now() + (seconds ?? Number.POSITIVE_INFINITY) * 1_000;
  const client = async () => {
    while (next < (requests ?? Number.POSITIVE_INFINITY) && performance.now() < endsAt) {
      const turn = next++;
      const kind = turn % kinds.length;
      const request = kinds[kind](turn);
      const wrong = await problemWith(url, agent, request);
      if (wrong !== undefined) {
        const what = `${request.method ?? 'GET'} ${request.path}: ${wrong}`;
        unexpected.set(what, (unexpected.get(what) ?? 0) + 1);
      }
      onProgress?.(turn);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, client));
  } finally {
    agent.destroy();
    editor.stop();
  }
  return {
    requests: next,
    unexpected: [...unexpected].map(([what, times]) => `${what} (${times} times)`),
    edits: editor.count(),
  };
}

async function problemWith(url, agent, { right, holds, body, path, ...options }) {
  try {
    const { status, text } = await ask(url + path, { ...options, agent }, body);
    if (!right.includes(status)) return `${status} ${text.slice(0, 200)}`;
    return holds === undefined || text.includes(holds) ? undefined : `no ${holds} in ${text.slice(0, 200)}`;
  } catch (error) {
    return String(error);
  }
}

function ask(url, options, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    // The service may just have ended a connection over which nobody had asked for a while.
    request.on('error', (error) => {
      if (request.reusedSocket && error.code === 'ECONNRESET')
        ask(url, { ...options, agent: false }, body).then(resolve, reject);
      else reject(error);
    });
    request.end(body);
  });
}

/** Edits texts by renaming, as editors do, and lets a skill come and go. */
function startEditing(registry, keys) {
  let count = 0;
  const replace = (file, text) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  const timer = setInterval(() => {
    count += 1;
    const folder = join(registry, 'skills', keys[(count * 17) % keys.length]);
    replace(join(folder, 'safety.md'), `# Safety\n\nEdit ${count}: never hold two locks.\n`);
    const transient = join(registry, 'skills', TRANSIENT);
    if (count % 10 === 0) {
      mkdirSync(transient, { recursive: true });
      const manifest = JSON.parse(readFileSync(join(folder, 'skill.json'), 'utf8'));
      const own = { ...manifest, name: 'transient', repo: 'soak/transient', language: 'js' };
      writeFileSync(join(transient, 'overview.md'), '# Here for a moment\n');
      replace(join(transient, 'skill.json'), JSON.stringify(own));
    }
    if (count % 10 === 5) rmSync(transient, { recursive: true, force: true });
  }, EDIT_EVERY_MS);
  return {
    count: () => count,
    stop: () => clearInterval(timer),
  };
}

/** Bytes that a process holds in memory now; Linux. */
export function residentBytes(pid) {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) * 1024;
}
