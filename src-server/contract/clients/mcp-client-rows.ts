/**
 * The table of programs that can be connected: one more is one more row in one of its two halves, and in
 * docs/connect.md. In a path `~` is the home folder, `<settings>` where programs keep settings (`~/.config`,
 * `~/Library/Application Support`, `%APPDATA%`), `<xdg>` that folder by XDG's rule on Linux and macOS alike, `<roaming>`,
 * `<local>` and `<windowsHome>` those of Windows, and `<NAME|~/x>` an environment variable with its default. A path with a
 * folder of another system is left out; one that begins with `?` counts only where it, or its folder, is there.
 */
import { AGENT_ROWS } from './agent-rows.ts';
import { EDITOR_ROWS } from './editor-rows.ts';
import type { McpClientRow } from './mcp-client-row.ts';

const ROWS = { ...AGENT_ROWS, ...EDITOR_ROWS };

/** What a client is called on the command line and in records. */
export type McpClientId = keyof typeof ROWS;

/** What is known of each client, agents first. */
export const CLIENT_ROWS: Readonly<Record<McpClientId, McpClientRow>> = ROWS;
