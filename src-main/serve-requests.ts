import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import type { Connector } from '../src-server/connect/connector.ts';
import { messageOf } from '../src-server/contract/errors.ts';
import type { Logger } from '../src-server/contract/service.ts';
import type { Commands } from './commands.ts';
import {
  CHANNEL_PREFIX,
  type IpcErrorCode,
  type IpcReply,
  type Payload,
  REQUEST_NAMES,
  REQUESTS,
  Refusal,
  type RequestName,
  type Result,
} from './contract/requests.ts';
import type { DesktopApp } from './desktop-app.ts';
import { APP_ORIGIN } from './window/app-protocol.ts';

/** A handler for each request. Its payload has passed the check; a `Refusal` that it throws is shown to the user. */
export type Handlers = {
  readonly [Name in RequestName]: Result<Name> extends null
    ? (payload: Payload<Name>) => Promise<void>
    : (payload: Payload<Name>) => Result<Name> | Promise<Result<Name>>;
};

interface ServeRequestsOptions {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  readonly handlers: Handlers;
  readonly isTrusted: (event: IpcMainInvokeEvent) => boolean;
  readonly logger: Logger;
}

/** Answers the page's requests. The sender is checked first, then the payload. */
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
    return { ok: true, value: (await handler(payload)) ?? null };
  } catch (cause) {
    if (cause instanceof Refusal) return refuse('refused', cause.message);
    logger.error('A request failed.', { name, cause: cause instanceof Error ? cause.stack : String(cause) });
    return refuse('failed', messageOf(cause));
  }
}

function refuse(code: IpcErrorCode, message: string): IpcReply<never> {
  return { ok: false, code, message };
}

/** Whether the main frame of our window asked, at our origin. `senderFrame` is null after a navigation. */
export function isTrustedSender(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  page: WebContents | undefined,
): boolean {
  const { sender, senderFrame } = event;
  if (page === undefined || sender !== page || senderFrame === null) return false;
  return senderFrame.parent === null && senderFrame.origin === APP_ORIGIN;
}

interface HandlersOptions {
  readonly desktop: DesktopApp;
  readonly commands: Commands;
  readonly connector: Connector;
}

export function createHandlers({ desktop, commands, connector }: HandlersOptions): Handlers {
  const { supervisor, notices, registries } = desktop;
  const { store } = desktop.options;
  return {
    getAppInfo: () => desktop.info(),
    chooseRegistry: commands.chooseRegistry,
    setRegistry: ({ path }) => commands.serveRegistry(path),
    serveSample: commands.serveSample,
    forgetRegistry({ path }) {
      store.forgetRegistry(path);
      return desktop.refreshSettings();
    },
    getSettings: () => desktop.refreshSettings(),
    changeSettings: commands.changeSettings,
    getServiceState: () => supervisor.state,
    startServer: () => supervisor.start(),
    stopServer: () => supervisor.stop(),
    restartServer: () => supervisor.restart(),
    serveOnPort: ({ port }) => commands.serveOnPort(port),
    copyText: ({ text }) => commands.copy(text),
    openExternal: ({ url }) => commands.openLink(url),
    openFile: (wanted) => commands.openFile(wanted),
    openSkillFile: (wanted) => commands.openSkillFile(wanted),
    revealSettings: () => commands.revealSettings(),
    showLogs: () => commands.showLogs(),
    getNotices: () => notices.list,
    dismissNotice: ({ id }) => notices.dismiss(id),
    getClients: () => connector.list(),
    previewClient: ({ client, ...request }) => connector.preview(client, request),
    connectClient: ({ client, token, ...request }) => connector.write(client, token, request),
    openClientBundle: commands.openBundle,
    getRegistries: () => registries.state,
    previewRegistry: (request) => registries.preview(request),
    readPreviewedSkill: ({ key }) => registries.readPreviewed(key),
    addRegistry: () => registries.add(),
    cancelRegistry: () => registries.cancel(),
    checkRegistries: ({ names }) => registries.check(names),
    readRegistryUpdate: ({ name }) => registries.changes(name),
    changeRegistry: (change) => registries.change(change),
  };
}
