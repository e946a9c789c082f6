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
import { createSkillsExtension } from './skills-extension.ts';
import { type ReadFolderPackages, withWorkspacePackages } from './workspace-packages.ts';

/** The registry may change at any time; a list may be kept for a moment only. */
const CACHE_HINT = { ttlMs: 5_000, cacheScope: 'private' } as const;

/** Nothing here asks the client for input, so there is nothing to check an answer with. */
const NO_INPUT_VALIDATOR = {
  getValidator(): never {
    throw new Error('This server asks its clients nothing.');
  },
};

export interface BuildOptions {
  readonly dispatcher: McpDispatcher;
  /** Who asks, where the request itself doesn't say so. */
  readonly clientOf: () => McpClient;
  /** Whether this client can be told when skills come or go. */
  readonly tellsChanges: boolean;
  /** Reads folders of the client's workspace; absent where they aren't on this machine, or nobody can be asked. */
  readonly readFolder?: ReadFolderPackages | undefined;
}

/** The SDK's server for one request or connection: it speaks the protocol, the dispatcher answers. */
export async function buildServer(options: BuildOptions): Promise<McpServer> {
  const { dispatcher, clientOf, tellsChanges, readFolder } = options;
  // What can't be read now is told by the calls.
  const instructions = await dispatcher.instructions().catch(() => '');
  const product = new McpServer(
    { name: 'skills-registry', title: 'Skills Registry', version },
    {
      capabilities: {
        // Said in so many words: what is left out the SDK takes for true.
        tools: { listChanged: false },
        resources: { listChanged: tellsChanges },
        prompts: { listChanged: false },
        completions: {},
      },
      instructions,
      jsonSchemaValidator: NO_INPUT_VALIDATOR,
      cacheHints: {
        'tools/list': CACHE_HINT,
        'resources/list': CACHE_HINT,
        'resources/templates/list': CACHE_HINT,
        'resources/read': CACHE_HINT,
        'prompts/list': CACHE_HINT,
        'server/discover': CACHE_HINT,
      },
    },
  );
  const { server } = product;
  const ask = async (method: McpMethod, params: object | undefined, context: ServerContext) => {
    const envelope: McpObject = { ...context.mcpReq.envelope };
    const introduced = envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
    const client = toClient(introduced) ?? clientOf();
    const whole = await withWorkspacePackages(method, { ...params }, server, readFolder);
    return dispatcher.answer(method, whole, client, context.mcpReq.signal);
  };
  const forward: typeof ask = async (method, params, context) => {
    try {
      return await ask(method, params, context);
    } catch (error) {
      if (error instanceof McpError) throw new ProtocolError(error.code, error.message, error.data);
      throw error;
    }
  };
  createSkillsExtension(ask, CACHE_HINT).attach(product);
  for (const method of MCP_METHODS)
    handle(server, method, (params, context) => forward(method, params, context));
  return product;
}

/** One method of many: the SDK types each answer by its method, the dispatcher's answers are plain objects. */
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
