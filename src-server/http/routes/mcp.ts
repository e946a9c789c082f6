import type { IncomingMessage, ServerResponse } from 'node:http';
import { Type } from '@sinclair/typebox';
import { LIMITS } from '../../contract/limits.ts';
import { SECURITY_HEADERS } from '../../contract/page.ts';
import { object, optional, text } from '../../contract/schema.ts';
import { bytesOf, callerGone, defineRoute, endWithCaller, type Route, takeTurn } from '../route.ts';

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

/** Answers a request of MCP. */
export type McpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  caller: {
    /** The body, up to the first piece behind the limit. */
    readonly body: readonly Buffer[];
    readonly takeTurn: () => Promise<void> | undefined;
    readonly gone: () => AbortSignal;
    readonly headers: Readonly<Record<string, string>>;
  },
) => Promise<void>;

const HEADERS = { 'Cache-Control': 'no-store', ...SECURITY_HEADERS } as const;

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
      endWithCaller(request, response);
      await answer(request, response, {
        body: await bytesOf(request, LIMITS.bodyBytes),
        takeTurn: () => takeTurn(request),
        gone: () => callerGone(response),
        headers: HEADERS,
      });
      return undefined;
    },
  });
}
