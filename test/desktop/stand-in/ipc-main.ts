/** `ipcMain`: what the pages ask, under the sender that the test saw. */
import { EventEmitter } from 'node:events';
import { createCodec } from './codec.ts';
import { createEvent, type StandInContext } from './context.ts';

/** A message of a page to `ipcMain`. */
export interface PageInvoke {
  readonly window: number;
  readonly channel: string;
  readonly args: string;
  readonly origin: string;
}

const codec = createCodec();

/** @param pageOf the page of a window's number, undefined where it was closed */
export function createIpcMain(context: StandInContext, pageOf: (window: number) => object | undefined) {
  const { host } = context;
  const handlers = new Map<string, (event: object, ...args: unknown[]) => unknown>();

  host.handle('invoke', async ({ window, channel, args, origin }: PageInvoke) => {
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const senderFrame = { origin, url: `${origin}/`, parent: null };
    const event = createEvent({ type: 'frame', sender: pageOf(window), senderFrame });
    return codec.encode(await handler(event, ...(codec.decode(args) as unknown[])));
  });

  return Object.assign(new EventEmitter(), {
    handle(channel: string, handler: (event: object, ...args: unknown[]) => unknown) {
      if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
      handlers.set(channel, handler);
    },
  });
}
