import { setTimeout } from 'node:timers/promises';
import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { isJsonObject } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Logger } from '../contract/service.ts';
import type { McpDispatcher } from './dispatcher.ts';
import { type McpClient, toClient, UNKNOWN_CLIENT } from './protocol.ts';
import { buildServer } from './server.ts';

const NEWLINE = 0x0a;
/** The mark that shells of Windows write at the start (RFC 8259, 8.1). */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * A transport of the SDK over lines. The SDK's own one drops a line that is no valid message without an answer, and
 * reads nothing more after a line that is too long. Here each request is answered, and the end of the input calls off
 * nothing.
 */
export class StdioWire implements Transport {
  onmessage?: Transport['onmessage'];
  onerror?: Transport['onerror'];
  onclose?: Transport['onclose'];
  /** Resolves at the client's end of input. */
  readonly inputEnded: Promise<void>;
  readonly #streams: Streams;
  readonly #lines: LineReader;
  /** Ids of requests that have no answer yet. */
  readonly #open = new Set<string | number>();
  #isClosed = false;
  #onIdle: (() => void) | undefined;

  constructor(streams: Streams) {
    this.#streams = streams;
    this.inputEnded = new Promise((resolve) => {
      const end = () => {
        // The last line may lack its end.
        this.#lines.end();
        resolve();
      };
      for (const event of ['end', 'close', 'error']) streams.input.once(event, end);
    });
    this.#lines = new LineReader({
      onLine: (line) => this.#read(line),
      onTooLong: () =>
        this.#refuse(ProtocolErrorCode.InvalidRequest, `A line has at most ${LIMITS.lineBytes} bytes.`),
    });
  }

  async start(): Promise<void> {
    this.#streams.input.on('data', this.#onData);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { input } = this.#streams;
    input.off('data', this.#onData).pause();
    this.#open.clear();
    this.#reportIdle();
    this.onclose?.();
  }

  /** Resolves once the output has taken the message. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error('The connection is closed.');
    await this.#write(JSON.stringify(message));
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  /** Resolves when no request waits for an answer, or the wire is closed. */
  answered(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      this.#reportIdle();
    });
  }

  readonly #onData = (piece: Buffer) => this.#lines.add(piece);

  #read(line: Buffer): void {
    const text = line.toString('utf8');
    if (text.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#refuse(ProtocolErrorCode.ParseError, 'The line is no JSON.');
      return;
    }
    if (!Array.isArray(value)) this.#deliver(value, text);
    else if (value.length === 0) this.#refuse(ProtocolErrorCode.InvalidRequest, 'The batch is empty.');
    else
      for (const [at, message] of value.entries())
        this.#deliver(at < LIMITS.batchCalls ? message : beyond(message));
  }

  /**
   * Passes a message on, or refuses it.
   *
   * @param text of the message, if it stands alone
   */
  #deliver(value: unknown, text = JSON.stringify(value)): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch (cause) {
      this.onerror?.(new Error('A line is no valid message.', { cause }));
      // The client of a wrong notification or answer waits for nothing.
      const waits = !isJsonObject(value) || ('id' in value && !('result' in value || 'error' in value));
      const why = 'This is no valid JSON-RPC 2.0 request: see its jsonrpc, id, method and params.';
      const id = isJsonObject(value) ? idAsWritten(value['id'], text) : 'null';
      if (waits) this.#refuse(ProtocolErrorCode.InvalidRequest, why, id);
      return;
    }
    if ('method' in message && 'id' in message) this.#open.add(message.id);
    this.onmessage?.(message);
    // The SDK doesn't answer what is called off.
    if ('method' in message && message.method === 'notifications/cancelled')
      this.#settle(message.params?.['requestId'] as string | number);
  }

  /**
   * Answers a message that the SDK doesn't get.
   *
   * @param id as JSON, which keeps numbers that JavaScript would round
   */
  #refuse(code: number, message: string, id = 'null'): void {
    void this.#write(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}`);
  }

  #write(json: string): Promise<void> {
    return new Promise((resolve) => this.#streams.output.write(`${json}\n`, () => resolve()));
  }

  #settle(id: string | number): void {
    this.#open.delete(id);
    this.#reportIdle();
  }

  #reportIdle(): void {
    if (this.#open.size === 0) this.#onIdle?.();
  }
}

/** Makes of a call beyond the batch a message that is refused; its id stays, so that the refusal reaches the call. */
function beyond(message: unknown): unknown {
  return isJsonObject(message) ? { id: message['id'] } : message;
}

/** Returns an id as JSON. JavaScript rounds large numbers, so such an id is taken from the text. */
function idAsWritten(id: unknown, text: string): string {
  if (typeof id !== 'string' && typeof id !== 'number') return 'null';
  if (typeof id === 'string' || Number.isSafeInteger(id)) return JSON.stringify(id);
  try {
    const root = parseTree(text);
    const node = root && findNodeAtLocation(root, ['id']);
    return node === undefined ? 'null' : text.slice(node.offset, node.offset + node.length);
  } catch {
    return 'null'; // Nested too deeply for the parser.
  }
}

/** Splits the input into lines, without their ends; the last one may lack its end. */
class LineReader {
  readonly #onLine: (line: Buffer) => void;
  readonly #onTooLong: () => void;
  #pieces: Buffer[] = [];
  #length = 0;
  #isFirst = true;

  constructor({ onLine, onTooLong }: { onLine: (line: Buffer) => void; onTooLong: () => void }) {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  add(piece: Buffer): void {
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      this.#keep(piece.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    this.#keep(piece.subarray(from));
  }

  end(): void {
    if (this.#length > 0) this.#finish();
  }

  #keep(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > LIMITS.lineBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #finish(): void {
    const line = Buffer.concat(this.#pieces);
    const isTooLong = this.#length > LIMITS.lineBytes;
    this.#pieces = [];
    this.#length = 0;
    const isMarked = this.#isFirst && line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    this.#isFirst = false;
    if (isTooLong) this.#onTooLong();
    else this.#onLine(isMarked ? line.subarray(BYTE_ORDER_MARK.length) : line);
  }
}

/** Milliseconds after the end of the input for the answers to what was piped in. */
const LAST_ANSWERS_MS = 10_000;

export interface StdioTransportOptions {
  readonly dispatcher: McpDispatcher;
  readonly logger: Logger;
  /** Is called once, when the client has introduced itself. */
  readonly onClient?: (client: McpClient) => void;
}

export interface StdioTransport {
  /** Resolves once the input has ended and its requests are answered, at most 10 seconds later. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves MCP over standard input and output, in the revision of the client. */
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
