export const SERVER_NAME = 'skills-registry';

/** Of Gemini CLI and its relatives. */
export const GEMINI_LISTS = { excluded: ['mcp', 'excluded'], allowed: ['mcp', 'allowed'] } as const;

/** `address`: HTTP. `command`: the client starts a program, over stdio. */
export type ConnectWay = 'address' | 'command';

export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Why no permanent command exists, and what to do. */
export interface NoCommand {
  readonly why: string;
}

export interface ConnectTarget {
  /** `http://127.0.0.1:8701/mcp` */
  readonly mcpUrl: string;
  readonly stdio: StdioCommand | NoCommand;
  /**
   * `command` suits a service that isn't always running: a started program uses a running service. Default:
   * `address`.
   */
  readonly prefers?: ConnectWay;
}

export type ServerEntry = Readonly<Record<string, unknown>>;

/**
 * Plain data, also listed in docs/connect.md. Paths of another system are skipped:
 * - `~`: home folder
 * - `<settings>`: `~/.config`, `~/Library/Application Support` or `%APPDATA%`
 * - `<xdg>`: XDG settings folder, on Linux and macOS
 * - `<roaming>`, `<local>`, `<windowsHome>`: Windows folders
 * - `<NAME|~/x>`: environment variable with default
 * - leading `?`: only if the path or its folder exists
 */
export interface McpClientRow {
  readonly source: string;
  readonly aliases?: readonly string[];
  /** `snippet-only`: never written; the snippet is the common form. Default: `jsonc`. */
  readonly format?: 'toml' | 'snippet-only';
  /** Default: `mcpServers`. */
  readonly serversKey?: string;
  /** Servers stand under this key inside of `serversKey`, or directly under `serversKey`. */
  readonly innerKey?: string;
  /** Default: `url`. */
  readonly addressKey?: 'httpUrl' | 'serverUrl';
  /** Asks no addresses of this computer. */
  readonly startsOnly?: true;
  readonly addressFields?: ServerEntry;
  readonly commandFields?: ServerEntry;
  /** Program and arguments in one list. */
  readonly commandList?: true;
  readonly alsoReads?: readonly string[];
  readonly alsoTypes?: readonly string[];
  readonly infersType?: true;
  /** Paths of lists with names of servers, in any case. An empty list of allowed names allows all. */
  readonly nameLists?: { readonly excluded: readonly string[]; readonly allowed: readonly string[] };
  /** First existing file, else first in an existing folder, else first. */
  readonly files?: readonly string[];
  readonly projectFile?: string;
  /** Of a server that the client, on another computer, installs here. It reads no settings of a user here. */
  readonly remoteFolder?: string;
  readonly otherFiles?: readonly string[];
  /** Of an installation, besides settings. */
  readonly signs?: readonly string[];
  /** Default: the id. */
  readonly commands?: readonly string[];
  /** On macOS. Default: the name. */
  readonly applications?: readonly string[];
  /** For people. Default: the first file, and the project's. */
  readonly place?: string;
  readonly note?: string;
  readonly projectNote?: string;
}
