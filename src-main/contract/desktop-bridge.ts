/** New requests: see channels.ts. */
import type { ActivityEvent } from '../../src-server/contract/api/activity.ts';
import type { RegistryLayout } from '../../src-server/contract/api/api.ts';
import type { ReadProject } from '../../src-server/contract/api/project.ts';
import type { CommandState } from '../../src-server/contract/clients/command.ts';
import type {
  ChangePreview,
  ClientState,
  ConnectRequest,
  ConnectResult,
  DoctorFinding,
} from '../../src-server/contract/clients/connect.ts';
import type { McpClientId } from '../../src-server/contract/clients/mcp-clients.ts';
import type { PointerAction, PointerTarget } from '../../src-server/contract/clients/pointer.ts';
import type { SyncPreview } from '../../src-server/contract/service/project-work.ts';
import type {
  AddressRequest,
  RegistryChange,
  RegistryChanges,
  RegistryPreview,
  ShownRegistry,
} from '../../src-server/contract/service/registry-work.ts';
import type { EventName, PreloadRequest, RequestName } from './channels.ts';
import type { ServiceState } from './service-state.ts';
import type { LastServed, Settings, SettingsChange } from './settings.ts';

export type { EventName, RequestName } from './channels.ts';
export type { ServiceState, StartStep } from './service-state.ts';
export type { Settings, SettingsChange } from './settings.ts';

export interface AppInfo {
  readonly name: string;
  /** `x.y.z` */
  readonly version: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly electron: string;
  readonly chrome: string;
  readonly node: string;
  readonly settingsFile: string;
  readonly logsFolder: string;
  /** Without a tray, closing the window quits. */
  readonly hasTray: boolean;
  /** Before the first choice of a registry. */
  readonly firstStart: boolean;
  /** Host of update checks, if configured. */
  readonly updatesFrom: string | null;
}

export interface RegistryCandidate {
  readonly path: string;
  readonly layout: RegistryLayout;
}

export type SetRegistryResult =
  | { readonly outcome: 'ok'; readonly path: string }
  /** Chosen, but not served. */
  | { readonly outcome: 'not-serving'; readonly path: string; readonly message: string }
  | { readonly outcome: 'cancelled' }
  | {
      readonly outcome: 'refused';
      readonly path: string;
      /** Expected and found. */
      readonly message: string;
      readonly nextStep: string;
      readonly candidates: readonly RegistryCandidate[];
    };

export interface RecentRegistry {
  readonly path: string;
  readonly reachable: boolean;
  readonly current: boolean;
  /** Absent if unknown. */
  readonly served?: LastServed;
}

export interface RecentProject {
  readonly path: string;
  readonly reachable: boolean;
}

/** As the system reports. */
export type LoginItemState =
  | { readonly state: 'on' }
  | { readonly state: 'off' }
  /** Requested, but prevented by system or user. */
  | { readonly state: 'blocked'; readonly reason: string }
  | { readonly state: 'unsupported'; readonly reason: string };

export interface SettingsState {
  readonly settings: Settings;
  readonly recentRegistries: readonly RecentRegistry[];
  readonly recentProjects: readonly RecentProject[];
  readonly startAtLogin: LoginItemState;
}

/** From 1 in order of answers; prevents duplicates. */
export interface RecordedEvent extends ActivityEvent {
  readonly sequence: number;
}

export interface ActivityState {
  /** Newest last; at most 1,000. */
  readonly events: readonly RecordedEvent[];
  readonly recording: boolean;
  /** False while another process serves. */
  readonly available: boolean;
}

export type ActivityChange =
  | { readonly kind: 'added'; readonly events: readonly RecordedEvent[] }
  | { readonly kind: 'replaced'; readonly activity: ActivityState };

/** Shown once, until dismissed. */
export interface AppNotice {
  readonly id:
    | 'sample-registry'
    | 'settings-recovered'
    | 'closed-to-tray'
    | 'no-tray'
    | 'port-changed'
    | 'registry-gone'
    | 'registry-refused'
    | 'action-refused'
    | 'no-sandbox'
    | 'new-version'
    | 'registry-update';
  readonly title: string;
  readonly text: string;
  /** https, or a view such as `#/registries`. */
  readonly link?: { readonly label: string; readonly url: string };
}

