import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { type ActivityListener, INTRODUCTIONS } from '../../contract/api/activity.ts';
import { LIMITS, MAX_MCP_STREAMS } from '../../contract/limits.ts';
import type { Logger } from '../../contract/service/logger.ts';
import type { AnswerSources } from '../../skill-answer/fitted-skill.ts';
import { clientOfSession, makeSessionId, toClient, UNKNOWN_CLIENT } from '../client-label.ts';
import { createDispatcher } from '../dispatcher.ts';
import type { McpClient } from '../protocol.ts';
import { answerAcceptedType } from './accepted-types.ts';
import { buildServer } from './build-server.ts';

export interface HttpTransportOptions {
  readonly served: AnswerSources;
  readonly logger: Logger;
  readonly onActivity?: ActivityListener | undefined;
}

/** For checked Host and Origin. */
export interface HttpTransport {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  registryChanged(): void;
  /** Also ends exchanges and subscriptions. */
  close(): Promise<void>;
}

interface Exchange {
  readonly request: Request;
  server?: McpServer;
  era?: 'legacy' | 'modern';
}

/** Stateless; 2026-07-28 and 2025 revisions share a route. */
export function createHttpTransport({ served, logger, onActivity }: HttpTransportOptions): HttpTransport {
  const dispatcher = createDispatcher({ served, logger, onActivity });
  const exchanges = new AsyncLocalStorage<Exchange>();
  const onerror = (error: Error) => logger.debug('MCP refused a request.', { reason: error.message });
  const handler = createMcpHandler(
    async ({ era }) => {
      const exchange = exchanges.getStore();
      const server = await buildServer({
        dispatcher,
        clientOf: () => clientOfRequest(exchange?.request),
        tellsChanges: era === 'modern',
      });
      if (exchange !== undefined) Object.assign(exchange, { server, era });
      return server;
    },
    { onerror, maxRequestBodySize: LIMITS.bodyBytes, maxSubscriptions: MAX_MCP_STREAMS },
  );

  async function fetch(request: Request): Promise<Response> {
    const startedAt = performance.now();
    const at = new Date().toISOString();
    const exchange: Exchange = { request };
    const response = await exchanges.run(exchange, () =>
      answerAcceptedType(request, (accepted) => handler.fetch(accepted)),
    );
    const introduction = response.ok ? introductionIn(exchange) : undefined;
    if (introduction === undefined) return response;
    const { client, era } = introduction;
    onActivity?.({
      at,
      client: client.name,
      protocol: 'mcp',
      route: INTRODUCTIONS[era],
      target: client.version,
      status: 200,
      durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
    });
    if (era === 'legacy') response.headers.set('Mcp-Session-Id', makeSessionId(client));
    return response;
  }

  const handle = toNodeHandler({ fetch }, { onerror, maxRequestBodySize: LIMITS.bodyBytes });
  return {
    // Node's types leave the method optional; server requests always have a method.
    handle: (request, response) => handle(request as NodeIncomingMessageLike, response),
    registryChanged: () => handler.notify.resourcesChanged(),
    close: () => handler.close(),
  };
}

/** Undefined for other exchanges. */
function introductionIn({ request, server, era }: Exchange) {
  const introduced = toClient(server?.server.getClientVersion());
  const isIntroduction =
    era === 'legacy' ? introduced !== undefined : request.headers.get('mcp-method') === INTRODUCTIONS.modern;
  if (era === undefined || !isIntroduction) return undefined;
  const client = introduced ?? clientOfRequest(request);
  // Our CLI requests instructions before knowing its client.
  return client.name === UNKNOWN_CLIENT.name ? undefined : { client, era };
}

/** From session id or user agent. */
function clientOfRequest(request: Request | undefined): McpClient {
  const session = clientOfSession(request?.headers.get('mcp-session-id') ?? null);
  const [name, version] = request?.headers.get('user-agent')?.split(/\s+/)[0]?.split('/') ?? [];
  return session ?? toClient({ name, version }) ?? UNKNOWN_CLIENT;
}
