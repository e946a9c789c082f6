/**
 * The requests of the page to the main process, the events in the other direction, and the bridge between them. A new
 * request is a row here and a handler in serve-requests.ts.
 */

import type { ReadSkillChange, RegistryChanges } from '../../src-server/contract/added-registries.ts';
import {
  type ChangePreview,
  type ClientState,
  type ConnectResult,
  MCP_CLIENT_IDS,
} from '../../src-server/contract/clients/clients.ts';
import {
  type AppInfo,
  type AppNotice,
  type MenuCommand,
  NOTICE_IDS,
  type RegistriesState,
  type SetRegistryResult,
  type SettingsState,
} from './app-states.ts';
import { type Check, either, list, nothing, nullable, oneOf, shape, text, whole } from './checks.ts';
import type { ServiceState } from './service-state.ts';
import { PORT, SETTINGS_CHANGE } from './settings.ts';

export const CHANNEL_PREFIX = 'skills:';

interface Request<P, R> {
  /** Checks the payload before a handler sees it. */
  readonly check: Check<P>;
  /** These two are never set: they carry the types. */
  readonly payload: P;
  readonly result: R;
}

function request<P = null>(check: Check<P> = nothing as Check<P>) {
  return { answers: <R>() => ({ check }) as Request<P, R> };
}

const PATH = shape({ path: text(4096) });
const client = oneOf(...MCP_CLIENT_IDS);
const CHANGE = { remove: oneOf(true), hook: oneOf(true) };
const token = text(32, { like: /^[0-9a-f]{32}$/ });
const name = text(64, { like: /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/ });
const names = list(name, 1000);
const commit = text(40, { like: /^[0-9a-f]{40}$/ });

/**
 * Every request of the page by its name, which is the name of the bridge's function, too. A row says what the payload
 * may be and what is answered; bridge, channel and types follow from it. A request without a payload has `null` as
 * payload.
 */
export const REQUESTS = {
  getAppInfo: request().answers<AppInfo>(),
  /** Asks the user for a folder, and continues like `setRegistry`. */
  chooseRegistry: request().answers<SetRegistryResult>(),
  /**
   * Serves a folder, whose path is absolute or begins with `~`. Resolves when it is served. A folder without a
   * registry is refused and changes nothing.
   */
  setRegistry: request(PATH).answers<SetRegistryResult>(),
  serveSample: request().answers<SetRegistryResult>(),
  forgetRegistry: request(PATH).answers<SettingsState>(),
  getSettings: request().answers<SettingsState>(),
  /** Changes the given keys alone. */
  changeSettings: request(SETTINGS_CHANGE).answers<SettingsState>(),
  getServiceState: request().answers<ServiceState>(),
  startServer: request().answers<ServiceState>(),
  /** Resolves when the service has stopped. */
  stopServer: request().answers<ServiceState>(),
  restartServer: request().answers<ServiceState>(),
  /** Serves on this port from now on. */
  serveOnPort: request(shape({ port: PORT })).answers<ServiceState>(),
  copyText: request(shape({ text: text(4_000_000, { least: 0 }) })).answers<null>(),
  /** Opens an https address, the service's page, or an IDE's link for adding an MCP server. */
  openExternal: request(shape({ url: text(8000) })).answers<null>(),
  /**
   * Opens a file below the registry's root: a text in the editor, at its line if the editor can, another file in the
   * file manager.
   */
  openFile: request(shape({ path: text(4096) }, { line: whole(1, 10_000_000) })).answers<null>(),
  /** Shows a skill's file in the file manager, or opens a text file in the system's program. */
  openSkillFile: request(
    shape({ key: text(1000), file: text(2000), with: oneOf('file-manager', 'editor') }),
  ).answers<null>(),
  revealSettings: request().answers<null>(),
  showLogs: request().answers<null>(),
  getNotices: request().answers<readonly AppNotice[]>(),
  dismissNotice: request(shape({ id: oneOf(...NOTICE_IDS) })).answers<readonly AppNotice[]>(),
  getClients: request().answers<readonly ClientState[]>(),
  previewClient: request(shape({ client }, CHANGE)).answers<ChangePreview>(),
  /** Writes the change that was previewed, which the token names, and no other. */
  connectClient: request(shape({ client, token }, CHANGE)).answers<ConnectResult>(),
  /** Opens the bundle in Claude Desktop. */
  openClientBundle: request().answers<ConnectResult>(),
  getRegistries: request().answers<RegistriesState>(),
  /** Fetches an address in the background; `RegistriesState.addition` tells how far it is. */
  previewRegistry: request(
    shape({ address: text(2000) }, { ref: text(255), folder: text(1000), name }),
  ).answers<RegistriesState>(),
  /** Reads all texts of a skill of the previewed registry, each as an added one. */
  readPreviewedSkill: request(shape({ key: text(1000) })).answers<ReadSkillChange>(),
  /** Adds the registry that was previewed. */
  addRegistry: request().answers<RegistriesState>(),
  cancelRegistry: request().answers<RegistriesState>(),
  /** Asks the addresses of these registries for updates; null means all that are not pinned. */
  checkRegistries: request(shape({ names: nullable(names) })).answers<RegistriesState>(),
  readRegistryUpdate: request(shape({ name })).answers<RegistryChanges>(),
  changeRegistry: request(
    either(
      shape({ do: oneOf('take'), name, commit }),
      shape({ do: oneOf('remove'), name }),
      shape({ do: oneOf('mode'), name, mode: oneOf('ask', 'follow', 'pin') }),
      shape({ do: oneOf('order'), names }),
    ),
  ).answers<RegistriesState>(),
};

