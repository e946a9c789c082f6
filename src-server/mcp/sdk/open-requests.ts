import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';

/** Stays open for as long as its connection does. */
const SUBSCRIPTION = 'subscriptions/listen';
/** What is called off is never answered. */
const CANCELLATION = 'notifications/cancelled';

/** The requests of a connection that aren't answered yet. */
export interface OpenRequests {
  /** Resolves when the connection is closed, by whomever. */
  readonly closed: Promise<void>;
  /** Resolves once all are answered or none can be any more, at the latest after `limitMs`; with how many are not. */
  answered(limitMs: number): Promise<number>;
}

/** Watches what comes and goes; to be called once the transport is connected, before anything comes. */
export function watchOpenRequests(transport: Transport): OpenRequests {
  const open: RequestId[] = [];
  let isClosed = false;
  let tell: (() => void) | undefined;
  const settle = (id: unknown) => {
    const at = open.indexOf(id as RequestId);
    if (at !== -1) open.splice(at, 1);
    if (open.length === 0) tell?.();
  };
  const { onmessage, onclose } = transport;
  const send = transport.send.bind(transport);
  transport.onmessage = (message, extra) => {
    if (isRequest(message)) {
      if (message.method !== SUBSCRIPTION) open.push(message.id);
    } else if ('method' in message && message.method === CANCELLATION) settle(message.params?.['requestId']);
    onmessage?.(message, extra);
  };
  transport.send = async (message, options) => {
    await send(message, options);
    if (!('method' in message)) settle(message.id);
  };
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      isClosed = true;
      onclose?.();
      tell?.();
      resolve();
    };
  });
  return {
    closed,
    async answered(limitMs) {
      if (open.length === 0 || isClosed) return open.length;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        tell = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      return open.length;
    },
  };
}

function isRequest(message: JSONRPCMessage): message is JSONRPCMessage & { id: RequestId; method: string } {
  return 'method' in message && 'id' in message;
}
