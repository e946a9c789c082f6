import type { IncomingMessage, ServerResponse } from 'node:http';
import { Type } from '@sinclair/typebox';
import { LIMITS } from '../../contract/limits.ts';
import { SECURITY_HEADERS } from '../../contract/page.ts';
import { object, optional, text } from '../../contract/schema.ts';
import { defineRoute, endWithCaller, type Route, takeTurn } from '../route.ts';

export const jsonRpcMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: optional(Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] })),
    method: optional(text()),
    params: optional(object({})),
    result: optional(object({})),
    error: optional(object({ code: Type.Integer(), message: text(), data: optional(Type.Unknown()) })),
  },
  {
    title: 'JSON-RPC 2.0 message',
    description: 'A request, a notification or an answer of the Model Context Protocol.',
  },
);

/** Answers a request of MCP whose body is not read yet. */
export type McpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  takeTurn: () => Promise<void> | undefined,
) => Promise<void>;

/** Returns the route of Streamable HTTP, without the streams (`GET`) and sessions (`DELETE`) of older revisions. */
export function mcpRoute(answer: McpHandler): Route {
  return defineRoute({
    method: 'POST',
    path: '/mcp',
    id: 'callMcp',
    summary: 'Model Context Protocol',
    description:
      'Streamable HTTP, revision 2026-07-28 and those of 2025. Bodies are JSON-RPC 2.0, failures too: `{ "jsonrpc", "id", "error" }`.',
    tag: 'service',
    body: jsonRpcMessage,
    responses: {
      200: { description: 'The answer, as JSON or as a stream of events.', schema: jsonRpcMessage },
      202: { description: 'A notification was taken.', types: [] },
    },
    errors: ['bad_request', 'body_too_large', 'unsupported_media_type'],
    recordsItself: true,
    async handle({ request, response }) {
      // Closing the connection early would lose the refusal for a caller who still writes.
      if (Number(request.headers['content-length']) > LIMITS.bodyBytes) await drain(request);
      Object.defineProperty(request, Symbol.asyncIterator, { value: () => drained(request) });
      response.set({ 'Cache-Control': 'no-store', ...SECURITY_HEADERS });
      endWithCaller(request, response);
      await answer(request, response, () => takeTurn(request));
      return undefined;
    },
  });
}

/** Reads a body, and drains the rest if the reader stops. */
async function* drained(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } finally {
    if (!request.readableEnded && !request.destroyed) await drain(request);
  }
}

/** Reads the rest of a request, which the timeout of requests bounds. */
function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => request.once('close', resolve).once('end', resolve).resume());
}
