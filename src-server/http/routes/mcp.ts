import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_MCP_REQUEST_BYTES } from '../../contract/api/limits.ts';
import { SECURITY_HEADERS } from '../respond.ts';
import type { Route } from '../route.ts';

const HEADERS = { 'Cache-Control': 'no-store', ...SECURITY_HEADERS };

/** Speaks the Model Context Protocol on one request of Node's HTTP server, its body unread. */
export type McpHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** `POST /mcp`: Streamable HTTP, without the streams of older revisions (`GET`) and without sessions to end (`DELETE`). */
export function mcpRoute(handle: McpHandler): Route {
  return {
    method: 'POST',
    path: '/mcp',
    recordsItself: true,
    async handle(request, response) {
      // A caller who still writes would lose the refusal with the connection.
      if (Number(request.headers['content-length']) > MAX_MCP_REQUEST_BYTES) await drain(request);
      Object.defineProperty(request, Symbol.asyncIterator, { value: () => drained(request) });
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      return handle(request, response);
    },
  };
}

/** The pieces of a body. If the reader wants no more of them, the rest is read and dropped before the reader goes on. */
async function* drained(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } finally {
    if (!request.readableEnded && !request.destroyed) await drain(request);
  }
}

/** Reads a body to its end, and drops it. The time for a whole request bounds it. */
function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    request.once('close', resolve);
    request.once('end', resolve);
    request.resume();
  });
}
