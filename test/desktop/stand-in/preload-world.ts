type Preload = (require: unknown, process: unknown, exports: object, module: object) => void;
type Listener = (event: object, ...args: unknown[]) => void;

interface Outside {
  /** The functions that the test puts into the page. */
  standInInvoke(channel: string, args: readonly unknown[]): Promise<unknown>;
  standInReceive(channel: string, args: readonly unknown[]): void;
}

/**
 * Runs in a page before its own code, sent there as text: gives the preload what a sandboxed one has, nothing more.
 * Preload and page share a world here; what the preload exposes is frozen, as by the real bridge.
 */
export function runPreload(platform: string, electronVersion: string, preload: Preload): void {
  if (window.top !== window) return;
  const outside = window as unknown as Outside;
  const listeners = new Map<string, Listener[]>();
  const strict = (name: string, target: object): object =>
    new Proxy(target, {
      get(object, member) {
        if (typeof member === 'symbol' || member in object) return Reflect.get(object, member);
        throw new Error(`${name}.${member} is not there in a sandboxed preload, or not in the stand-in`);
      },
    });
  outside.standInReceive = (channel, args) => {
    for (const listener of [...(listeners.get(channel) ?? [])]) listener({ ports: [] }, ...args);
  };
  const electron = strict('electron', {
    contextBridge: strict('contextBridge', {
      exposeInMainWorld: (key: string, value: object) =>
        Object.defineProperty(window, key, { value: Object.freeze(value), enumerable: true }),
    }),
    ipcRenderer: strict('ipcRenderer', {
      invoke: (channel: string, ...args: unknown[]) => outside.standInInvoke(channel, args),
      on(channel: string, listener: Listener) {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
      removeListener(channel: string, listener: Listener) {
        const known = listeners.get(channel) ?? [];
        listeners.set(
          channel,
          known.filter((other) => other !== listener),
        );
      },
    }),
    // A file that a script made has no place on the disk.
    webUtils: strict('webUtils', { getPathForFile: () => '' }),
  });
  const require = (id: string) => {
    if (id === 'electron' || id === 'electron/renderer') return electron;
    throw new Error(`module not found: ${id}`);
  };
  const versions = { electron: electronVersion };
  const process = strict('process', { platform, versions, type: 'renderer', sandboxed: true });
  const module = { exports: {} };
  preload(require, process, module.exports, module);
}
