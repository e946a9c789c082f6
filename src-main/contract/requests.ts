/** Adding a request: a row here, and its handler in ipc/handlers.ts. */
import type {
  ChangePreview,
  ClientState,
  ConnectResult,
  DoctorFinding,
} from '../../src-server/contract/clients/connect.ts';
import { MCP_CLIENT_IDS } from '../../src-server/contract/clients/mcp-clients.ts';
import type { RegistryChanges } from '../../src-server/contract/service/registry-work.ts';
import {
  type ActivityChange,
  type ActivityState,
  type AppInfo,
  type AppNotice,
  type MenuCommand,
  NOTICE_IDS,
  type RegistriesState,
  type SetRegistryResult,
  type SettingsState,
} from './app-states.ts';
import { type Check, either, flag, list, nothing, nullable, oneOf, shape, text } from './checks.ts';
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
const WAY = { way: oneOf('address', 'command'), remove: oneOf(true) };
const token = text(32, { like: /^[0-9a-f]{32}$/ });
const POINTER = {
  target: either(
    shape({ scope: oneOf('user'), client }),
    shape({ scope: oneOf('project'), folder: text(4096) }, { client }),
  ),
  action: oneOf('add', 'remove'),
};
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
  /** `always` stores the port. */
  usePort: request(shape({ port: PORT, always: flag })).answers<ServiceState>(),
  getActivity: request().answers<ActivityState>(),
  clearActivity: request().answers<ActivityState>(),
  recordActivity: request(shape({ recording: flag })).answers<ActivityState>(),
  copyText: request(shape({ text: text(4_000_000, { least: 0 }) })).answers<null>(),
  /** https, the service's page, or an IDE's link for adding an MCP server. */
  openExternal: request(shape({ url: text(8000) })).answers<null>(),
  /** In the registry or the logs; absolute, or relative to the registry's root. */
  revealPath: request(PATH).answers<null>(),
  /** Shows a skill's file, or opens a text file in the system's program. */
  openSkillFile: request(
    shape({ key: text(1000), file: text(2000), with: oneOf('file-manager', 'editor') }),
  ).answers<null>(),
  revealConfig: request().answers<null>(),
  showLogs: request().answers<null>(),
  getNotices: request().answers<readonly AppNotice[]>(),
  dismissNotice: request(shape({ id: oneOf(...NOTICE_IDS) })).answers<readonly AppNotice[]>(),
  getClients: request().answers<readonly ClientState[]>(),
  previewClient: request(shape({ client }, WAY)).answers<ChangePreview>(),
  /** Makes only the previewed change. */
  connectClient: request(shape({ client, token }, WAY)).answers<ConnectResult>(),
  /** In Claude Desktop. */
  openClientBundle: request().answers<ConnectResult>(),
  examineConnection: request().answers<readonly DoctorFinding[]>(),
  /** For the pointer; null if closed. */
  chooseProject: request().answers<string | null>(),
  /** Only for a chosen project. */
  previewPointer: request(shape(POINTER)).answers<ChangePreview>(),
  writePointer: request(shape({ ...POINTER, token })).answers<ConnectResult>(),
  getRegistries: request().answers<RegistriesState>(),
  /** Rereads: the command line may have changed the list. */
  listRegistries: request().answers<RegistriesState>(),
  /** Fetches in the background; see `addition`. */
  previewRegistry: request(
    shape({ address: text(2000) }, { ref: text(255), folder: text(1000), name }),
  ).answers<RegistriesState>(),
  /** Adds the previewed registry. */
  addRegistry: request().answers<RegistriesState>(),
  cancelRegistry: request().answers<RegistriesState>(),
  /** Null: all unpinned. `again` also offers skipped commits. */
  checkRegistries: request(shape({ names: nullable(names), again: flag })).answers<RegistriesState>(),
  readRegistryUpdate: request(shape({ name })).answers<RegistryChanges>(),
  changeRegistry: request(
    either(
      shape({ do: oneOf('take', 'skip'), name, commit }),
      shape({ do: oneOf('back', 'remove'), name }),
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
  readonly activity: ActivityChange;
  readonly notices: readonly AppNotice[];
  readonly registries: RegistriesState;
  /** Example: `#/settings`. */
  readonly navigate: { readonly hash: string };
  /** From the application menu or a key. */
  readonly menu: MenuCommand;
}
export type EventName = keyof Events;
