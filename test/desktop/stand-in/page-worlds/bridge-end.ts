/**
 * One end of the bridge between the two worlds of a page. DOM events are synchronous and reach both worlds, so a call
 * from one into the other returns its value at once, as with Electron's contextBridge.
 */
import { type Codec, createCodec } from '../codec.ts';

export interface BridgeEnd {
  readonly codec: Codec;
  emit(type: string, detail: unknown): void;
  on(type: string, listener: (detail: never) => void): void;
}

type Outcome = { readonly value: string } | { readonly error: string };

export function createBridgeEnd(own: string, other: string): BridgeEnd {
  const functions = new Map<number, (...args: unknown[]) => unknown>();
  const returned = new Map<number, Outcome>();
  const settling = new Map<number, (outcome: Outcome) => void>();
  let lastId = 0;

  const emit = (type: string, detail: unknown) =>
    window.dispatchEvent(
      new CustomEvent(`stand-in-bridge:${other}:${type}`, { detail: JSON.stringify(detail) }),
    );
  const on = (type: string, listener: (detail: never) => void) =>
    window.addEventListener(`stand-in-bridge:${own}:${type}`, (event) => {
      listener(JSON.parse((event as CustomEvent<string>).detail) as never);
    });

  const codec = createCodec({
    encodeFunction(value) {
      lastId += 1;
      functions.set(lastId, value);
      return lastId;
    },
    decodeFunction:
      (id) =>
      (...args: unknown[]) => {
        lastId += 1;
        const call = lastId;
        emit('call', { id, call, args: codec.encode(args) });
        const outcome = returned.get(call);
        returned.delete(call);
        if (outcome === undefined) throw new Error('The other world did not answer.');
        return unwrap(outcome);
      },
    encodePromise(value) {
      lastId += 1;
      const id = lastId;
      value.then(
        (result) => emit('settled', { id, value: codec.encode(result) }),
        (error: unknown) => emit('settled', { id, error: messageOf(error) }),
      );
      return id;
    },
    decodePromise: (id) =>
      new Promise((resolve, reject) => {
        settling.set(id, (outcome) => {
          if ('error' in outcome) reject(new Error(outcome.error));
          else resolve(codec.decode(outcome.value));
        });
      }),
  });

  function unwrap(outcome: Outcome): unknown {
    if ('error' in outcome) throw new Error(outcome.error);
    return codec.decode(outcome.value);
  }

  on('call', ({ id, call, args }: { id: number; call: number; args: string }) => {
    try {
      const result = functions.get(id)?.(...(codec.decode(args) as unknown[]));
      emit('return', { call, value: codec.encode(result) });
    } catch (error) {
      emit('return', { call, error: messageOf(error) });
    }
  });
  on('return', (message: { call: number } & Outcome) => returned.set(message.call, message));
  on('settled', (message: { id: number } & Outcome) => {
    settling.get(message.id)?.(message);
    settling.delete(message.id);
  });
  return { codec, emit, on };
}

export function messageOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.message : String(error);
}
