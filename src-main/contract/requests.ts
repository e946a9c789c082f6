/** Adding a request: a row here, and its handler in serve-requests.ts. */
import {
  type ChangePreview,
  type ClientState,
  type ConnectResult,
  MCP_CLIENT_IDS,
} from '../../src-server/contract/clients/clients.ts';
import type { ReadSkillChange, RegistryChanges } from '../../src-server/contract/service.ts';
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
  /** Of the payload. */
  readonly check: Check<P>;
  /** Both never set: carry the types. */
  readonly payload: P;
  readonly result: R;
}

function request<P = null>(check: Check<P> = nothing as Check<P>) {
  return { answers: <R>() => ({ check }) as Request<P, R> };
}

const PATH = shape({ path: text(4096) });
const client = oneOf(...MCP_CLIENT_IDS);
const REMOVE = { remove: oneOf(true) };
const token = text(32, { like: /^[0-9a-f]{32}$/ });
const name = text(64, { like: /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/ });
const names = list(name, 1000);
const commit = text(40, { like: /^[0-9a-f]{40}$/ });

/** Names of the bridge's functions. */
export const REQUESTS = {
  getAppInfo: request().answers<AppInfo>(),
  /** Continues like `setRegistry`. */
  chooseRegistry: request().answers<SetRegistryResult>(),
  /** Absolute or `~/…`. Resolves when served. Without a registry changes nothing. */
  setRegistry: request(PATH).answers<SetRegistryResult>(),
  useSampleRegistry: request().answers<SetRegistryResult>(),
  forgetRegistry: request(PATH).answers<SettingsState>(),
  getSettings: request().answers<SettingsState>(),
  /** Changes only the given keys. */
  changeSettings: request(SETTINGS_CHANGE).answers<SettingsState>(),
  getServiceState: request().answers<ServiceState>(),
  startServer: request().answers<ServiceState>(),
  /** Resolves when stopped. */
  stopServer: request().answers<ServiceState>(),
  restartServer: request().answers<ServiceState>(),
  /** From now on. */
  usePort: request(shape({ port: PORT })).answers<ServiceState>(),
  copyText: request(shape({ text: text(4_000_000, { least: 0 }) })).answers<null>(),
  /** https, the service's page, or an IDE's link for adding an MCP server. */
  openExternal: request(shape({ url: text(8000) })).answers<null>(),
  /** Below the registry's root. A text opens in the editor, at the line if the editor can; else it is shown. */
  openFile: request(shape({ path: text(4096) }, { line: whole(1, 10_000_000) })).answers<null>(),
  /** Shows a skill's file, or opens a text file in the system's program. */
  openSkillFile: request(
    shape({ key: text(1000), file: text(2000), with: oneOf('file-manager', 'editor') }),
  ).answers<null>(),
  revealConfig: request().answers<null>(),
  showLogs: request().answers<null>(),
  getNotices: request().answers<readonly AppNotice[]>(),
  dismissNotice: request(shape({ id: oneOf(...NOTICE_IDS) })).answers<readonly AppNotice[]>(),
  getClients: request().answers<readonly ClientState[]>(),
  previewClient: request(shape({ client }, REMOVE)).answers<ChangePreview>(),
  /** Makes only the previewed change. */
  connectClient: request(shape({ client, token }, REMOVE)).answers<ConnectResult>(),
  /** In Claude Desktop. */
  openClientBundle: request().answers<ConnectResult>(),
  getRegistries: request().answers<RegistriesState>(),
  /** Fetches in the background; see `addition`. */
  previewRegistry: request(
    shape({ address: text(2000) }, { ref: text(255), folder: text(1000), name }),
  ).answers<RegistriesState>(),
  /** All texts of a skill of the previewed registry, as added. */
  readPreviewedSkill: request(shape({ key: text(1000) })).answers<ReadSkillChange>(),
  /** Adds the previewed registry. */
  addRegistry: request().answers<RegistriesState>(),
  cancelRegistry: request().answers<RegistriesState>(),
  /** Null: all unpinned. */
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

/** From the main process to the page. */
export interface Events {
  readonly settings: SettingsState;
  readonly server: ServiceState;
  readonly notices: readonly AppNotice[];
  readonly registries: RegistriesState;
  /** Example: `#/settings`. */
  readonly navigate: { readonly hash: string };
  /** From the application menu or a key. */
  readonly menu: MenuCommand;
}
export type EventName = keyof Events;

/** Rejection message: `<code>: <sentence>`. Only the message crosses Electron's context bridge. */
export type IpcErrorCode =
  /** Not our page in the main frame. */
  | 'untrusted-sender'
  | 'bad-payload'
  /** Forbidden, such as an unknown link protocol. */
  | 'refused'
  | 'failed';

/** Unwrapped by the preload. */
export type IpcReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: IpcErrorCode; readonly message: string };

type RequestMethod<Name extends RequestName> =
  Payload<Name> extends null
    ? () => Promise<Result<Name>>
    : (payload: Payload<Name>) => Promise<Result<Name>>;

/** `window.skillsDesktop`, absent in browsers. */
export type DesktopBridge = {
  readonly [Name in RequestName]: RequestMethod<Name>;
} & {
  /** Returns the unsubscribe function. */
  on<Name extends EventName>(event: Name, listener: (detail: Events[Name]) => void): () => void;
  /** '' if unknown. */
  pathForFile(file: File): string;
};

/** Not allowed now; message for the user. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
}
