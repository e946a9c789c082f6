import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '../route.ts';

/** Speaks the Model Context Protocol on one request of Node's HTTP server, its body unread. */
export type McpHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** `POST /mcp`: Streamable HTTP, without the streams of older revisions (`GET`) and without sessions to end (`DELETE`). */
export function mcpRoute(handle: McpHandler): Route {
  return { method: 'POST', path: '/mcp', recordsItself: true, handle };
}