/** `folder`: absolute path, in browsers a name. */
export type ProjectState =
  | { readonly state: 'none' }
  | {
      readonly state: 'reading';
      readonly folder: string;
      /** Inspected names, if known. */
      readonly looked?: number;
    }
  | { readonly state: 'failed'; readonly folder: string; readonly message: string }
  | {
      readonly state: 'read';
      readonly folder: string;
      readonly project: ReadProject;
      /** Differs for each reading. */
      readonly turn: number;
      /** Milliseconds since 1970. */
      readonly readAt: number;
      /** Why the last reading failed; other fields are older. */
      readonly trouble?: string;
    };

export type AdditionState =
  | { readonly state: 'none' }
  /** Received so far. */
  | { readonly state: 'fetching'; readonly bytes: number }
  | {
      readonly state: 'failed';
      readonly message: string;
      /** Origin that requests a token. */
      readonly tokenFor?: string;
    }
  /** Already added as `name`. */
  | { readonly state: 'same'; readonly name: string }
  /** Not added yet. */
  | { readonly state: 'shown'; readonly preview: RegistryPreview; readonly isAdding: boolean };

/** Registries added by address. */
export interface RegistriesState {
  /** Upper first; null before the first reading. */
  readonly registries: readonly ShownRegistry[] | null;
  /** Why the list can't be read. */
  readonly trouble: string | null;
  /** Names. */
  readonly checking: readonly string[];
  readonly addition: AdditionState;
  /** Origins with a stored token. */
  readonly tokens: readonly string[];
}

export interface ClientRequest extends Pick<ConnectRequest, 'way' | 'remove'> {
  readonly client: McpClientId;
}

