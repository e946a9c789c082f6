/**
 * The script that runs in the window before the page. It exposes `window.skillsDesktop`, frozen, and nothing else. A
 * sandboxed preload must be a single CommonJS file.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  CHANNEL_PREFIX,
  type DesktopBridge,
  type EventName,
  type IpcReply,
  REQUEST_NAMES,
  type RequestName,
} from '../contract/requests.ts';

async function request(name: RequestName, payload: unknown): Promise<unknown> {
  const reply: IpcReply<unknown> = await ipcRenderer.invoke(`${CHANNEL_PREFIX}${name}`, payload ?? null);
  if (reply.ok) return reply.value;
  // Only the message of an error reaches the page, so the code is prepended.
  throw new Error(`${reply.code}: ${reply.message}`);
}

function on(event: EventName, listener: (detail: never) => void): () => void {
  const channel = `${CHANNEL_PREFIX}${event}`;
  const forward = (_: unknown, detail: unknown) => listener(detail as never);
  ipcRenderer.on(channel, forward);
  return () => void ipcRenderer.removeListener(channel, forward);
}

const bridge = {
  ...Object.fromEntries(REQUEST_NAMES.map((name) => [name, (payload?: unknown) => request(name, payload)])),
  on,
  pathForFile: (file: File) => webUtils.getPathForFile(file),
} as unknown as DesktopBridge;

contextBridge.exposeInMainWorld('skillsDesktop', bridge);
