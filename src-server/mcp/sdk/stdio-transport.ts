import { setTimeout } from 'node:timers/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '../../contract/service.ts';
import { toClient, UNKNOWN_CLIENT } from '../client-label.ts';
import type { McpDispatcher } from '../dispatcher.ts';
import type { McpClient } from '../protocol.ts';
import { buildServer } from './build-server.ts';
import { StdioWire } from './stdio-wire.ts';

/** After the client's end of input: the answers to what was piped in. */
const LAST_ANSWERS_MS = 10_000;

export interface StdioTransportOptions {
  readonly dispatcher: McpDispatcher;
  readonly logger: Logger;
  /** Called once. */
  readonly onClient?: (client: McpClient) => void;
}

export interface StdioTransport {
  /** Once the input has ended and its requests are answered, at most 10 seconds later. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** In the client's revision. */
export function createStdioTransport(options: StdioTransportOptions): StdioTransport {
  const { dispatcher, logger, onClient } = options;
  let isIntroduced = false;
  const introduce = (info: unknown) => {
    const client = toClient(info);
    if (isIntroduced || client === undefined || info === UNKNOWN_CLIENT) return;
    isIntroduced = true;
    onClient?.(client);
  };
  const introducing: McpDispatcher = {
    instructions: () => dispatcher.instructions(),
    answer(method, params, client, signal) {
      introduce(client);
      return dispatcher.answer(method, params, client, signal);
    },
  };
  const wire = new StdioWire({ input: process.stdin, output: process.stdout });
  const handle = serveStdio(
    async () => {
      const product = await buildServer({
        dispatcher: introducing,
        clientOf: () => UNKNOWN_CLIENT,
        tellsChanges: false,
      });
      const { server } = product;
      server.oninitialized = () => introduce(server.getClientVersion());
      return product;
    },
    {
      transport: wire,
      onerror: (error) => logger.debug('MCP refused a message.', { reason: error.message }),
    },
  );
  return { closed: untilAnswered(wire), close: () => handle.close() };
}

async function untilAnswered(wire: StdioWire): Promise<void> {
  await wire.inputEnded;
  await Promise.race([wire.answered(), setTimeout(LAST_ANSWERS_MS, undefined, { ref: false })]);
}
