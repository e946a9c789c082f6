import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import type { Logger } from '../../src-server/contract/service/logger.ts';
import { CHANNEL_PREFIX, REQUESTS, type RequestName } from '../contract/channels.ts';
import type { IpcErrorCode, IpcReply, Payload, Result } from '../contract/desktop-bridge.ts';
import { Refusal } from '../refusal.ts';
import isRequest from './requests.schema.json?validate';

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
  for (const name of REQUESTS) {
    ipcMain.handle(
      `${CHANNEL_PREFIX}${name}`,
      async (event, payload: unknown): Promise<IpcReply<unknown>> => {
        if (!isTrusted(event)) {
          logger.warn('A request of a foreign page was refused.', { name, from: event.senderFrame?.origin });
          return refuse('untrusted-sender', 'Only the app’s own page may ask.');
        }
        const problem = payloadProblem(name, payload);
        if (problem !== undefined) return refuse('bad-payload', `${name}: ${problem}`);
        return answer(handlers, name, payload, logger);
      },
    );
  }
}

/** First fault, if any. */
export function payloadProblem(name: RequestName, payload: unknown): string | undefined {
  // JSON schema ignores undefined properties and would skip the payload.
  if (isRequest({ [name]: payload ?? null })) return undefined;
  const error = isRequest.errors?.[0];
  return `${error?.instancePath.slice(name.length + 1) || 'the payload'} ${error?.message ?? 'does not fit'}`;
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
    return refuse('failed', cause instanceof Error ? cause.message : String(cause));
  }
}

function refuse(code: IpcErrorCode, message: string): IpcReply<never> {
  return { ok: false, code, message };
}
