import {
  CLIENT_INFO_META_KEY,
  McpServer,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { version } from '../../version.ts';
import { toClient } from '../client-label.ts';
import {
  MCP_METHODS,
  type McpClient,
  type McpDispatcher,
  McpError,
  type McpMethod,
  type McpObject,
} from '../dispatcher.ts';
import { sayInvalidParams } from './invalid-params.ts';

/** Short: the registry may change. */
const CACHE_HINT = { ttlMs: 5_000, cacheScope: 'private' } as const;

/** Never used. */
const NO_INPUT_VALIDATOR = {
  getValidator(): never {
    throw new Error('This server asks its clients nothing.');
  },
};

export interface BuildOptions {
  readonly dispatcher: McpDispatcher;
  /** Without client information. */
  readonly clientOf: () => McpClient;
  readonly tellsChanges: boolean;
}

/** Per request or connection. */
export async function buildServer(options: BuildOptions): Promise<McpServer> {
  const { dispatcher, clientOf, tellsChanges } = options;
  // Calls will report the failure.
  const instructions = await dispatcher.instructions().catch(() => '');
  const product = new McpServer(
    { name: 'skills-registry', title: 'Skills Registry', version },
    {
      capabilities: {
        // Explicit, as the SDK defaults to true.
        tools: { listChanged: false },
        resources: { listChanged: tellsChanges },
      },
      instructions,
      jsonSchemaValidator: NO_INPUT_VALIDATOR,
      cacheHints: {
        'tools/list': CACHE_HINT,
        'resources/list': CACHE_HINT,
        'resources/templates/list': CACHE_HINT,
        'resources/read': CACHE_HINT,
        'server/discover': CACHE_HINT,
      },
    },
  );
  const { server } = product;
  sayInvalidParams(product);
  const forward = async (method: McpMethod, params: object | undefined, context: ServerContext) => {
    const envelope: McpObject = { ...context.mcpReq.envelope };
    const introduced = envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
    const client = toClient(introduced) ?? clientOf();
    try {
      return await dispatcher.answer(method, { ...params }, client, context.mcpReq.signal);
    } catch (error) {
      if (error instanceof McpError) throw new ProtocolError(error.code, error.message, error.data);
      throw error;
    }
  };
  for (const method of MCP_METHODS)
    handle(server, method, (params, context) => forward(method, params, context));
  return product;
}

/** The SDK types answers by method; the dispatcher returns plain objects. */
function handle(
  server: McpServer['server'],
  method: McpMethod,
  handler: (params: object | undefined, context: ServerContext) => Promise<object>,
): void {
  const register = server.setRequestHandler.bind(server) as unknown as (
    method: McpMethod,
    handler: (request: { params?: object }, context: ServerContext) => Promise<object>,
  ) => void;
  register(method, ({ params }, context) => handler(params, context));
}
