import { type JSONRPCErrorResponse, parseJSONRPCMessage } from '@modelcontextprotocol/server';

/** What is wrong with a line, as its sender is answered. */
export type Refusal = JSONRPCErrorResponse;

/** Of JSON-RPC. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

const NEWLINE = 0x0a;

/**
 * Looks at each whole line of what comes in pieces, and hands on those that are to be refused: the SDK drops them without
 * a word, and who wrote them waits for ever.
 */
export function watchLines(refuse: (refusal: Refusal, line: string) => void): (piece: Buffer) => void {
  let held: Buffer[] = [];
  return (piece) => {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...held, piece.subarray(start, end)]).toString();
      held = [];
      start = end + 1;
      const refusal = refusalOf(line);
      if (refusal !== undefined) refuse(refusal, line);
    }
    if (start < piece.length) held.push(piece.subarray(start));
  };
}

/**
 * The answer to a line that is no JSON or no request. Its `id` is left out where none can be read: the protocol allows no
 * null, which JSON-RPC has there. Undefined for all else, so for what is not asked: answers to answers never end.
 */
function refusalOf(line: string): Refusal | undefined {
  if (line.trim() === '') return undefined;
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return refusal(PARSE_ERROR, 'Parse error: the line is no JSON. A message is one line of JSON.');
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
    'Invalid request: it has "jsonrpc": "2.0", an "id" that is text or a whole number, a "method" that is text, and "params", an object; nothing else.';
  const { id } = message;
  const isId = typeof id === 'string' || Number.isInteger(id);
  return { ...refusal(INVALID_REQUEST, words), ...(isId && { id: id as string | number }) };
}

/** Whether somebody waits for an answer to it: it is no notification and no answer, whatever is wrong with it. */
function isAsked(message: unknown): message is { readonly id: unknown } {
  const { id, method } = { ...(message as { id?: unknown; method?: unknown }) };
  return id !== undefined && method !== undefined;
}

function refusal(code: number, message: string): Refusal {
  return { jsonrpc: '2.0', error: { code, message } };
}
