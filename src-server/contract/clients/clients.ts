/** The clients of MCP that can be connected, and the entries of our service in their settings. */

import type { McpCaller } from '../api.ts';
import {
  AGENT_ROWS,
  type ConnectTarget,
  type ConnectWay,
  EDITOR_ROWS,
  type McpClientRow,
  SERVER_NAME,
  type ServerEntry,
} from './client-rows.ts';

interface ClientName {
  readonly name: string;
  /** Beginnings, in lower case, of the names by which the client introduces itself over MCP. */
  readonly seenAs: readonly string[];
}

/** Supported clients, in display order: agents first. Ids for command lines and records. */
export const CLIENT_NAMES = {
  'claude-code': { name: 'Claude Code', seenAs: ['claude-code'] },
  'claude-desktop': { name: 'Claude Desktop', seenAs: ['claude-ai', 'claude-desktop', 'claude desktop'] },
  codex: { name: 'Codex', seenAs: ['codex'] },
  'gemini-cli': { name: 'Gemini CLI', seenAs: ['gemini-cli', 'gemini'] },
  'qwen-code': { name: 'Qwen Code', seenAs: ['qwen'] },
  'copilot-cli': { name: 'Copilot CLI', seenAs: ['copilot-cli', 'github-copilot', 'copilot'] },
  opencode: { name: 'opencode', seenAs: ['opencode'] },
  antigravity: { name: 'Antigravity', seenAs: ['antigravity', 'agy'] },
  amp: { name: 'Amp', seenAs: ['amp'] },
  goose: { name: 'Goose', seenAs: ['goose'] },
  'lm-studio': { name: 'LM Studio', seenAs: ['lm studio', 'lmstudio', 'lm-studio'] },
  warp: { name: 'Warp', seenAs: ['warp'] },
  cursor: { name: 'Cursor', seenAs: ['cursor'] },
  vscode: { name: 'VS Code', seenAs: ['visual studio code', 'vscode'] },
  'vscode-insiders': {
    name: 'VS Code Insiders',
    seenAs: ['code - insiders', 'visual studio code - insiders'],
  },
  vscodium: { name: 'VSCodium', seenAs: ['vscodium'] },
  windsurf: { name: 'Windsurf', seenAs: ['windsurf', 'codeium', 'cascade'] },
  devin: { name: 'Devin', seenAs: ['devin'] },
  zed: { name: 'Zed', seenAs: ['zed'] },
  jetbrains: { name: 'JetBrains IDEs', seenAs: ['jetbrains', 'intellij', 'ai assistant'] },
  'jetbrains-air': { name: 'JetBrains Air', seenAs: ['jetbrains air', 'jetbrains-air'] },
  junie: { name: 'Junie', seenAs: ['junie'] },
  cline: { name: 'Cline', seenAs: ['cline'] },
  continue: { name: 'Continue', seenAs: ['continue'] },
  kiro: { name: 'Kiro', seenAs: ['kiro'] },
  'visual-studio': {
    name: 'Visual Studio',
    seenAs: ['visual studio 2', 'visualstudio', 'microsoft visual studio'],
  },
} as const satisfies Record<string, ClientName>;

export type McpClientId = keyof typeof CLIENT_NAMES;

export const MCP_CLIENT_IDS = Object.keys(CLIENT_NAMES) as readonly McpClientId[];

export function isClientName(id: McpClientId, name: string): boolean {
  const lower = name.toLowerCase();
  return CLIENT_NAMES[id].seenAs.some((start) => lower.startsWith(start));
}

/** Returns the client that introduces itself so; undefined for another program. */
export function knownClient(name: string): McpClientId | undefined {
  return MCP_CLIENT_IDS.find((id) => isClientName(id, name));
}

/** Returns the name of the product, or what the program calls itself. */
export function clientName(name: string): string {
  const id = knownClient(name);
  if (id !== undefined) return CLIENT_NAMES[id].name;
  return name === 'unknown' ? 'A program without a name' : name;
}

export type { ConnectTarget, ConnectWay, NoCommand, ServerEntry, StdioCommand } from './client-rows.ts';
export { SERVER_NAME } from './client-rows.ts';

/** A client's row with its defaults filled in. */
export interface McpClientKind extends Omit<McpClientRow, 'format' | 'addressKey'> {
  readonly id: McpClientId;
  readonly name: string;
  readonly format: 'jsonc' | 'toml' | 'snippet-only';
  readonly serversKey: string;
  /** The key of an address in an entry; undefined if the client asks no addresses of this computer. */
  readonly addressKey: string | undefined;
  readonly files: readonly string[];
  readonly commands: readonly string[];
  readonly applications: readonly string[];
  readonly place: string;
}

const ROWS: Readonly<Record<McpClientId, McpClientRow>> = { ...AGENT_ROWS, ...EDITOR_ROWS };

