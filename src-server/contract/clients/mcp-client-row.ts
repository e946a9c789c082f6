/** What is known of a program that can be connected, and what it is connected to. */

/** The name that the service gets in a client's settings. */
export const SERVER_NAME = 'skills-registry';

/** How a client reaches the service: by asking its address, or by a program that it starts and talks to on stdio. */
export type ConnectWay = 'address' | 'command';

/** How a client starts the service for itself, speaking MCP on standard input and output. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Why there is nothing that a client could start tomorrow, too; a sentence that says what to do. */
export interface NoCommand {
  readonly why: string;
}

/** What a client is to be connected to. */
export interface ConnectTarget {
  /** For clients that ask an address, such as `http://127.0.0.1:8701/mcp`. */
  readonly mcpUrl: string;
  /** For clients that start a program: what is installed here, by its absolute path. */
  readonly stdio: StdioCommand | NoCommand;
  /**
   * What to do unless somebody asks for one of them. A command starts by itself and follows the service that runs, so it
   * is for a service that isn't always on; an address is for one that is. Default: the address.
   */
  readonly prefers?: ConnectWay;
}

/** What a client's settings say about one server. */
export type ServerEntry = Readonly<Record<string, unknown>>;

/** One line of the table. Paths are templates; see mcp-client-rows.ts. */
export interface McpClientRow {
  readonly name: string;
  /** Where the format was read, and when. */
  readonly source: string;
  /** Other names by which people may call it on the command line. */
  readonly aliases?: readonly string[];
  /** How the settings are written; `snippet-only` where they are in no file that we can write. */
  readonly format: 'jsonc' | 'toml' | 'snippet-only';
  /** The member of the settings that holds the servers. */
  readonly serversKey: string;
  /** The member that holds that member, and in older versions the servers themselves. */
  readonly serversParent?: string;
  /** An entry that asks an address; absent where the client reaches none on this computer. */
  readonly byAddress?: (mcpUrl: string) => ServerEntry;
  /** An entry that starts a program. Default: its members are `command` and `args`. */
  readonly byCommand?: (stdio: StdioCommand) => ServerEntry;
  /** Members for an address that it reads, too, besides the one that `byAddress` writes. */
  readonly alsoReads?: readonly string[];
  /** Types of an entry that it takes for the one that `byCommand` writes. */
  readonly alsoTypes?: readonly string[];
  /** True where it finds out by itself which `type` an entry has. */
  readonly infersType?: true;
  /** True where the lists `mcp.excluded` and `mcp.allowed` of its settings keep servers out. */
  readonly hasLists?: true;
  /** Its settings files: the first that is there, else the first whose folder is there, else the first. */
  readonly files: readonly string[];
  /** The settings of one project, below its folder. */
  readonly projectFile?: string;
  /** Files that it doesn't read servers from, and where people put them. */
  readonly otherFiles?: readonly string[];
  /** What else shows that it is here: files and folders, commands on the `PATH`, bundles on macOS. */
  readonly signs?: readonly string[];
  readonly commands?: readonly string[];
  readonly applications?: readonly string[];
  /** Where the snippet belongs, for people. */
  readonly place: string;
  /** What to paste, where that is neither JSON nor TOML. */
  readonly snippet?: (entry: ServerEntry) => string;
  /** A link that opens the client and asks whether to add the server. */
  readonly link?: (entry: ServerEntry) => string;
  /** The client's own command for adding a server, for an entry that does it in one way; undefined where it has none. */
  readonly own?: {
    readonly program: string;
    readonly args: (entry: ServerEntry, way: ConnectWay) => readonly string[] | undefined;
  };
  /** Beginnings of the names that the client gives itself, lower case. */
  readonly seenAs: readonly string[];
  /** What to know before. */
  readonly note?: string;
  /** What to know of the settings in a project. */
  readonly projectNote?: string;
}
