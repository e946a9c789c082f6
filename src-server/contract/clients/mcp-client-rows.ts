/**
 * Supported clients, also listed in docs/connect.md. Path syntax:
 * - `~`: home folder
 * - `<settings>`: `~/.config`, `~/Library/Application Support` or `%APPDATA%`
 * - `<xdg>`: XDG settings folder, on Linux and macOS
 * - `<roaming>`, `<local>`, `<windowsHome>`: Windows folders
 * - `<NAME|~/x>`: environment variable with default
 * - leading `?`: only if the path or its folder exists
 *
 * Skips paths with a folder of another system.
 */
import { AGENT_ROWS } from './agent-rows.ts';
import type { McpClientId } from './client-names.ts';
import { EDITOR_ROWS } from './editor-rows.ts';
import type { McpClientRow } from './mcp-client-row.ts';

export const CLIENT_ROWS: Readonly<Record<McpClientId, McpClientRow>> = { ...AGENT_ROWS, ...EDITOR_ROWS };
