/** Exposes only `window.skillsDesktop`, frozen. Sandboxed preloads must be a single CommonJS file. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  CHANNEL_PREFIX,
  EVENTS,
  type EventName,
  PRELOAD_REQUESTS,
  REQUESTS,
  type RequestName,
} from '../contract/channels.ts';
import type { DesktopBridge, IpcReply } from '../contract/desktop-bridge.ts';

async function request(name: string, payload: unknown): Promise<unknown> {
  const reply: IpcReply<unknown> = await ipcRenderer.invoke(`${CHANNEL_PREFIX}${name}`, payload ?? null);
  if (reply.ok) return reply.value;
  // Only the message of an error reaches the page, so the code is prepended.
  throw new Error(`${reply.code}: ${reply.message}`);
}

function on(event: EventName, listener: (detail: never) => void): () => void {
  if (!EVENTS.includes(event)) throw new Error(`refused: there is no event ${String(event)}`);
  const channel = `${CHANNEL_PREFIX}${event}`;
  const forward = (_: unknown, detail: unknown) => listener(detail as never);
  ipcRenderer.on(channel, forward);
  return () => void ipcRenderer.removeListener(channel, forward);
}

const ofPreload: readonly RequestName[] = PRELOAD_REQUESTS;
const requests = Object.fromEntries(
  REQUESTS.filter((name) => !ofPreload.includes(name)).map((name) => [
    name,
    (payload?: unknown) => request(name, payload),
  ]),
);

const bridge = {
  ...requests,
  on,
  pathForFile: (file: File) => webUtils.getPathForFile(file),
  // Only a dropped file has a path, so the page can't name other folders.
  openDroppedProject: (file: File) => request('openProject', { path: webUtils.getPathForFile(file) }),
} as unknown as DesktopBridge;

contextBridge.exposeInMainWorld('skillsDesktop', bridge);
