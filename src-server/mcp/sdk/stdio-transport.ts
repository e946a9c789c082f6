import type { Transform } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '../../contract/service/logger.ts';
import { toClient, UNKNOWN_CLIENT } from '../client-label.ts';
import type { McpClient, McpDispatcher } from '../dispatcher.ts';
import { buildServer } from './build-server.ts';
import { watchOpenRequests } from './open-requests.ts';
import { MAX_HELD_BYTES, type Refusal, watchRefusedLines } from './refused-lines.ts';
import { skipMarks } from './skip-marks.ts';
import type { ReadFolderPackages } from './workspace-packages.ts';

/** After the client's end of input; services may hang. */
const LAST_ANSWERS_MS = 60_000;

export interface StdioTransportOptions {
  readonly dispatcher: McpDispatcher;
  readonly logger: Logger;
  /** Called once. */
  readonly onClient?: (client: McpClient) => void;
  /** For `match_project`. */
  readonly readFolder?: ReadFolderPackages;
}

export interface StdioTransport {
  /** Unanswered requests, at most a minute after the client's end of input. */
  readonly closed: Promise<number>;
  close(): Promise<void>;
}

/** In the client's revision. */
export function createStdioTransport(options: StdioTransportOptions): StdioTransport {
  const { dispatcher, logger, onClient, readFolder } = options;
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
  const { input, ended } = endlessInput();
  const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: MAX_HELD_BYTES });
  // Listens before the SDK. Sends past the watch, as a refused line may have the id of an open request.
  const refused = answerRefusedLines(input, transport.send.bind(transport), logger);
  const handle = serveStdio(
    async () => {
      const product = await buildServer({
        dispatcher: watched,
        clientOf: () => UNKNOWN_CLIENT,
        tellsChanges: false,
        readFolder,
      });
      const { server } = product;
      server.oninitialized = () => introduce(server.getClientVersion());
      return product;
    },
    { transport, onerror: (error) => logger.debug('MCP refused a message.', { reason: error.message }) },
  );
  const requests = watchOpenRequests(transport);
  return {
    closed: Promise.race([ended, requests.closed])
      .then(() => requests.answered(LAST_ANSWERS_MS))
      .then((open) => open + refused.unread()),
    async close() {
      await handle.close();
      process.stdin.unpipe(input).pause();
    },
  };
}

const SHOWN = 100;

function answerRefusedLines(
  input: Transform,
  send: (refusal: Refusal) => Promise<void>,
  logger: Logger,
): { unread(): number } {
  let unread = 0;
  const onOverlong = () => {
    unread = 1;
  };
  const onRefused = (refusal: Refusal, line: string) => {
    const start = line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
    logger.warn('The client wrote a line that can’t be read.', { line: start, why: refusal.error.message });
    send(refusal).catch(() => {});
  };
  input.on('data', watchRefusedLines({ onRefused, onOverlong }));
  return { unread: () => unread };
}

/** Otherwise the SDK drops open requests. */
function endlessInput() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const input = skipMarks({
    flush() {
      // The last line may lack a newline.
      this.push('\n');
      // The SDK gets all input within this turn.
      setImmediate(end);
    },
  });
  // `pipe` ends the input only after a regular end.
  process.stdin.once('error', () => input.end());
  process.stdin.once('close', () => input.end());
  process.stdin.pipe(input);
  return { input, ended };
}
