/** Calls to a service's MCP, as a program makes them. */

const HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** Introduces a program to the service, and calls a tool where one is given. */
export async function callAs(
  url: string,
  name: string,
  tool?: string,
  given: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { session } = await post(url, {}, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name, version: '1.0.0' },
  });
  if (tool === undefined) return;
  const { ok, status, text } = await post(url, { 'Mcp-Session-Id': session }, 'tools/call', {
    name: tool,
    arguments: given,
  });
  if (!ok || /"isError":\s*true/.test(text)) throw new Error(`The service answered ${status}: ${text}`);
}

async function post(url: string, headers: Record<string, string>, method: string, params: object) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(`${url}/mcp`, { method: 'POST', headers: { ...HEADERS, ...headers }, body });
  const { ok, status } = answer;
  return { ok, status, session: answer.headers.get('mcp-session-id') ?? '', text: await answer.text() };
}
