/** In client settings. */
export const SERVER_NAME = 'skills-registry';

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
  /** Absolute path. */
  readonly stdio: StdioCommand | NoCommand;
  /**
   * `command` suits a service that isn't always running: a started program uses a running service. Default:
   * `address`.
   */
  readonly prefers?: ConnectWay;
}

export type ServerEntry = Readonly<Record<string, unknown>>;

/** Path templates: see mcp-client-rows.ts. */
export interface McpClientRow {
  /** With date. */
  readonly source: string;
  /** For the command line. */
  readonly aliases?: readonly string[];
  /** `snippet-only`: never written. */
  readonly format: 'jsonc' | 'toml' | 'snippet-only';
  readonly serversKey: string;
  /** Servers are in the parent in older versions. */
  readonly serversParent?: string;
  /** Absent without access to local addresses. */
  readonly byAddress?: (mcpUrl: string) => ServerEntry;
  /** Default: `command`, `args`. */
  readonly byCommand?: (stdio: StdioCommand) => ServerEntry;
  /** Accepted, too. */
  readonly alsoReads?: readonly string[];
  /** Accepted, too. */
  readonly alsoTypes?: readonly string[];
  readonly infersType?: true;
  /** Supports `mcp.excluded` and `mcp.allowed`. */
  readonly hasLists?: true;
  /** First existing file, else first in an existing folder, else first. */
  readonly files: readonly string[];
  readonly projectFile?: string;
  /** Used by mistake. */
  readonly otherFiles?: readonly string[];
  /** Of an installation, besides settings. */
  readonly signs?: readonly string[];
  readonly commands?: readonly string[];
  readonly applications?: readonly string[];
  /** Snippet's target, for people. */
  readonly place: string;
  /** Neither JSON nor TOML. */
  readonly snippet?: (entry: ServerEntry) => string;
  /** Opens the client, which asks before adding. */
  readonly link?: (entry: ServerEntry) => string;
  /** Undefined arguments: impossible way. */
  readonly own?: {
    readonly program: string;
    readonly args: (entry: ServerEntry, way: ConnectWay) => readonly string[] | undefined;
  };
  readonly note?: string;
  readonly projectNote?: string;
}