export type RequestName = keyof typeof REQUESTS;
export const REQUEST_NAMES = Object.keys(REQUESTS) as readonly RequestName[];

export type Payload<Name extends RequestName> = (typeof REQUESTS)[Name]['payload'];
export type Result<Name extends RequestName> = (typeof REQUESTS)[Name]['result'];

/**
 * What the main process tells the page without being asked. The page gets the whole state, not what changed in it.
 */
export interface Events {
  readonly settings: SettingsState;
  readonly server: ServiceState;
  readonly notices: readonly AppNotice[];
  readonly registries: RegistriesState;
  /** Leads the page to an address, such as `#/settings`. */
  readonly navigate: { readonly hash: string };
  /** Is sent for an item of the application menu, or for its key. */
  readonly menu: MenuCommand;
}
export type EventName = keyof Events;

/**
 * A rejected request says `<code>: <sentence>` in its message: only the message of an error crosses Electron's
 * context bridge.
 */
export type IpcErrorCode =
  /** The request came from another page than ours, or from a frame in it. */
  | 'untrusted-sender'
  | 'bad-payload'
  /** The request is not allowed, such as a link of an unknown protocol. */
  | 'refused'
  | 'failed';

/** The answer of a handler on its way. The preload script returns the value or throws the message. */
export type IpcReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: IpcErrorCode; readonly message: string };

type RequestMethod<Name extends RequestName> =
  Payload<Name> extends null
    ? () => Promise<Result<Name>>
    : (payload: Payload<Name>) => Promise<Result<Name>>;

/**
 * `window.skillsDesktop`, which the preload script sets; a browser has none. It has a function for each row of
 * `REQUESTS`, and no other way to the main process.
 */
export type DesktopBridge = {
  readonly [Name in RequestName]: RequestMethod<Name>;
} & {
  /** Calls the listener for each event, and returns the function that ends it. */
  on<Name extends EventName>(event: Name, listener: (detail: Events[Name]) => void): () => void;
  /** Returns the path of a dropped file; '' if it has none. */
  pathForFile(file: File): string;
};

/**
 * Thrown by a command that is not allowed now. The message is a sentence for the user, who gets it as it is; other
 * errors are logged.
 */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
}
