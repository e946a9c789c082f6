/** Shared by `src-server/connect`, command line, app and window. */
import type { ClientCalls } from './client-calls.ts';
import type { ConnectWay, McpClientId } from './mcp-clients.ts';

export interface ClientState {
  readonly id: McpClientId;
  readonly name: string;
  readonly installed: boolean;
  /** Absolute; absent without settings file. */
  readonly settingsFile?: string;
  /** From settings alone, also without service. */
  readonly connection: Connection;
  /** Absent if never seen, or unknown. */
  readonly seen?: ClientCalls;
  /** Absent if a program is needed but missing; see `note`. */
  readonly snippet?: string;
  readonly place: string;
  readonly writable: boolean;
  readonly note?: string;
}

export type Connection =
  | { readonly state: 'absent' }
  | {
      readonly state: 'connected';
      readonly name: string;
      readonly by: ConnectWay;
      readonly registry?: string;
      readonly lacksRegistry?: RegistryLack;
    }
  | {
      readonly state: 'broken';
      readonly name: string;
      readonly by?: ConnectWay;
      readonly faults: readonly ConnectionFault[];
    }
  /** Another address or copy of the program. */
  | { readonly state: 'outdated'; readonly name: string; readonly by: ConnectWay; readonly says: string }
  /** Never touched. `reason`: sentence with file name. */
  | { readonly state: 'unreadable'; readonly reason: string };

export type RegistryLack = 'gone' | 'no-registry';

/** Repaired by connecting again. */
export interface ConnectionFault {
  readonly kind: /** In the entry. */
    | 'disabled'
    | 'wrong-type'
    /** Address key not read by the client. */
    | 'wrong-key'
    | 'wrong-path'
    | 'no-address'
    /** File or key ignored by the client. */
    | 'wrong-place'
    | 'gone'
    /** Downloads a program, perhaps not ours. */
    | 'fetched';
  /** Sentence without client and file names. */
  readonly says: string;
}

export interface ConnectRequest {
  /** Default: unchanged, then preferred by `ConnectTarget`. */
  readonly way?: ConnectWay;
  /** Absolute. Default: the user's settings. */
  readonly project?: string;
  readonly registry?: string;
  readonly remove?: boolean;
}

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export type ChangePreview =
  | {
      readonly ok: true;
      readonly file: string;
      readonly exists: boolean;
      readonly isRemoved?: true;
      readonly diff: readonly DiffLine[];
      /** Allows writing exactly this change. */
      readonly token: string;
    }
  | { readonly ok: false; readonly reason: string };

export interface ConnectResult {
  readonly ok: boolean;
  readonly message: string;
}
