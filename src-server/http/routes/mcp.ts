import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_MCP_REQUEST_BYTES } from '../../contract/api/limits.ts';
import { SECURITY_HEADERS } from '../../contract/api/page-policy.ts';
import type { Route } from '../route.ts';

const HEADERS = { 'Cache-Control': 'no-store', ...SECURITY_HEADERS };

/** With unread body. */
export type McpHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Streamable HTTP without streams (`GET`) and sessions (`DELETE`) of older revisions. */
export function mcpRoute(handle: McpHandler): Route {
  return {
    method: 'POST',
    path: '/mcp',
    recordsItself: true,
    async handle(request, response) {
      // Closing the connection early would lose the refusal for a caller who still writes.
      if (Number(request.headers['content-length']) > MAX_MCP_REQUEST_BYTES) await drain(request);
      Object.defineProperty(request, Symbol.asyncIterator, { value: () => drained(request) });
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      return handle(request, response);
    },
  };
}

/** Also drains the rest if the reader stops. */
async function* drained(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } finally {
    if (!request.readableEnded && !request.destroyed) await drain(request);
  }
}

/** Bounded by the request timeout. */
function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    request.once('close', resolve);
    request.once('end', resolve);
    request.resume();
  });
}
