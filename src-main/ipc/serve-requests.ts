import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import type { Logger } from '../../src-server/contract/service/logger.ts';
import { messageOf } from '../../src-server/contract/words/message-of.ts';
import { APP_ORIGIN } from '../contract/app-origin.ts';
import type { IpcErrorCode, IpcReply } from '../contract/desktop-bridge.ts';
import {
  CHANNEL_PREFIX,
  type Payload,
  REQUEST_NAMES,
  REQUESTS,
  type RequestName,
  type Result,
} from '../contract/requests.ts';
import { Refusal } from '../refusal.ts';

/** Payloads are valid. A thrown `Refusal` is shown to the user. */
export type Handlers = {
  readonly [Name in RequestName]: (payload: Payload<Name>) => Result<Name> | Promise<Result<Name>>;
};

export interface ServeRequestsOptions {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  readonly handlers: Handlers;
  readonly isTrusted: (event: IpcMainInvokeEvent) => boolean;
  readonly logger: Logger;
}

/** Checks sender, then payload. */
export function serveRequests({ ipcMain, handlers, isTrusted, logger }: ServeRequestsOptions): void {
  for (const name of REQUEST_NAMES) {
    ipcMain.handle(
      `${CHANNEL_PREFIX}${name}`,
      async (event, payload: unknown): Promise<IpcReply<unknown>> => {
        if (!isTrusted(event)) {
          logger.warn('A request of a foreign page was refused.', { name, from: event.senderFrame?.origin });
          return refuse('untrusted-sender', 'Only the app’s own page may ask.');
        }
        // The page is untrusted.
        const fault = REQUESTS[name].check(payload, '');
        if (fault !== undefined) return refuse('bad-payload', `${name}: ${fault}`);
        return answer(handlers, name, payload, logger);
      },
    );
  }
}

async function answer(
  handlers: Handlers,
  name: RequestName,
  payload: unknown,
  logger: Logger,
): Promise<IpcReply<unknown>> {
  const handler = handlers[name] as (payload: unknown) => unknown;
  try {
    return { ok: true, value: await handler(payload) };
  } catch (cause) {
    if (cause instanceof Refusal) return refuse('refused', cause.message);
    logger.error('A request failed.', { name, cause: cause instanceof Error ? cause.stack : String(cause) });
    return refuse('failed', messageOf(cause));
  }
}

function refuse(code: IpcErrorCode, message: string): IpcReply<never> {
  return { ok: false, code, message };
}

/** Main frame of our window at our origin. `senderFrame` is null after navigation. */
export function isTrustedSender(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  page: WebContents | undefined,
): boolean {
  const { sender, senderFrame } = event;
  if (page === undefined || sender !== page || senderFrame === null) return false;
  return senderFrame.parent === null && senderFrame.origin === APP_ORIGIN;
}
