/**
 * What the window may ask of the desktop app, and what the app tells it: the one table that handlers, preload and page
 * are typed by. A new request is a name in channels.ts, its types here, its payload in requests.schema.json and a
 * handler.
 */
import type { ActivityEvent } from '../../src-server/contract/api/activity.ts';
import type { RegistryLayout } from '../../src-server/contract/api/api.ts';
import type { ReadProject } from '../../src-server/contract/api/project.ts';
import type { CommandState } from '../../src-server/contract/clients/command.ts';
import type {
  ChangePreview,
  ClientState,
  ConnectResult,
  ConnectWish,
  DoctorFinding,
} from '../../src-server/contract/clients/connect.ts';
import type { McpClientId } from '../../src-server/contract/clients/mcp-clients.ts';
import type { PointerDeed, PointerTarget } from '../../src-server/contract/clients/pointer.ts';
import type { SyncPreview } from '../../src-server/contract/service/project-work.ts';
import type { EventName, PreloadRequest, RequestName } from './channels.ts';
import type { ServerStatus } from './server-status.ts';
import type { LastServed, Settings, SettingsChange } from './settings.ts';

export type { EventName, RequestName } from './channels.ts';
export type { ServerFailure, ServerStatus, StartStep } from './server-status.ts';
export type { Settings, SettingsChange } from './settings.ts';

/** What the app is and runs on, for the window and reports. */
export interface AppInfo {
  readonly name: string;
  /** `x.y.z` */
  readonly version: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** Versions of what runs it. */
  readonly electron: string;
  readonly chrome: string;
  readonly node: string;
  readonly settingsFile: string;
  readonly logsFolder: string;
  /** The registry that ships with the app. */
  readonly sampleRegistry: string;
  /** True where the desktop has a place for the tray icon; closing the window quits where it hasn't. */
  readonly hasTray: boolean;
  /** True on the first start ever, until a registry is chosen. */
  readonly firstStart: boolean;
  /** The host that is asked for new versions where the settings say so; null where this build knows none. */
  readonly updatesFrom: string | null;
}

/** A folder that could be served instead of the one that was refused. */
export interface RegistryCandidate {
  readonly path: string;
  readonly layout: RegistryLayout;
}

/** What became of a folder that was to be served. */
export type SetRegistryResult =
  /** It serves. */
  | { readonly outcome: 'ok'; readonly path: string }
  /** It was chosen, but can't be served now; the service's status says what helps. */
  | { readonly outcome: 'not-serving'; readonly path: string; readonly message: string }
  /** The dialog was closed. */
  | { readonly outcome: 'cancelled' }
  | {
      readonly outcome: 'refused';
      readonly path: string;
      /** What was looked for and what was found. */
      readonly message: string;
      /** What to do next. */
      readonly nextStep: string;
      readonly candidates: readonly RegistryCandidate[];
    };

/** A folder that was served before. */
export interface RecentRegistry {
  readonly path: string;
  /** Whether the folder is there now. */
  readonly reachable: boolean;
  /** The one that is chosen now. */
  readonly current: boolean;
  /** What it held when it was served last; absent where that isn't known. */
  readonly served?: LastServed;
}

/** A project that was opened before. */
export interface RecentProject {
  readonly path: string;
  /** Whether the folder is there now. */
  readonly reachable: boolean;
}

/** Whether the app starts at login, as the system says it, not as we last set it. */
export type LoginItemState =
  | { readonly state: 'on' }
  | { readonly state: 'off' }
  /** Asked for, but the system or its user keeps it from happening. */
  | { readonly state: 'blocked'; readonly reason: string }
  | { readonly state: 'unsupported'; readonly reason: string };

/** The settings, and what the system says of them. */
export interface SettingsState {
  readonly settings: Settings;
  readonly recentRegistries: readonly RecentRegistry[];
  readonly recentProjects: readonly RecentProject[];
  readonly startAtLogin: LoginItemState;
}

/** Numbered from 1 in the order of their answers, so that none is ever listed twice. */
export interface RecordedEvent extends ActivityEvent {
  readonly sequence: number;
}

/** The requests that were seen, and whether more are. */
export interface ActivityState {
  /** Newest last; at most 1,000. */
  readonly events: readonly RecordedEvent[];
  /** False while recording is paused. */
  readonly recording: boolean;
  /** False where another process serves: its requests are not seen here. */
  readonly available: boolean;
}

