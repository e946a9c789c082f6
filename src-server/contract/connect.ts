/** What connecting a client looks like from outside: for the command line, the desktop app and its window. */
import type { McpClientId } from './mcp-clients.ts';

export interface ClientState {
  readonly id: McpClientId;
  readonly name: string;
  /** Whether it seems to be on this computer. */
  readonly installed: boolean;
  /** Its settings file, absolute; absent where it keeps its servers elsewhere. */
  readonly settingsFile?: string;
  readonly connection: Connection;
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
  /** Whether its settings file can be written by us. */
  readonly writable: boolean;
  /** Whether there is a change of ours that can be taken back. */
  readonly undoable: boolean;
  readonly note?: string;
}

/** What a client's settings say about this service. */
export type Connection =
  | { readonly state: 'absent' }
  /** Connected to exactly this service. */
  | { readonly state: 'connected'; readonly name: string }
  /**
   * Connected to it by an address or command that is not the present one; `gone` is a file that it starts and that isn't
   * there any more.
   */
  | { readonly state: 'outdated'; readonly name: string; readonly says: string; readonly gone?: string }
  /** The settings can't be understood; they are never touched. */
  | { readonly state: 'unreadable'; readonly reason: string };

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
  /** The client it is about: connecting it again mends it. */
  readonly client?: McpClientId;
}
