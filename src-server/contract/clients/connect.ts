/** What connecting a client looks like from outside: for the command line, the desktop app and its window. */
import type { ClientCalls } from './client-calls.ts';
import type { ConnectWay, McpClientId } from './mcp-clients.ts';

/** How a client stands, and the ways to connect it. */
export interface ClientState {
  readonly id: McpClientId;
  readonly name: string;
  /** Whether it seems to be on this computer. */
  readonly installed: boolean;
  /** Its settings file, absolute; absent where it keeps its servers elsewhere. */
  readonly settingsFile?: string;
  /** What its settings say. Whether anything runs, and whether the client has asked, are other facts. */
  readonly connection: Connection;
  /** What it was seen to do; absent where it was never heard of, or that is not known here. */
  readonly seen?: ClientCalls;
  /** How it can be connected now, what is done unless something else is asked for first; empty where it can't. */
  readonly ways: readonly ConnectWay[];
  /** The text to paste; absent where it would start a program and none is here to stay: `note` says why. */
  readonly snippet?: string;
  /** Where to paste it, for people. */
  readonly place: string;
  /** A link that opens the client and asks whether to add the server. */
  readonly deepLink?: string;
  /**
   * The client's own command for it: `line` as people would type it, absent where shells would read it differently;
   * `available` where it can be run here.
   */
  readonly command?: { readonly line?: string; readonly available: boolean };
  /** Whether it reads a file in all projects that can say when to ask: see pointer.ts. */
  readonly takesPointer: boolean;
  /** Whether its settings file can be written by us. */
  readonly writable: boolean;
  /**
   * The file that our last change was made to, absolute, which may be one of a project; absent where there is none to take
   * back.
   */
  readonly changedFile?: string;
  readonly note?: string;
}

/** What a client's settings say about this service. */
export type Connection =
  | { readonly state: 'absent' }
  /** This entry can work: nothing in it keeps the client from this service, which needn't run for that. */
  | {
      readonly state: 'connected';
      readonly name: string;
      readonly by: ConnectWay;
      /** The registry that its program is told to serve, as its settings say it; absent where none is named. */
      readonly registry?: string;
      /** Why that can't be served now: its folder is gone, is none, or can't be looked at. Absent where it can be. */
      readonly lacksRegistry?: RegistryLack;
    }
  /** There is an entry of ours, and it can't work as it is. */
  | {
      readonly state: 'broken';
      readonly name: string;
      /** How it means to reach the service; absent where it says neither, or stands where the client doesn't look. */
      readonly by?: ConnectWay;
      /** At least one, the gravest first. */
      readonly faults: readonly ConnectionFault[];
    }
  /** It leads to another address, or starts another copy of the program, than the present one. */
  | { readonly state: 'outdated'; readonly name: string; readonly by: ConnectWay; readonly says: string }
  /** The settings can't be read, or not understood, and are never touched; `reason` says which, for people, and names the file. */
  | { readonly state: 'unreadable'; readonly reason: string };

/** What is wrong with a registry that is named: nothing is there, something else is, or the disk doesn't say what. */
export type RegistryLack = 'gone' | 'no-registry' | 'no-answer';

/** Why an entry can't work. Connecting the client again mends each of these. */
export interface ConnectionFault {
  readonly kind: /** It is switched off in its own entry. */
    | 'disabled'
    /** It is kept out elsewhere in the same settings. */
    | 'excluded'
    /** The client takes it for another kind of server. */
    | 'wrong-type'
    /** It stands under a name that this client doesn't read, within the entry. */
    | 'wrong-key'
    /** The right service, and another path than the one that speaks MCP. */
    | 'wrong-path'
    /** It says neither an address nor a command. */
    | 'no-address'
    /** It stands where this client doesn't look: under another member, or in another file. */
    | 'wrong-place'
    /** It starts a file that isn't there any more. */
    | 'gone'
    /** It fetches a program from the internet, which need not be ours. */
    | 'fetched';
  /** What is so, as a sentence that names neither the client nor its file. */
  readonly says: string;
}

/** What is asked for beyond connecting a client in its usual way. */
export interface ConnectWish {
  /** Default: as its entry does it now, else what `ConnectTarget` prefers. */
  readonly way?: ConnectWay;
  /** Absolute path of a project whose own settings are meant; default: the user's. */
  readonly project?: string;
  /** Absolute path of the registry that the program is told to serve; default: what its entry says, else none. */
  readonly registry?: string;
  /** True to take our entry out. */
  readonly remove?: boolean;
}

/** One line of a difference. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** What writing would change. */
export type ChangePreview =
  | {
      readonly ok: true;
      /** The file that would be written, links resolved. */
      readonly file: string;
      /** False where the file would be made. */
      readonly exists: boolean;
      /** True where the file would be removed: it was made for what is taken out, and says nothing else. */
      readonly isRemoved?: true;
      /** Empty where nothing would change. */
      readonly diff: readonly DiffLine[];
      /** Names this very change: writing does what was shown or nothing. */
      readonly token: string;
    }
  | { readonly ok: false; readonly reason: string };

/** How writing, taking back or running a command went; `message` is a sentence for people. */
export interface ConnectResult {
  readonly ok: boolean;
  readonly message: string;
}

/** One thing that was looked at. */
export interface DoctorFinding {
  readonly severity: 'ok' | 'info' | 'warning' | 'error';
  /** What is so. */
  readonly title: string;
  /** What to do about it; absent where nothing needs doing. */
  readonly fix?: string;
  /** The line that does it, or a part of it: to be typed or pasted. Absent in the app, which does it by itself. */
  readonly line?: string;
  /** The client it is about. */
  readonly client?: McpClientId;
  /** True where connecting that client again mends it. */
  readonly reconnect?: true;
}