/** What to do with the list of requests: append, or take another one instead. */
export type ActivityChange =
  | { readonly kind: 'added'; readonly events: readonly RecordedEvent[] }
  | { readonly kind: 'replaced'; readonly activity: ActivityState };

/** Something to be told once. Stays until it is dismissed. */
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
    | 'new-version';
  readonly title: string;
  readonly text: string;
  /** Where more is to be read; opened by `openExternal`. */
  readonly link?: { readonly label: string; readonly url: string };
}

/** The project that the window shows. In the app `folder` is an absolute path, in a browser a name. */
export type ProjectState =
  | { readonly state: 'none' }
  | {
      readonly state: 'reading';
      readonly folder: string;
      /** Names that were looked at so far, where that is known. */
      readonly looked?: number;
    }
  | { readonly state: 'failed'; readonly folder: string; readonly message: string }
  | {
      readonly state: 'read';
      readonly folder: string;
      readonly project: ReadProject;
      /** Another number with each reading. */
      readonly turn: number;
      /** Milliseconds since 1970. */
      readonly readAt: number;
      /** Why the last reading failed; what stands here is from the one before. */
      readonly trouble?: string;
    };

/** What is to be done with a client's settings. */
export interface ClientWish extends Pick<ConnectWish, 'way' | 'remove'> {
  readonly client: McpClientId;
}

/** Payload and result of each request. A payload of `null` means that there is none. */
export interface Requests {
  readonly getAppInfo: { payload: null; result: AppInfo };
  /** Opens the folder dialog, then does what `setRegistry` does. */
  readonly chooseRegistry: { payload: null; result: SetRegistryResult };
  /** An absolute path, `~/…` included. Answered once it is served; where it is no registry, nothing changes. */
  readonly setRegistry: { payload: { path: string }; result: SetRegistryResult };
  readonly useSampleRegistry: { payload: null; result: SetRegistryResult };
  /** Takes a folder off the recent ones. */
  readonly forgetRegistry: { payload: { path: string }; result: SettingsState };
  readonly getSettings: { payload: null; result: SettingsState };
  /** Only the keys that are given change. */
  readonly changeSettings: { payload: SettingsChange; result: SettingsState };
  readonly getServerStatus: { payload: null; result: ServerStatus };
  readonly startServer: { payload: null; result: ServerStatus };
  /** Answers when it has stopped. */
  readonly stopServer: { payload: null; result: ServerStatus };
  readonly restartServer: { payload: null; result: ServerStatus };
  /** Starts on another port: this time only, or always (written into the settings). */
  readonly usePort: { payload: { port: number; always: boolean }; result: ServerStatus };
  readonly getActivity: { payload: null; result: ActivityState };
  readonly clearActivity: { payload: null; result: ActivityState };
  readonly recordActivity: { payload: { recording: boolean }; result: ActivityState };
  readonly copyText: { payload: { text: string }; result: null };
  /** https, and the links that IDEs register for adding an MCP server; anything else is refused. */
  readonly openExternal: { payload: { url: string }; result: null };
  /** Shows a file or folder of the registry in the file manager. Relative to the registry's root, or absolute in it. */
  readonly revealPath: { payload: { path: string }; result: null };
  readonly revealConfig: { payload: null; result: null };
  readonly showLogs: { payload: null; result: null };
  readonly getNotices: { payload: null; result: readonly AppNotice[] };
  readonly dismissNotice: { payload: { id: AppNotice['id'] }; result: readonly AppNotice[] };
  /** The IDEs and agents that can be connected, and what their settings say now. */
  readonly getClients: { payload: null; result: readonly ClientState[] };
  /** What connecting, or taking our entry out, would change in a client's settings. Writes nothing. */
  readonly previewClient: { payload: ClientWish; result: ChangePreview };
  /** Writes the change that the preview of the same wish with this token showed, and no other. */
  readonly connectClient: { payload: ClientWish & { token: string }; result: ConnectResult };
  /** Takes the last change of a client's settings back. */
  readonly undoClient: { payload: { client: McpClientId }; result: ConnectResult };
  /** Runs the client's own command for adding a server. */
  readonly runClientCommand: { payload: { client: McpClientId }; result: ConnectResult };
  /** Opens the bundle for Claude Desktop, which then asks whether to install it. */
  readonly openClientBundle: { payload: null; result: ConnectResult };
  /** Looks for what keeps clients from reaching the service. */
  readonly examineConnection: { payload: null; result: readonly DoctorFinding[] };
  /** Opens the folder dialog for a project that is to get the pointer; null where it was closed. */
  readonly chooseProject: { payload: null; result: string | null };
  /** What adding the pointer, or taking it out, would change. A project must have been chosen. Writes nothing. */
  readonly previewPointer: { payload: { target: PointerTarget; deed: PointerDeed }; result: ChangePreview };
  /** Writes the change that the preview with this token showed, and no other. */
  readonly writePointer: {
    payload: { target: PointerTarget; deed: PointerDeed; token: string };
    result: ConnectResult;
  };
  /** The project that is open. */
  readonly getProject: { payload: null; result: ProjectState };
  /** Opens the folder dialog, then the project; answered as soon as it is being read. */
  readonly pickProject: { payload: null; result: ProjectState };
  /** Opens a folder that was dropped. The page can't ask it by itself: `openDroppedProject` does. */
  readonly openProject: { payload: { path: string }; result: ProjectState };
  /** Opens one of the recent projects; no other. */
  readonly openRecentProject: { payload: { path: string }; result: ProjectState };
  /** Reads the open project again. */
  readonly readProject: { payload: null; result: ProjectState };
  /** Takes a project off the recent ones. */
  readonly forgetProject: { payload: { path: string }; result: SettingsState };
  /** What writing the skills of the open project into it would change; null for the same kind as last. Writes nothing. */
  readonly previewSync: { payload: { indexOnly: boolean | null }; result: SyncPreview };
  /** Writes the change that the preview with this token showed, and no other. */
  readonly writeSync: { payload: { indexOnly: boolean; token: string }; result: ConnectResult };
  /** The command that a person types in a terminal, and whether it is installed. */
  readonly getCommand: { payload: null; result: CommandState };
  /** Puts it there for this user; the result says where, and what `PATH` lacks. */
  readonly installCommand: { payload: null; result: ConnectResult };
  readonly removeCommand: { payload: null; result: ConnectResult };
}

