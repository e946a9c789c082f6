import { PassThrough } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '../../contract/service/logger.ts';
import { toClient, UNKNOWN_CLIENT } from '../client-label.ts';
import type { McpClient, McpDispatcher } from '../dispatcher.ts';
import { buildServer } from './build-server.ts';
import { watchOpenRequests } from './open-requests.ts';
import { MAX_HELD_BYTES, type Refusal, watchRefusedLines } from './refused-lines.ts';
import type { ReadFolderPackages } from './workspace-packages.ts';

/** How long answers are waited for once the client writes no more: nobody waits longer, and a service may hang. */
const LAST_ANSWERS_MS = 60_000;

export interface StdioDoorOptions {
  readonly dispatcher: McpDispatcher;
  readonly logger: Logger;
  /** Called once, when the client has said who it is. */
  readonly onClient?: (client: McpClient) => void;
  /** Reads folders of the client's workspace, for `match_project`. */
  readonly readFolder?: ReadFolderPackages;
}

/** MCP on standard input and output, with one client. */
export interface StdioDoor {
  /**
   * Resolves when the client closed its end and all that it asked is answered, at the latest a minute later, or when the
   * connection can't go on; with how many requests are not answered.
   */
  readonly closed: Promise<number>;
  close(): Promise<void>;
}

/** MCP on this process's standard input and output, in the revision that the client opens with. */
export function createStdioDoor(options: StdioDoorOptions): StdioDoor {
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
  // Before the SDK looks at a piece, and past the watch: a refused line may bear the id of a request that still waits.
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

/** So many characters of a line that can't be read are logged. */
const SHOWN = 100;

function answerRefusedLines(
  input: PassThrough,
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

/** Standard input without its end: at that the SDK would drop what it hasn't answered. */
function endlessInput() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const input = new PassThrough({
    flush() {
      // The last line may lack its end.
      this.push('\n');
      // All is handed on by the next turn.
      setImmediate(end);
    },
  });
  // Its pipe alone ends it where it ends well.
  process.stdin.once('error', () => input.end());
  process.stdin.once('close', () => input.end());
  process.stdin.pipe(input);
  return { input, ended };
}
