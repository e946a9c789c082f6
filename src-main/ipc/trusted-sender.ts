import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { APP_ORIGIN } from '../contract/app-origin.ts';

/** Main frame of our window at our origin. `senderFrame` is null after navigation. */
export function isTrustedSender(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  page: WebContents | undefined,
): boolean {
  const { sender, senderFrame } = event;
  if (page === undefined || sender !== page || senderFrame === null) return false;
  return senderFrame.parent === null && senderFrame.origin === APP_ORIGIN;
}