/** `null` means no payload. */
export interface Requests {
  readonly getAppInfo: { payload: null; result: AppInfo };
  /** Continues like `setRegistry`. */
  readonly chooseRegistry: { payload: null; result: SetRegistryResult };
  /** Absolute or `~/…`. Resolves when served. Without a registry changes nothing. */
  readonly setRegistry: { payload: { path: string }; result: SetRegistryResult };
  readonly useSampleRegistry: { payload: null; result: SetRegistryResult };
  readonly forgetRegistry: { payload: { path: string }; result: SettingsState };
  readonly getSettings: { payload: null; result: SettingsState };
  /** Changes only the given keys. */
  readonly changeSettings: { payload: SettingsChange; result: SettingsState };
  readonly getServiceState: { payload: null; result: ServiceState };
  readonly startServer: { payload: null; result: ServiceState };
  /** Resolves when stopped. */
  readonly stopServer: { payload: null; result: ServiceState };
  readonly restartServer: { payload: null; result: ServiceState };
  /** `always` stores the port. */
  readonly usePort: { payload: { port: number; always: boolean }; result: ServiceState };
  readonly getActivity: { payload: null; result: ActivityState };
  readonly clearActivity: { payload: null; result: ActivityState };
  readonly recordActivity: { payload: { recording: boolean }; result: ActivityState };
  readonly copyText: { payload: { text: string }; result: null };
  /** https, the service's page, or an IDE's link for adding an MCP server. */
  readonly openExternal: { payload: { url: string }; result: null };
  /** In the registry or the logs; absolute, or relative to the registry's root. */
  readonly revealPath: { payload: { path: string }; result: null };
  /** Shows a skill's file, or opens a text file in the system's program. */
  readonly openSkillFile: {
    payload: { key: string; file: string; with: 'file-manager' | 'editor' };
    result: null;
  };
  readonly revealConfig: { payload: null; result: null };
  readonly showLogs: { payload: null; result: null };
  readonly getNotices: { payload: null; result: readonly AppNotice[] };
  readonly dismissNotice: { payload: { id: AppNotice['id'] }; result: readonly AppNotice[] };
  readonly getClients: { payload: null; result: readonly ClientState[] };
  readonly previewClient: { payload: ClientRequest; result: ChangePreview };
  /** Makes only the previewed change. */
  readonly connectClient: { payload: ClientRequest & { token: string }; result: ConnectResult };
  readonly undoClient: { payload: { client: McpClientId }; result: ConnectResult };
  /** See `ClientState.command`. */
  readonly runClientCommand: { payload: { client: McpClientId }; result: ConnectResult };
  /** In Claude Desktop. */
  readonly openClientBundle: { payload: null; result: ConnectResult };
  readonly examineConnection: { payload: null; result: readonly DoctorFinding[] };
  /** For the pointer; null if closed. */
  readonly chooseProject: { payload: null; result: string | null };
  /** Only for a chosen project. */
  readonly previewPointer: {
    payload: { target: PointerTarget; action: PointerAction };
    result: ChangePreview;
  };
  readonly writePointer: {
    payload: { target: PointerTarget; action: PointerAction; token: string };
    result: ConnectResult;
  };
  readonly getProject: { payload: null; result: ProjectState };
  /** Resolves when reading starts. */
  readonly pickProject: { payload: null; result: ProjectState };
  /** Only for `openDroppedProject`. */
  readonly openProject: { payload: { path: string }; result: ProjectState };
  /** Refuses other projects. */
  readonly openRecentProject: { payload: { path: string }; result: ProjectState };
  readonly readProject: { payload: null; result: ProjectState };
  readonly forgetProject: { payload: { path: string }; result: SettingsState };
  /** Null: same kind as last. */
  readonly previewSync: { payload: { indexOnly: boolean | null }; result: SyncPreview };
  readonly writeSync: { payload: { indexOnly: boolean; token: string }; result: ConnectResult };
  readonly getRegistries: { payload: null; result: RegistriesState };
  /** Rereads: the command line may have changed the list. */
  readonly listRegistries: { payload: null; result: RegistriesState };
  /** Fetches in the background; see `addition`. */
  readonly previewRegistry: { payload: AddressRequest; result: RegistriesState };
  /** Adds the previewed registry. */
  readonly addRegistry: { payload: null; result: RegistriesState };
  readonly cancelRegistry: { payload: null; result: RegistriesState };
  /** Null: all unpinned. `again` also offers skipped commits. */
  readonly checkRegistries: {
    payload: { names: readonly string[] | null; again: boolean };
    result: RegistriesState;
  };
  readonly readRegistryUpdate: { payload: { name: string }; result: RegistryChanges };
  readonly changeRegistry: { payload: RegistryChange; result: RegistriesState };
  /** The origin requested a token. Refused without a safe store. */
  readonly saveToken: { payload: { origin: string; token: string }; result: RegistriesState };
  readonly forgetToken: { payload: { origin: string }; result: RegistriesState };
  readonly getCommand: { payload: null; result: CommandState };
  /** Result: location and missing `PATH` entry. */
  readonly installCommand: { payload: null; result: ConnectResult };
  readonly removeCommand: { payload: null; result: ConnectResult };
}

/** Menu items handled by the page. */
export type MenuCommand = 'back' | 'forward' | 'find';

export interface Events {
  readonly settings: SettingsState;
  readonly server: ServiceState;
  readonly activity: ActivityChange;
  readonly notices: readonly AppNotice[];
  /** While reading, and after file changes. */
  readonly project: ProjectState;
  readonly registries: RegistriesState;
  /** Example: `#/settings`. */
  readonly navigate: { readonly hash: string };
  /** From the application menu or a key. */
  readonly menu: MenuCommand;
}

export type Payload<Name extends RequestName> = Requests[Name]['payload'];
export type Result<Name extends RequestName> = Requests[Name]['result'];

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

/** Absent in browsers. */
export type DesktopBridge = {
  readonly [Name in Exclude<RequestName, PreloadRequest>]: RequestMethod<Name>;
} & {
  /** Returns the unsubscribe function. */
  on<Name extends EventName>(event: Name, listener: (detail: Events[Name]) => void): () => void;
  /** '' if unknown. */
  pathForFile(file: File): string;
  openDroppedProject(file: File): Promise<ProjectState>;
};
