import { type JSONRPCErrorResponse, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { INVALID_REQUEST } from '../dispatcher.ts';

const OVERLONG = 'Invalid request: the line has over 10 MiB. The connection ends here.';
/** Of an overlong line. */
const SHOWN_BYTES = 400;

export type Refusal = JSONRPCErrorResponse;

// JSON-RPC 2.0, section 5.1.
const PARSE_ERROR = -32700;

const NEWLINE = 0x0a;
/** Of an unfinished line; then the SDK closes. */
export const MAX_HELD_BYTES = 10 * 1024 * 1024;

export interface RefusedLines {
  onRefused(refusal: Refusal, line: string): void;
  /** Once, before the refusal. */
  onOverlong(): void;
}

/** Reports lines that the SDK drops silently: senders would wait forever. */
export function watchRefusedLines({ onRefused, onOverlong }: RefusedLines): (piece: Buffer) => void {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isOver = false;
  return (piece) => {
    if (isOver) return;
    if (heldBytes + piece.length > MAX_HELD_BYTES) {
      isOver = true;
      onOverlong();
      onRefused(refusal(INVALID_REQUEST, OVERLONG), (held[0] ?? piece).toString('utf8', 0, SHOWN_BYTES));
      held = [];
      return;
    }
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...held, piece.subarray(start, end)]).toString();
      held = [];
      heldBytes = 0;
      start = end + 1;
      const refusal = refusalOf(line);
      if (refusal !== undefined) onRefused(refusal, line);
    }
    if (start < piece.length) held.push(piece.subarray(start));
    heldBytes += piece.length - start;
  };
}

/**
 * No `id` if unreadable: unlike JSON-RPC, the protocol forbids null. Undefined for valid lines, notifications
 * and answers, to avoid endless answers.
 */
function refusalOf(line: string): Refusal | undefined {
  if (line.trim() === '') return undefined;
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return refusal(PARSE_ERROR, 'Parse error: the line is not JSON. A message is a single line of JSON.');
  }
  try {
    parseJSONRPCMessage(message);
    return undefined;
  } catch {
    return refusalOfMessage(message);
  }
}

function refusalOfMessage(message: unknown): Refusal | undefined {
  if (Array.isArray(message))
    return message.some(isAsked)
      ? refusal(INVALID_REQUEST, 'Invalid request: it is a list. Write each message on a line of its own.')
      : undefined;
  if (!isAsked(message)) return undefined;
  const words =
    'Invalid request: send "jsonrpc": "2.0", an "id" that is text or a whole number, a "method" that is text and, where it takes any, "params" in an object; nothing else.';
  const { id } = message;
  const isId = typeof id === 'string' || Number.isInteger(id);
  return { ...refusal(INVALID_REQUEST, words), ...(isId && { id: id as string | number }) };
}

/** Also invalid messages. */
function isAsked(message: unknown): message is { readonly id: unknown } {
  const { id, method } = { ...(message as { id?: unknown; method?: unknown }) };
  return id !== undefined && method !== undefined;
}

function refusal(code: number, message: string): Refusal {
  return { jsonrpc: '2.0', error: { code, message } };
}