/** What each event carries. */
export interface Events {
  readonly settings: SettingsState;
  readonly server: ServerStatus;
  readonly activity: ActivityChange;
  readonly notices: readonly AppNotice[];
  /** The open project, as it is read, and read again when its files change. */
  readonly project: ProjectState;
  /** The menu asks for a view; a hash such as `#/settings`. */
  readonly navigate: { readonly hash: string };
}

/** What the page sends with a request. */
export type Payload<Name extends RequestName> = Requests[Name]['payload'];
/** What a request resolves to. */
export type Result<Name extends RequestName> = Requests[Name]['result'];

/**
 * Why a request was refused. A bridge method's promise is rejected with an `Error` whose message is
 * `<code>: <sentence>`; nothing but the message crosses between the worlds.
 */
export type IpcErrorCode =
  /** The sender is not our page in the main frame. */
  | 'untrusted-sender'
  | 'bad-payload'
  /** What was asked for is not allowed, such as a link that is neither https nor one of ours. */
  | 'refused'
  | 'failed';

/** What a handler's answer looks like on its way; the preload unwraps it. */
export type IpcReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: IpcErrorCode; readonly message: string };

type RequestMethod<Name extends RequestName> =
  Payload<Name> extends null
    ? () => Promise<Result<Name>>
    : (payload: Payload<Name>) => Promise<Result<Name>>;

/** `window.skillsDesktop`: there in the desktop app, absent in a browser. */
export type DesktopBridge = {
  readonly [Name in Exclude<RequestName, PreloadRequest>]: RequestMethod<Name>;
} & {
  /** Calls `listener` for each event until the returned function is called. */
  on<Name extends EventName>(event: Name, listener: (detail: Events[Name]) => void): () => void;
  /** The path of a file or folder that was dropped on the window; empty where it has none. */
  pathForFile(file: File): string;
  /** Opens the project's folder that was dropped on the window. */
  openDroppedProject(file: File): Promise<ProjectState>;
};