export const MCP_CLIENTS = Object.fromEntries(MCP_CLIENT_IDS.map((id) => [id, kindOf(id)])) as Readonly<
  Record<McpClientId, McpClientKind>
>;

function kindOf(id: McpClientId): McpClientKind {
  const row = ROWS[id];
  const { name } = CLIENT_NAMES[id];
  const { files = [], projectFile, startsOnly } = row;
  const file = files[0]?.replace(/<\w+\|([^<>]*)>/, '$1');
  return {
    format: 'jsonc',
    serversKey: 'mcpServers',
    place: projectFile === undefined ? `${file}` : `${file}, or ${projectFile} in a project`,
    commands: [id],
    applications: [`${name}.app`],
    ...row,
    addressKey: startsOnly ? undefined : (row.addressKey ?? 'url'),
    files,
    id,
    name,
  };
}

/**
 * Makes the entry of our service. Undefined if the client can't be connected in this way, or a necessary command is
 * missing.
 */
export function clientEntry(
  kind: McpClientKind,
  target: ConnectTarget,
  way: ConnectWay | undefined = clientWays(kind, target)[0],
): ServerEntry | undefined {
  const { addressKey, addressFields, commandFields, commandList } = kind;
  const { mcpUrl, stdio } = target;
  if (way === 'address')
    return addressKey === undefined ? undefined : { ...addressFields, [addressKey]: mcpUrl };
  if (way === undefined || 'why' in stdio) return undefined;
  return commandList
    ? { ...commandFields, command: [stdio.command, ...stdio.args] }
    : { ...commandFields, command: stdio.command, args: stdio.args };
}

/** Lists the ways in which a client can be connected, the preferred one first. */
export function clientWays(
  { addressKey }: Pick<McpClientKind, 'addressKey'>,
  { stdio, prefers }: ConnectTarget,
): readonly ConnectWay[] {
  const ways: readonly ConnectWay[] = prefers === 'command' ? ['command', 'address'] : ['address', 'command'];
  return ways.filter((way) => (way === 'address' ? addressKey !== undefined : !('why' in stdio)));
}

export function clientSnippet(
  kind: McpClientKind,
  target: ConnectTarget,
  way?: ConnectWay,
): string | undefined {
  const { format, serversKey, innerKey } = kind;
  const entry = clientEntry(kind, target, way);
  if (entry === undefined) return undefined;
  if (format === 'toml') return tomlTable([serversKey, SERVER_NAME], entry).join('\n');
  const servers = { [SERVER_NAME]: entry };
  const under = innerKey === undefined ? servers : { [innerKey]: servers };
  return JSON.stringify({ [serversKey]: under }, undefined, 2);
}

/** Writes an entry as a table of TOML. JSON's strings, numbers, booleans and lists of strings are valid TOML. */
export function tomlTable(path: readonly string[], entry: ServerEntry): readonly string[] {
  const name = path.map((word) => (/^[\w-]+$/.test(word) ? word : JSON.stringify(word))).join('.');
  return [`[${name}]`, ...Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)];
}

/** Finds a client by its id, name or alias, whatever the case and punctuation. */
export function findClient(word: string): McpClientId | undefined {
  const wanted = plainName(word);
  return MCP_CLIENT_IDS.find((id) => {
    const { name, aliases = [] } = MCP_CLIENTS[id];
    return [id, name, ...aliases].some((known) => plainName(known) === wanted);
  });
}

function plainName(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

export type ClientCalls = Omit<McpCaller, 'name'>;

export function callsOf(id: McpClientId, callers: readonly McpCaller[]): ClientCalls | undefined {
  return joinCalls(callers.filter(({ name }) => isClientName(id, name)));
}

export function joinCalls(all: readonly ClientCalls[]): ClientCalls | undefined {
  const lastAt = latest(all.map((calls) => calls.lastAt));
  if (lastAt === undefined) return undefined;
  const lastCall = latest(all.flatMap((calls) => calls.lastCall ?? []));
  const reads = all.flatMap((calls) => calls.lastRead ?? []);
  const lastRead = reads.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1);
  return {
    lastAt,
    ...(lastCall === undefined ? {} : { lastCall }),
    ...(lastRead === undefined ? {} : { lastRead }),
  };
}

/**
 * Returns the latest time.
 *
 * @param times ISO 8601 in UTC, which sort as texts
 */
function latest(times: readonly string[]): string | undefined {
  return times.toSorted().at(-1);
}

/** How one client stands: the command line, the app and the window show the same. */
export interface ClientState {
  readonly id: McpClientId;
  readonly name: string;
  readonly installed: boolean;
  /** The absolute path of its settings; absent if it has no such file. */
  readonly settingsFile?: string;
  /** What its settings say, whether or not a service runs. */
  readonly connection: Connection;
  /** Its calls; absent if it has made none, or if nobody knows. */
  readonly seen?: ClientCalls;
  /** What to put into its settings; absent if a program is needed but missing, see `note`. */
  readonly snippet?: string;
  readonly place: string;
  readonly writable: boolean;
  readonly note?: string;
  /** The hook by which its model is told unasked; absent if the client has none that we know. */
  readonly hook?: HookState;
}

