import {
  CLIENT_INFO_META_KEY,
  type JSONRPCMessage,
  McpServer,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { McpDispatcher } from './dispatcher.ts';
import {
  CACHE_HINT,
  capabilitiesOf,
  MCP_METHODS,
  type McpClient,
  type McpMethod,
  type McpObject,
  SERVER_INFO,
  toClient,
} from './protocol.ts';

const CACHE_HINTS = Object.fromEntries(
  [...MCP_METHODS.filter((method) => method !== 'tools/call'), 'server/discover'].map(
    (method) => [method, CACHE_HINT] as const,
  ),
);

/** A validator for what a server asks its clients, which this one never does. */
const NO_INPUT_VALIDATOR = {
  getValidator(): never {
    throw new Error('This server asks its clients nothing.');
  },
};

export interface BuildOptions {
  readonly dispatcher: McpDispatcher;
  /** Names the client of a request that doesn't say who asks. */
  readonly clientOf: () => McpClient;
  readonly tellsChanges: boolean;
  /** Is called around each answer, such as to wait for a turn. Default: nothing. */
  readonly around?: ((answer: () => Promise<object>) => Promise<object>) | undefined;
}

/** Builds the SDK's server over a dispatcher: one for each request, or for a connection. */
export async function buildServer(options: BuildOptions): Promise<McpServer> {
  const { dispatcher, clientOf, tellsChanges, around = (answer) => answer() } = options;
  const product = new McpServer(SERVER_INFO, {
    capabilities: capabilitiesOf(tellsChanges),
    instructions: await dispatcher.instructions(),
    jsonSchemaValidator: NO_INPUT_VALIDATOR,
    cacheHints: CACHE_HINTS,
  });
  const { server } = product;
  sayInvalidParams(server);
  // The SDK types answers by method; the dispatcher returns plain objects.
  const register = server.setRequestHandler.bind(server) as unknown as Register;
  for (const method of MCP_METHODS)
    register(method, ({ params }, { mcpReq: { envelope, signal } }) => {
      const introduced = (envelope as McpObject | undefined)?.[CLIENT_INFO_META_KEY];
      const client = toClient(introduced ?? server.getClientVersion()) ?? clientOf();
      return around(() => dispatcher.answer(method, { ...params }, client, signal));
    });
  return product;
}

type Handler = (request: { params?: object }, context: ServerContext) => Promise<object>;
type Register = (method: McpMethod, handler: Handler) => void;

/**
 * Has the server answer a missing or wrong field with a sentence: the SDK answers an internal error, and the issues
 * of its validator as JSON.
 */
function sayInvalidParams(server: McpServer['server']): void {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(withSentence(message), options);
    return connect(transport);
  };
}

function withSentence(message: JSONRPCMessage): JSONRPCMessage {
  if (
    !('error' in message) ||
    ![ProtocolErrorCode.InternalError, ProtocolErrorCode.InvalidParams].includes(message.error.code)
  )
    return message;
  const words = issuesIn(message.error.message);
  if (words === undefined) return message;
  return {
    ...message,
    error: { code: ProtocolErrorCode.InvalidParams, message: `Invalid params: ${words}.` },
  };
}

/**
 * Reads the issues in an error of the SDK: `params.name: …` of `Invalid tools/call request:
 * [{"path":["params","name"],"message":"…"}]`.
 */
function issuesIn(text: string): string | undefined {
  const list = /^(?:Invalid \S+ request: )?(\[.*\])$/s.exec(text)?.[1];
  if (list === undefined) return undefined;
  try {
    const issues = JSON.parse(list) as readonly { path: readonly string[]; message: string }[];
    return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  } catch {
    return undefined;
  }
}
