import { Transform } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '../../contract/service/logger.ts';
import { toClient, UNKNOWN_CLIENT } from '../client-label.ts';
import type { McpDispatcher } from '../dispatcher.ts';
import type { McpClient } from '../protocol.ts';
import { buildServer } from './build-server.ts';

/** After the client's end of input; services may hang. */
const LAST_ANSWERS_MS = 60_000;
const BETWEEN_LOOKS_MS = 50;
const MAX_LINE_BYTES = 10 * 1024 * 1024;

export interface StdioTransportOptions {
  readonly dispatcher: McpDispatcher;
  readonly logger: Logger;
  /** Called once. */
  readonly onClient?: (client: McpClient) => void;
}

export interface StdioTransport {
  /** At most a minute after the client's end of input. */
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
  const open = new Set<Promise<unknown>>();
  const watch = <T>(work: Promise<T>): Promise<T> => {
    open.add(work);
    const done = () => open.delete(work);
    work.then(done, done);
    return work;
  };
  const watched: McpDispatcher = {
    instructions: () => watch(dispatcher.instructions()),
    answer(method, params, client, signal) {
      introduce(client);
      return watch(dispatcher.answer(method, params, client, signal));
    },
  };
  const { input, ended } = endlessInput();
  const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: MAX_LINE_BYTES });
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
  return {
    closed: ended.then(() => awaitAnswers(open)),
    async close() {
      await handle.close();
      process.stdin.unpipe(input).pause();
    },
  };
}

/** Waits for the answers to what was piped in. */
async function awaitAnswers(open: ReadonlySet<Promise<unknown>>): Promise<void> {
  const late = Date.now() + LAST_ANSWERS_MS;
  const pause = () => new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  // An answer may lead to the next request, and is written in a later turn.
  do await pause();
  while (open.size > 0 && Date.now() < late);
  await pause();
}

/** Shells of Windows write one at the start (RFC 8259, 8.1). */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function endlessInput() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let isFirst = true;
  const input = new Transform({
    transform(piece: Buffer, _encoding, done) {
      const isMarked = isFirst && piece.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
      isFirst = false;
      done(null, isMarked ? piece.subarray(BYTE_ORDER_MARK.length) : piece);
    },
    // Never done: at the end of its input the SDK drops open requests.
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
