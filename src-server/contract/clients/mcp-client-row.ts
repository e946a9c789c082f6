/** Our server's name in client settings. */
export const SERVER_NAME = 'skills-registry';

/** `address`: HTTP. `command`: the client starts a program and uses stdio. */
export type ConnectWay = 'address' | 'command';

export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** No permanent command exists; a sentence why, and what to do. */
export interface NoCommand {
  readonly why: string;
}

export interface ConnectTarget {
  /** Example: `http://127.0.0.1:8701/mcp`. */
  readonly mcpUrl: string;
  /** By absolute path. */
  readonly stdio: StdioCommand | NoCommand;
  /**
   * A command suits a service that isn't always running: the client starts it, and it follows a running
   * service. Default: `address`.
   */
  readonly prefers?: ConnectWay;
}

export type ServerEntry = Readonly<Record<string, unknown>>;

/** Paths are templates; see mcp-client-rows.ts. */
export interface McpClientRow {
  readonly name: string;
  /** With date. */
  readonly source: string;
  /** For the command line. */
  readonly aliases?: readonly string[];
  /** `snippet-only`: not written by us. */
  readonly format: 'jsonc' | 'toml' | 'snippet-only';
  readonly serversKey: string;
  /** Older versions keep the servers right in the parent. */
  readonly serversParent?: string;
  /** Absent if the client can't reach local addresses. */
  readonly byAddress?: (mcpUrl: string) => ServerEntry;
  /** Default: `command` and `args`. */
  readonly byCommand?: (stdio: StdioCommand) => ServerEntry;
  /** Further accepted address keys. */
  readonly alsoReads?: readonly string[];
  /** Further accepted types. */
  readonly alsoTypes?: readonly string[];
  /** True if the client infers `type`. */
  readonly infersType?: true;
  /** True if the client supports `mcp.excluded` and `mcp.allowed`. */
  readonly hasLists?: true;
  /** The first existing file, else the first with an existing folder, else the first. */
  readonly files: readonly string[];
  readonly projectFile?: string;
  /** Ignored by the client, but used by mistake. */
  readonly otherFiles?: readonly string[];
  /** Signs of an installation, besides settings. */
  readonly signs?: readonly string[];
  readonly commands?: readonly string[];
  readonly applications?: readonly string[];
  /** Target of the snippet, for people. */
  readonly place: string;
  /** If the format is neither JSON nor TOML. */
  readonly snippet?: (entry: ServerEntry) => string;
  /** Opens the client, which asks before adding the server. */
  readonly link?: (entry: ServerEntry) => string;
  /** Undefined arguments: impossible for the given way. */
  readonly own?: {
    readonly program: string;
    readonly args: (entry: ServerEntry, way: ConnectWay) => readonly string[] | undefined;
  };
  /** Prefixes of the client's MCP names, lower case. */
  readonly seenAs: readonly string[];
  readonly note?: string;
  readonly projectNote?: string;
}
