import type { IncomingMessage, ServerResponse } from 'node:http';
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
    handle(request, response) {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      return handle(request, response);
    },
  };
}
