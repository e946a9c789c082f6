import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';

/** Open as long as its connection. */
const SUBSCRIPTION = 'subscriptions/listen';
/** Cancelled requests get no answer. */
const CANCELLATION = 'notifications/cancelled';

export interface OpenRequests {
  /** By either side. */
  readonly closed: Promise<void>;
  /** Unanswered requests, at the latest on close or after `limitMs`. */
  answered(limitMs: number): Promise<number>;
}

/** Call between connecting and the first message. */
export function watchOpenRequests(transport: Transport): OpenRequests {
  const open: RequestId[] = [];
  let tellIdle = () => {};
  watchMessages(transport, {
    onRequest: (id) => void open.push(id),
    onSettled: (id) => {
      const at = open.indexOf(id as RequestId);
      if (at !== -1) open.splice(at, 1);
      if (open.length === 0) tellIdle();
    },
  });
  const { onclose } = transport;
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  return {
    closed,
    async answered(limitMs) {
      if (open.length === 0) return 0;
      let timer: NodeJS.Timeout | undefined;
      const idleOrLate = new Promise<void>((resolve) => {
        tellIdle = resolve;
        timer = setTimeout(resolve, limitMs);
      });
      await Promise.race([idleOrLate, closed]);
      clearTimeout(timer);
      return open.length;
    },
  };
}

interface Watcher {
  onRequest(id: RequestId): void;
  /** Answered or cancelled; also unknown ids. */
  onSettled(id: unknown): void;
}

function watchMessages(transport: Transport, { onRequest, onSettled }: Watcher): void {
  const { onmessage } = transport;
  const send = transport.send.bind(transport);
  transport.onmessage = (message, extra) => {
    if (isRequest(message)) {
      if (message.method !== SUBSCRIPTION) onRequest(message.id);
    } else if ('method' in message && message.method === CANCELLATION)
      onSettled(message.params?.['requestId']);
    onmessage?.(message, extra);
  };
  transport.send = async (message, options) => {
    await send(message, options);
    if (!('method' in message)) onSettled(message.id);
  };
}

function isRequest(message: JSONRPCMessage): message is JSONRPCMessage & { id: RequestId; method: string } {
  return 'method' in message && 'id' in message;
}
