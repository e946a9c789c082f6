import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '../../contract/logger.ts';
import { toClient, UNKNOWN_CLIENT } from '../client-label.ts';
import type { McpClient, McpDispatcher } from '../dispatcher.ts';
import { buildServer } from './build-server.ts';

export interface StdioDoorOptions {
  readonly dispatcher: McpDispatcher;
  readonly logger: Logger;
  /** Called once, when the client has said who it is. */
  readonly onClient?: (client: McpClient) => void;
}

/** MCP on standard input and output, with one client. */
export interface StdioDoor {
  /** Resolves when the client closed its end. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** MCP on this process's standard input and output, in the revision that the client opens with. */
export function createStdioDoor({ dispatcher, logger, onClient }: StdioDoorOptions): StdioDoor {
  let isIntroduced = false;
  const introduce = (info: unknown) => {
    const client = toClient(info);
    if (isIntroduced || client === undefined || info === UNKNOWN_CLIENT) return;
    isIntroduced = true;
    onClient?.(client);
  };
  const watched: McpDispatcher = {
    instructions: () => dispatcher.instructions(),
    answer(method, params, client, signal) {
      introduce(client);
      return dispatcher.answer(method, params, client, signal);
    },
  };
  const transport = new StdioServerTransport();
  const handle = serveStdio(
    async () => {
      const product = await buildServer({
        dispatcher: watched,
        clientOf: () => UNKNOWN_CLIENT,
        tellsChanges: false,
      });
      const { server } = product;
      server.oninitialized = () => introduce(server.getClientVersion());
      return product;
    },
    { transport, onerror: (error) => logger.debug('MCP refused a message.', { reason: error.message }) },
  );
  // The SDK took the transport's own callback; the end of the input is the end of the connection.
  const closed = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  return { closed, close: () => handle.close() };
}
