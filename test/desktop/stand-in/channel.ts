/** Calls in both directions between the app's main process and the test that holds its windows. */

/** The other end of `process.send`, or of a forked child. */
interface Pipe {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

type Handler = (data: never) => unknown;
type Message =
  | { readonly kind: 'call'; readonly id: number; readonly op: string; readonly data: unknown }
  | { readonly kind: 'tell'; readonly op: string; readonly data: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string };

export interface Channel {
  /** Answered by the other side's handler; rejects with what it threw, or when the channel closes. */
  call(op: string, data?: unknown): Promise<unknown>;
  /** Not answered; nothing happens where the other side is gone. */
  tell(op: string, data?: unknown): void;
  handle(op: string, handler: Handler): void;
  close(reason: string): void;
}

export function createChannel(pipe: Pipe): Channel {
  const handlers = new Map<string, Handler>();
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  let closed: string | undefined;

  async function answer(message: Exclude<Message, { kind: 'answer' }>): Promise<void> {
    const reply = (content: object) => {
      if (message.kind === 'call' && closed === undefined)
        pipe.send({ kind: 'answer', id: message.id, ...content });
    };
    try {
      const handler = handlers.get(message.op);
      if (handler === undefined) throw new Error(`No handler for ${message.op}.`);
      reply({ value: await handler(message.data as never) });
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (message.kind === 'call') reply({ error: text });
      else handlers.get('failure')?.(text as never);
    }
  }

  pipe.onMessage((received) => {
    const message = received as Message;
    if (message.kind !== 'answer') return void answer(message);
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) caller?.resolve(message.value);
    else caller?.reject(new Error(message.error));
  });

  return {
    call: (op, data) =>
      new Promise((resolve, reject) => {
        if (closed !== undefined) return reject(new Error(closed));
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        pipe.send({ kind: 'call', id: lastId, op, data });
      }),
    tell(op, data) {
      if (closed === undefined) pipe.send({ kind: 'tell', op, data });
    },
    handle: (op, handler) => void handlers.set(op, handler),
    close(reason) {
      closed = reason;
      for (const { reject } of waiting.values()) reject(new Error(reason));
      waiting.clear();
    },
  };
}
