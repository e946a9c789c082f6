/** What `src-server/connect` offers to the command line, the app and the window. */
import type { ClientCalls } from './client-calls.ts';
import type { ConnectWay, McpClientId } from './mcp-clients.ts';

export interface ClientState {
  readonly id: McpClientId;
  readonly name: string;
  readonly installed: boolean;
  /** Absolute; absent if the client has no settings file. */
  readonly settingsFile?: string;
  /** From the settings alone; the service need not run. */
  readonly connection: Connection;
  /** Absent if never seen, or unknown here. */
  readonly seen?: ClientCalls;
  /** Available ways, preferred first. */
  readonly ways: readonly ConnectWay[];
  /** Absent if a program is needed and none is installed; see `note`. */
  readonly snippet?: string;
  /** Target of the snippet, for people. */
  readonly place: string;
  /** Opens the client, which asks before adding the server. */
  readonly deepLink?: string;
  /**
   * The client's own command. `line` is absent if shells would differ; `available` if the command is on the
   * PATH.
   */
  readonly command?: { readonly line?: string; readonly available: boolean };
  /** Whether a rules file applies to all projects; see pointer.ts. */
  readonly takesPointer: boolean;
  readonly writable: boolean;
  /** File of our last change, absolute, perhaps in a project. Absent if there is nothing to undo. */
  readonly changedFile?: string;
  readonly note?: string;
}

export type Connection =
  | { readonly state: 'absent' }
  /** The entry can work. */
  | {
      readonly state: 'connected';
      readonly name: string;
      readonly by: ConnectWay;
      /** From the command or its environment. */
      readonly registry?: string;
      readonly lacksRegistry?: RegistryLack;
    }
  /** Our entry can't work. */
  | {
      readonly state: 'broken';
      readonly name: string;
      /** Absent if unclear. */
      readonly by?: ConnectWay;
      /** At least one, gravest first. */
      readonly faults: readonly ConnectionFault[];
    }
  /** Leads to another address or another copy of the program. */
  | { readonly state: 'outdated'; readonly name: string; readonly by: ConnectWay; readonly says: string }
  /** Never touched. `reason` is a sentence with the file name. */
  | { readonly state: 'unreadable'; readonly reason: string };

/** Missing, no registry, or the disk doesn't respond. */
export type RegistryLack = 'gone' | 'no-registry' | 'no-answer';

/** Connecting again repairs each fault. */
export interface ConnectionFault {
  readonly kind: /** Switched off in the entry. */
    | 'disabled'
    /** Excluded elsewhere in the settings. */
    | 'excluded'
    /** The client expects another `type`. */
    | 'wrong-type'
    /** The client doesn't read the address key. */
    | 'wrong-key'
    /** Right service, wrong path. */
    | 'wrong-path'
    /** Neither an address nor a command. */
    | 'no-address'
    /** In a file or under a key ignored by the client. */
    | 'wrong-place'
    /** The started file is missing. */
    | 'gone'
    /** Downloads a program, possibly not ours. */
    | 'fetched';
  /** Sentence without client and file names. */
  readonly says: string;
}

export interface ConnectRequest {
  /** Default: unchanged, then preferred by `ConnectTarget`. */
  readonly way?: ConnectWay;
  /** Absolute. Default: the user's settings. */
  readonly project?: string;
  /** Absolute; becomes the program's registry option. Default: unchanged. */
  readonly registry?: string;
  /** Removes our entry. */
  readonly remove?: boolean;
}

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export type ChangePreview =
  | {
      readonly ok: true;
      /** Links resolved. */
      readonly file: string;
      /** False if the file would be created. */
      readonly exists: boolean;
      /** True if the file would be removed: created by us, and empty. */
      readonly isRemoved?: true;
      /** Empty if nothing changes. */
      readonly diff: readonly DiffLine[];
      /** Writing makes the change with the token, or none. */
      readonly token: string;
    }
  | { readonly ok: false; readonly reason: string };

/** `message` is a sentence for people. */
export interface ConnectResult {
  readonly ok: boolean;
  readonly message: string;
}

export interface DoctorFinding {
  readonly severity: 'ok' | 'info' | 'warning' | 'error';
  readonly title: string;
  /** Absent if nothing needs to be done. */
  readonly fix?: string;
  /** Absent in the app, which has a button. */
  readonly line?: string;
  readonly client?: McpClientId;
  /** True if connecting the client again helps. */
  readonly reconnect?: true;
}