/** How the hook of a client stands. */
export interface HookState {
  /** `outdated`: it asks another address, or was written by an older version. */
  readonly state: 'absent' | 'connected' | 'outdated' | 'unreadable';
  readonly settingsFile: string;
  /** The address that it should ask. */
  readonly url: string;
  readonly snippet: string;
  /** Why the settings can't be read. */
  readonly says?: string;
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
  /** The entry names another address, or another copy of the program. */
  | { readonly state: 'outdated'; readonly name: string; readonly by: ConnectWay; readonly says: string }
  /** The settings can't be read, and are never touched. `reason` is a sentence with the file's name. */
  | { readonly state: 'unreadable'; readonly reason: string };

type RegistryLack = 'gone' | 'no-registry';

/** What is wrong with an entry. Connecting again repairs it, unless other settings switch it off. */
export interface ConnectionFault {
  readonly kind: /** The entry itself says that it is switched off. */
    | 'disabled'
    | 'wrong-type'
    /** The client doesn't read the key of the address. */
    | 'wrong-key'
    | 'wrong-path'
    | 'no-address'
    /** The client ignores the file, or the key that the entry stands under. */
    | 'wrong-place'
    | 'gone'
    /** The entry downloads a program, which may not be ours. */
    | 'fetched';
  /** What is wrong, in a sentence without the names of client and file. */
  readonly says: string;
}

export interface ConnectRequest {
  /** Default: the way of the present entry, else the one that `ConnectTarget` prefers. */
  readonly way?: ConnectWay;
  /** The absolute path of a project. Default: the settings of the user. */
  readonly project?: string;
  readonly registry?: string;
  readonly remove?: boolean;
  /** Whether the client's hook is meant instead of its entry. Default: false. */
  readonly hook?: boolean;
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
      /** The mark of exactly this change, with which it may be written. */
      readonly token: string;
    }
  | { readonly ok: false; readonly reason: string };

export interface ConnectResult {
  readonly ok: boolean;
  readonly message: string;
}

/** The line before our block in an agent's rules file, by which the block is known, too. */
const POINTER_START = '<!-- skills-registry:start -->';
const POINTER_END = '<!-- skills-registry:end -->';

/** The lines of the block. They name neither address nor version, so they seldom change. */
const POINTER_TEXT = [
  '## Library skills',
  '',
  'Before you write or change code that uses a third-party library, call `get_skill` of the `skills-registry` MCP server',
  'with the package’s name, even if you think you know it: it says what goes wrong with it. Give your task or error as',
  '`query`: the answer has some 500 tokens. Prefer it to memory where it fits the installed version and language; otherwise',
  'ignore it.',
  '',
  'It runs on this computer. Ask once for each library and task. If it knows nothing of a library, or can’t be reached, go on',
  'without it.',
];

export const POINTER_LINES: readonly string[] = [POINTER_START, ...POINTER_TEXT, POINTER_END];

/** `sh`: sh, bash, zsh, fish. `windows`: cmd and PowerShell; the open shell is unknown. */
export type Shell = 'sh' | 'windows';

/** Terminals take control characters as keys (Ctrl+C, Enter) before a shell sees quotes. */
const CONTROL = /\p{Cc}/u;
const PLAIN: Readonly<Record<Shell, RegExp>> = { sh: /^[\w@%+:,./-]+$/, windows: /^[\w:./\\-]+$/ };

/** Quotes an untrusted word for a shell; undefined if no quoting is safe. */
export function shellWord(word: string, shell: Shell): string | undefined {
  if (CONTROL.test(word)) return undefined;
  if (PLAIN[shell].test(word)) return word;
  return shell === 'sh' ? quoteForSh(word) : quoteForWindows(word);
}

/**
 * Quotes a word in pieces. Quotes and backslashes stay outside of quotes: fish reads quoted backslashes differently.
 */
function quoteForSh(word: string): string {
  const pieces = word.split(/(['\\])/).filter((piece) => piece !== '');
  return pieces.map((piece) => (/^['\\]$/.test(piece) ? `\\${piece}` : `'${piece}'`)).join('') || "''";
}

/**
 * In double quotes, cmd and PowerShell differ: PowerShell's `$`, backtick and curly quotes, cmd's `%name%`.
 * Practically, `%` and two hex digits, as in URLs, is no variable.
 */
const DIFFERS_ON_WINDOWS = /["$`\u201c-\u201e]|%(?![0-9A-F]{2})/;

function quoteForWindows(word: string): string | undefined {
  if (DIFFERS_ON_WINDOWS.test(word)) return undefined;
  // A single backslash would escape the closing quote.
  return `"${word.replace(/(?<!\\)\\+$/, '$&$&')}"`;
}

export const COMMAND_NAME = 'skills-registry';
