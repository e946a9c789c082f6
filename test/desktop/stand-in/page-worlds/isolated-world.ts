/** Runs in the page's isolated world: carries the preload and gives it what a sandboxed preload has, nothing more. */
import { createCodec } from '../codec.ts';
import { createBridgeEnd, messageOf } from './bridge-end.ts';

export interface IsolatedWorldConfig {
  readonly platform: string;
  readonly electronVersion: string;
}

type Preload = (require: unknown, process: unknown, exports: object, module: object) => void;
type Listener = (event: object, ...args: unknown[]) => void;

/** The binding that the test gave to this world, and the function it calls back. */
interface Outside {
  __standInSend(message: string): void;
  __standInReceive(message: Incoming): void;
}
type Incoming =
  | { readonly op: 'reply'; readonly id: number; readonly value: string }
  | { readonly op: 'reply'; readonly id: number; readonly error: string }
  | { readonly op: 'event'; readonly channel: string; readonly args: string };

function strict(name: string, target: object): object {
  return new Proxy(target, {
    get(object, member) {
      if (typeof member === 'symbol' || member in object) return Reflect.get(object, member);
      throw new Error(`${name}.${member} is not there in a sandboxed preload, or not in the stand-in`);
    },
  });
}

export function runIsolatedWorld(config: IsolatedWorldConfig, preload: Preload): void {
  if (window.top !== window) return;
  const outside = globalThis as unknown as Outside;
  const send = (message: object) => outside.__standInSend(JSON.stringify(message));
  const electron = strict('electron', {
    contextBridge: createContextBridge(),
    ipcRenderer: createIpcRenderer(outside, send),
    // A file that a script made has no place on the disk: Electron answers with an empty string. A spec that drops a folder
    // names its path on the document.
    webUtils: strict('webUtils', {
      getPathForFile: (_file: File) => document.documentElement.dataset['droppedPath'] ?? '',
    }),
  });
  const require = (id: string) => {
    if (id === 'electron' || id === 'electron/renderer') return electron;
    throw new Error(`module not found: ${id}`);
  };
  const process = strict('process', {
    platform: config.platform,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    versions: { electron: config.electronVersion },
  });
  const module = { exports: {} };
  try {
    preload(require, process, module.exports, module);
  } catch (error) {
    send({ op: 'preload-error', message: messageOf(error) });
  }
}

function createContextBridge(): object {
  const end = createBridgeEnd('isolated', 'main');
  let outcome: { error?: string } | undefined;
  end.on('exposed', (message: { error?: string }) => {
    outcome = message;
  });
  return strict('contextBridge', {
    exposeInMainWorld(key: string, api: unknown) {
      outcome = undefined;
      end.emit('expose', { key, value: end.codec.encode(api) });
      const seen = outcome as { error?: string } | undefined;
      if (seen === undefined) throw new Error('The main world did not answer.');
      if (seen.error !== undefined) throw new Error(seen.error);
    },
  });
}

function createIpcRenderer(outside: Outside, send: (message: object) => void): object {
  const codec = createCodec();
  const listeners = new Map<string, Listener[]>();
  const waiting = new Map<
    number,
    { channel: string; resolve(value: unknown): void; reject(e: Error): void }
  >();
  let lastId = 0;

  function receiveReply(message: Extract<Incoming, { op: 'reply' }>): void {
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if ('value' in message) caller?.resolve(codec.decode(message.value));
    else caller?.reject(new Error(`Error invoking remote method '${caller.channel}': ${message.error}`));
  }

  outside.__standInReceive = (message) => {
    if (message.op === 'reply') return receiveReply(message);
    const args = codec.decode(message.args) as unknown[];
    for (const listener of [...(listeners.get(message.channel) ?? [])]) listener({ ports: [] }, ...args);
  };

  return strict('ipcRenderer', {
    invoke: (channel: string, ...args: unknown[]) => {
      const encoded = codec.encode(args);
      return new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { channel, resolve, reject });
        send({ op: 'invoke', id: lastId, channel, args: encoded });
      });
    },
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
    removeListener(channel: string, listener: Listener) {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((known) => known !== listener),
      );
    },
  });
}
